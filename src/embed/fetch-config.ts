import type { Clock } from '../base/clock.ts';
import { RELAY_CALLS, RELAY_RETRY_MS } from '../protocol/limits.ts';

/**
 * Asks the relay for the site's configuration, where it did not come with the script. It may ask for the visitor's consent,
 * so nothing begins without an answer; but a relay that fails four times would not begin a conversation either.
 */
export async function fetchConfig(relay: string, abort: AbortSignal, clock: Clock): Promise<unknown> {
  for (let call = 1; call <= RELAY_CALLS; call++) {
    try {
      // With cookies: the relay's answer may set the one that binds sessions to this browser (contract §4).
      const response = await fetch(`${relay}/chat/config`, { credentials: 'include', signal: abort });
      if (response.ok) return await response.json();
    } catch {
      // No answer, or one that is no JSON.
    }
    await new Promise<void>((next) => clock.after(RELAY_RETRY_MS, next));
  }
  return undefined;
}
