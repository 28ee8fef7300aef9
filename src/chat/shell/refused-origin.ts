import { own } from '../../base/own.ts';
import type { OriginCheck } from '../../protocol/relay.ts';

/** Relays that refuse this page: they do as long as the page is there. */
const refusing = new Set<string>();

/**
 * Asks a relay that seems unreachable whether it refuses this page: a page cannot read such a refusal. False
 * if the relay does not answer, and outside of a page.
 */
export async function isRefused(relay: string, signal: AbortSignal): Promise<boolean> {
  if (refusing.has(relay) || !globalThis.location) return refusing.has(relay);
  try {
    // Without cookies: only such answers are readable from every origin.
    const init = own<RequestInit>({ credentials: 'omit', signal });
    const response = await globalThis.fetch(`${relay}/chat/origin-check`, init);
    const { allowed }: Partial<OriginCheck> = own(await response.json());
    if (allowed === false) refusing.add(relay);
  } catch {
    // It cannot be reached.
  }
  return refusing.has(relay);
}
