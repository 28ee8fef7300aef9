import { own } from '../../base/own.ts';
import { parse } from '../../protocol/field-readers.ts';
import { originCheck } from '../../protocol/origin-check.ts';

/** Refused origins by relay: they stay refused as long as the page is there. */
const known = new Map<string, string>();

/**
 * Asks a relay that seems unreachable whether it refuses this page: a page cannot read such a refusal. Returns the refused origin;
 * undefined if the page is allowed, if the relay does not answer, and outside of a page.
 */
export async function refusedOrigin(relay: string, signal?: AbortSignal): Promise<string | undefined> {
  if (known.has(relay) || !globalThis.location) return known.get(relay);
  try {
    // Without cookies: only such answers are readable from every origin.
    const init = own<RequestInit>({ credentials: 'omit', ...(signal && { signal }) });
    const response = await globalThis.fetch(`${relay}/chat/origin-check`, init);
    const read = parse(originCheck, await response.json());
    if (!read.ok || read.value.allowed !== false || read.value.origin === undefined) return undefined;
    known.set(relay, read.value.origin);
    return read.value.origin;
  } catch {
    return undefined;
  }
}
