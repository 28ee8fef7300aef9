import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { type SessionGrant, sessionGrant, socketUrl } from '../../../src/protocol/relay.ts';
import { type Bench, SHOP, until, useBench } from './bench.ts';

/** A browser's end of a socket that the relay carries. */
export interface Visitor {
  readonly socket: WebSocket;
  /** Every text frame so far. */
  readonly frames: string[];
  send(frame: unknown): void;
  say(text: string, clientEventId: string): void;
  /** The code that this side saw. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface Entry {
  readonly origin?: string | null;
  readonly cursor?: number;
  /** In place of what the grant says. */
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

export interface ProxyBench extends Bench {
  create(): Promise<SessionGrant>;
  resume(grant: SessionGrant): Promise<SessionGrant>;
  /** Shakes hands with the relay: a visitor, or the status of the refusal. */
  knock(grant: SessionGrant, entry?: Entry): Promise<Visitor | number>;
  /** The same for one that has to be let in, and the platform's end of it. */
  enter(grant: SessionGrant, entry?: Entry): Promise<{ readonly visitor: Visitor; readonly far: WebSocket }>;
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

/** Relays that carry the sockets, before a scripted platform on loopback. */
export function useProxy(): (options?: Parameters<ReturnType<typeof useBench>>[0]) => Promise<ProxyBench> {
  const open = useBench();
  const sockets: WebSocket[] = [];
  const benches: Bench[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate();
    // Nobody waits for an echo that does not come.
    for (const { upstream } of benches.splice(0)) for (const far of upstream.accepted) far.terminate();
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
      knock(grant, { origin = SHOP, cursor = 0, query, headers = {} } = {}) {
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
      async enter(grant, entry) {
        const before = bench.upstream.accepted.length;
        const visitor = await proxy.knock(grant, entry);
        if (typeof visitor === 'number') throw new Error(`refused with ${visitor}`);
        await until(() => visitor.frames.length > 0);
        const far = bench.upstream.accepted[before];
        if (!far) throw new Error('the platform was not asked');
        // The history is in once it has been quiet.
        bench.clock.advance(250);
        return { visitor, far };
      },
    };
    return proxy;
  };
}
