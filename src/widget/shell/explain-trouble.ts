import type { Trouble } from '../../chat/model/model.ts';
import { isSecure } from '../../protocol/secure-url.ts';

/** Questions that have been answered on the console, each by relay. */
const explained = new Set<string>();

/** Advice for the page's owner, so that the relay accepts pages of `origin`. */
const advice = (origin: string): string =>
  origin !== 'null' && isSecure(new URL(origin))
    ? `add ${origin} to FOYER_ALLOWED_ORIGINS`
    : `${origin} cannot be allowed; open it over https, or on localhost`;

async function explanation(code: Trouble['code'], relay: string): Promise<string | undefined> {
  if (code === 'socket_blocked')
    return "no WebSocket opens here, although the relay can open one: check connect-src of this page's Content-Security-Policy, and whether each proxy in between passes the Upgrade header";
  const { refusedOrigin } = await import('../../chat/shell/refused-origin.ts');
  const origin = await refusedOrigin(relay);
  return origin === undefined ? undefined : `${relay} refuses this page: ${advice(origin)}`;
}

/** Tells the console, once for each cause and relay, what to correct. */
export async function explainTrouble({ code }: Trouble, relay: string): Promise<void> {
  // A page cannot read that the relay refuses its origin: it looks like one of these.
  const cause = code === 'unreachable' || code === 'configuration' ? 'origin' : code;
  if ((cause !== 'origin' && cause !== 'socket_blocked') || explained.has(`${cause} ${relay}`)) return;
  explained.add(`${cause} ${relay}`);
  const text = await explanation(code, relay);
  // biome-ignore lint/suspicious/noConsole: only the page's owner can correct it.
  if (text) console.warn(`foyer: ${text}`);
}
