import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { TICKET_MS } from '../../protocol/limits.ts';
import type { SessionGrant } from '../../protocol/relay.ts';
import { isSecure } from '../../protocol/widget-config.ts';
import type { Store } from '../store/store.ts';

/** What opens the relay's own socket in place of the platform's token: one socket, of one session, within 30 s. */
export interface Tickets {
  /** The grant as a browser gets it: the relay's own address, and a new ticket where the token stood. */
  ticketed(grant: SessionGrant, request: Request): Promise<SessionGrant>;
  /** True once for each ticket, and only for the session that it was made for. Whoever shows it has used it up. */
  redeem(ticket: string, sessionId: string): Promise<boolean>;
}

export const SOCKET_PATH = '/chat/ws';
const TICKET_BYTES = 32;

/** Only a hash is kept: who can read the store can still open no socket. */
const keyOf = (ticket: string) => `ticket:${createHash('sha256').update(ticket).digest('base64url')}`;

/**
 * Where the visitor's browser finds the relay: the Host that it asked for. TLS may end in front of the relay, so anything
 * but this machine itself is taken to be behind it (contract §9).
 */
function addressFor(request: Request): string {
  const { host, protocol, hostname } = new URL(request.url);
  const isPlain = protocol === 'http:' && isSecure(new URL(`http://${hostname}`));
  return `${isPlain ? 'ws' : 'wss'}://${host}${SOCKET_PATH}`;
}

export function createTickets(store: Store, clock: Clock): Tickets {
  return {
    async ticketed(grant, request) {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url');
      await store.put(keyOf(ticket), grant.session_id, clock.now() + TICKET_MS);
      return {
        ...grant,
        access_token: ticket,
        expires_in: TICKET_MS / 1_000,
        websocket_url: addressFor(request),
      };
    },
    redeem: async (ticket, sessionId) => (await store.take(keyOf(ticket))) === sessionId,
  };
}
