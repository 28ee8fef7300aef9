import { refusedOrigin } from '../../chat/refused-origin.ts';
import { isSecure } from '../../protocol/secure-url.ts';

/** Relays that have been asked. */
const asked = new Set<string>();

/** Advice for the page's owner, so that the relay accepts pages of `origin`. */
const advice = (origin: string): string =>
  origin !== 'null' && isSecure(new URL(origin))
    ? `add ${origin} to FOYER_ALLOWED_ORIGINS`
    : `${origin} cannot be allowed; open it over https, or on localhost`;

/**
 * Tells the console what to configure if the relay refuses the origin of this page. Once.
 */
export async function explainRefusal(relay: string): Promise<void> {
  if (asked.has(relay)) return;
  asked.add(relay);
  const origin = await refusedOrigin(relay);
  if (origin === undefined) return;
  // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
  console.warn(`foyer: ${relay} refuses this page: ${advice(origin)}`);
}
