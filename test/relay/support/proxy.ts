import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { type SessionGrant, socketUrl } from '../../../src/protocol/relay.ts';
import { sessionGrant } from '../../../src/protocol/relay-schemas.ts';
import { type Bench, SHOP, until, useBench } from './bench.ts';

/** A browser's socket to a relay in proxy mode. */
export interface Visitor {
  readonly socket: WebSocket;
  /** All text frames so far. */
  readonly frames: string[];
  send(frame: unknown): void;
  say(text: string, clientEventId: string): void;
  /** Resolves when this side has closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface Entry {
  readonly origin?: string | null;
  readonly cursor?: number;
  /** Path and query to use instead of the grant's address. */
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

export interface ProxyBench extends Bench {
  create(): Promise<SessionGrant>;
  resume(grant: SessionGrant): Promise<SessionGrant>;
  /** Tries a handshake: a visitor, or the status of the refusal. */
  handshake(grant: SessionGrant, entry?: Entry): Promise<Visitor | number>;
  /** A handshake that must succeed. Returns the visitor and the platform's socket. */
  connect(
    grant: SessionGrant,
    entry?: Entry,
  ): Promise<{ readonly visitor: Visitor; readonly platformSocket: WebSocket }>;
}

export const message = (text: string, custom: Record<string, string>) => ({
  type: 'EVENT_TYPE_USER_MESSAGE',
  payload: { text },
  metadata: { custom },
});

function visitorOf(socket: WebSocket): Visitor {
  const frames: string[] = [];
  socket.on('message', (content) => frames.push(content.toString()));
  return {
    socket,
    frames,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    say: (text, id) => socket.send(JSON.stringify(message(text, { client_event_id: id, local_id: id }))),
    closed: new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    }),
  };
}

/** Opens relays in proxy mode with a scripted platform on loopback. */
export function useProxy(): (options?: Parameters<ReturnType<typeof useBench>>[0]) => Promise<ProxyBench> {
  const open = useBench();
  const sockets: WebSocket[] = [];
  const benches: Bench[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate();
    // Otherwise closing a relay waits for echoes.
    for (const { upstream } of benches.splice(0))
      for (const platformSocket of upstream.accepted) platformSocket.terminate();
  });

  return async (options = {}) => {
    const bench = await open({ ...options, env: { FOYER_SOCKET: 'proxy', ...options.env } });
    benches.push(bench);
    const proxy: ProxyBench = {
      ...bench,
      create: async () =>
        z.parse(sessionGrant, (await bench.call('/chat/sessions', { method: 'POST' })).json),
      resume: async ({ session_id }) =>
        z.parse(
          sessionGrant,
          (await bench.call(`/chat/sessions/${session_id}/resume`, { method: 'POST' })).json,
        ),
      handshake(grant, { origin = SHOP, cursor = 0, query, headers = {} } = {}) {
        const url = query === undefined ? socketUrl(grant, cursor) : `${bench.url}${query}`;
        const socket = new WebSocket(url, { headers: { ...(origin && { Origin: origin }), ...headers } });
        sockets.push(socket);
        return new Promise((resolve, reject) => {
          const visitor = visitorOf(socket);
          socket.on('open', () => resolve(visitor));
          socket.on('unexpected-response', (request, response) => {
            resolve(response.statusCode ?? 0);
            request.destroy();
          });
          socket.on('error', reject);
        });
      },
      async connect(grant, entry) {
        const before = bench.upstream.accepted.length;
        const visitor = await proxy.handshake(grant, entry);
        if (typeof visitor === 'number') throw new Error(`refused with ${visitor}`);
        await until(() => visitor.frames.length > 0);
        const platformSocket = bench.upstream.accepted[before];
        if (!platformSocket) throw new Error('the relay did not connect to the platform');
        // The history is complete after 250 ms without frames.
        bench.clock.advance(250);
        return { visitor, platformSocket };
      },
    };
    return proxy;
  };
}
