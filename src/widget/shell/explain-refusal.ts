import { own } from '../../base/own.ts';
import { parse } from '../../protocol/field-readers.ts';
import { originCheck } from '../../protocol/origin-check.ts';
import { isSecure } from '../../protocol/secure-url.ts';

/** Relays that have been asked. */
const asked = new Set<string>();

/** Advice for the page's owner, so that the relay accepts pages of `origin`. */
const advice = (origin: string): string =>
  origin !== 'null' && isSecure(new URL(origin))
    ? `add ${origin} to FOYER_ALLOWED_ORIGINS`
    : `${origin} cannot be allowed; open it over https, or on localhost`;

/**
 * Tells the console what to configure if the relay refuses the origin of this page. A page cannot read such a refusal: it looks
 * like an unreachable relay. So the relay is asked, once.
 */
export async function explainRefusal(relay: string): Promise<void> {
  if (asked.has(relay)) return;
  asked.add(relay);
  try {
    // Without cookies: only such answers are readable from every origin.
    const response = await fetch(`${relay}/chat/origin-check`, own<RequestInit>({ credentials: 'omit' }));
    const read = parse(originCheck, await response.json());
    if (!read.ok) return;
    const { allowed, origin } = read.value;
    if (allowed !== false || origin === undefined) return;
    // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
    console.warn(`foyer: ${relay} refuses this page: ${advice(origin)}`);
  } catch {
    // The relay is unreachable indeed, or does not have this route.
  }
}
