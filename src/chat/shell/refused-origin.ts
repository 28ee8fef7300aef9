import { own } from '../../base/own.ts';
import type { OriginCheck } from '../../protocol/relay.ts';

/** Relays that refuse this page, until it is reloaded. */
const refusing = new Set<string>();

/** Relays that the console has named as blocked. */
const blocked = new Set<string>();

/** Warns on the console if a Content-Security-Policy of this page blocks the next call to a relay. */
function explainBlockedCall(relay: string): void {
  globalThis.addEventListener(
    'securitypolicyviolation',
    ({ disposition, effectiveDirective, blockedURI }) => {
      const isOurs = effectiveDirective === 'connect-src' && blockedURI.startsWith(new URL(relay).origin);
      if (!isOurs || disposition === 'report' || blocked.has(relay)) return;
      blocked.add(relay);
      // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
      console.warn(`foyer: this page's Content-Security-Policy blocks ${relay}: add it to connect-src`);
    },
    // Browsers report a violation soon after the call has failed.
    own<AddEventListenerOptions>({ signal: AbortSignal.timeout(1_000) }),
  );
}

/**
 * Asks a seemingly unreachable relay if it refuses this page: a page cannot read such a refusal. False
 * if the relay does not answer, and outside of a page.
 */
export async function isRefused(relay: string, signal: AbortSignal): Promise<boolean> {
  if (refusing.has(relay) || !globalThis.location) return refusing.has(relay);
  try {
    explainBlockedCall(relay);
    // Without cookies: only such answers are readable from every origin.
    const init = own<RequestInit>({ credentials: 'omit', signal });
    const response = await globalThis.fetch(`${relay}/chat/origin-check`, init);
    const { allowed }: Partial<OriginCheck> = own(await response.json());
    if (allowed === false) refusing.add(relay);
    else if (allowed && !blocked.has(relay)) {
      blocked.add(relay);
      // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
      console.warn(
        `foyer: ${relay} allows this page, but a call to it failed: proxies must pass OPTIONS, POST and PUT`,
      );
    }
  } catch {
    // Unreachable.
  }
  return refusing.has(relay);
}
