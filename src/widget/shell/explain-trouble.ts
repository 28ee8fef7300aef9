import type { Trouble } from '../../chat/model/model.ts';
import { isSecure } from '../../protocol/secure-url.ts';

/** Explanations that were printed already. */
const explained = new Set<string>();

/** Advice for the page's owner; undefined if there is none. */
function explanation({ code, detail }: Trouble, relay: string): string | undefined {
  if (code === 'socket_blocked')
    return "no WebSocket opens here, although the relay can open one: check connect-src of this page's Content-Security-Policy, and whether each proxy in between passes the Upgrade header";
  if (detail !== 'origin_not_allowed') return undefined;
  const advice =
    origin !== 'null' && isSecure(new URL(origin))
      ? `add ${origin} to FOYER_ALLOWED_ORIGINS`
      : `${origin} cannot be allowed; open it over https, or on localhost`;
  return `${relay} refuses this page: ${advice}`;
}

/** Prints the advice on the console, once for each cause and relay. */
export function explainTrouble(trouble: Trouble, relay: string): void {
  const text = explanation(trouble, relay);
  if (text === undefined || explained.has(relay + text)) return;
  explained.add(relay + text);
  // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
  console.warn(`foyer: ${text}`);
}
