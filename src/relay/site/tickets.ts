import { digest, randomText, toBase64Url } from '../../base/digest.ts';
import { isPublicHost } from '../../base/public-address.ts';
import { TICKET_MS } from '../../protocol/limits.ts';
import type { SessionGrant } from '../../protocol/relay.ts';
import { isLoopback, isSecure } from '../../protocol/secure-url.ts';
import type { SiteConfig } from '../config/config.ts';
import type { SiteServices } from '../services/services.ts';

export const SOCKET_PATH = '/chat/ws';
const TICKET_BYTES = 32;

/** Stored as a hash, so that a copy of the store opens no sockets. */
const keyOf = (ticket: string) => `ticket:${toBase64Url(digest(ticket))}`;

/**
 * The relay's socket address for the visitor's browser, with the host of the request. TLS may end in front of the relay, so the
 * scheme is wss for all hosts but loopback (contract §9).
 */
function socketAddressFor({ host, protocol, hostname }: URL): string {
  const isPlain = protocol === 'http:' && isSecure(new URL(`http://${hostname}`));
  return `${isPlain ? 'ws' : 'wss'}://${host}${SOCKET_PATH}`;
}

/** Tickets replace the platform's token in proxy mode. A ticket opens one socket of one session within 30 s. */
export function createTickets({ publicUrl }: SiteConfig, { store, clock, log }: SiteServices) {
  let hasWarned = false;

  function addressFor(request: Request): string {
    if (publicUrl !== undefined) return `${publicUrl.replace(/^http/, 'ws')}${SOCKET_PATH}`;
    const url = new URL(request.url);
    if (!hasWarned && !isLoopback(url.hostname) && !isPublicHost(url.hostname)) {
      hasWarned = true;
      log.warn(
        'the Host of a request cannot be public, and browsers get it as address of their socket; set FOYER_PUBLIC_URL, or let the proxy in front pass Host',
      );
    }
    return socketAddressFor(url);
  }

  return {
    /** Creates the browser's grant: with the relay's socket address, and a new ticket instead of the token. */
    async withTicket(grant: SessionGrant, request: Request): Promise<SessionGrant> {
      const ticket = randomText(TICKET_BYTES);
      await store.put(keyOf(ticket), grant.session_id, clock.now() + TICKET_MS);
      return {
        ...grant,
        access_token: ticket,
        expires_in: TICKET_MS / 1_000,
        websocket_url: addressFor(request),
      };
    },
    /** True once for each ticket, and only for its session. Every attempt invalidates the ticket. */
    redeem: async (ticket: string, sessionId: string): Promise<boolean> =>
      (await store.take(keyOf(ticket))) === sessionId,
  };
}
