import type { Clock } from '../base/clock.ts';
import { own } from '../base/own.ts';
import { RELAY_CALLS, RELAY_RETRY_MS } from '../protocol/limits.ts';

/**
 * Requests the site's configuration from the relay if it did not come with the script. The configuration may require
 * consent, so the chat waits for it. Returns undefined after four failed calls: such a relay cannot start a session either.
 */
export async function fetchConfig(relay: string, abort: AbortSignal, clock: Clock): Promise<unknown> {
  for (let call = 1; call <= RELAY_CALLS; call++) {
    // With cookies: the response may set the cookie that binds sessions to this browser (contract §4).
    const init = own<RequestInit>({ credentials: 'include', signal: abort });
    const response = await fetch(`${relay}/chat/config`, init).catch(() => undefined);
    const config: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (config !== undefined) return config;
    if (!response && call === 1) {
      const { isRefused } = await import('../chat/shell/refused-origin.ts');
      if (await isRefused(relay, abort)) return undefined;
    }
    await new Promise<void>((next) => clock.after(RELAY_RETRY_MS, next));
  }
  return undefined;
}
