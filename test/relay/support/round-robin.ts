import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A load balancer for several relays: each request goes to the next one that accepts connections. */
export interface RoundRobin {
  readonly url: string;
  /** Number of requests that each relay received. */
  readonly given: ReadonlyMap<string, number>;
  /** Requests that a relay accepted and never answered, with the time of the request (`performance.now()`). */
  readonly lost: readonly { readonly relay: string; readonly at: number }[];
  close(): Promise<void>;
}

export async function startRoundRobin(relays: readonly string[]): Promise<RoundRobin> {
  const given = new Map<string, number>();
  const lost: { relay: string; at: number }[] = [];
  let next = 0;

  function pass(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    turn: readonly string[],
  ): void {
    const [relay = '', ...others] = turn;
    const { method, headers, url } = incoming;
    let isTaken = false;
    const at = performance.now();
    const onward = request(relay + url, { method, headers, agent: false }, (answer) => {
      given.set(relay, (given.get(relay) ?? 0) + 1);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('socket', (socket) =>
      socket.once('connect', () => {
        isTaken = true;
      }),
    );
    onward.on('error', () => {
      // Only a request that was never accepted is sent to another relay; others may have had an effect.
      if (!isTaken && others.length > 0) return pass(incoming, body, outgoing, others);
      lost.push({ relay, at });
      outgoing.writeHead(502).end();
    });
    onward.end(body);
  }

  const server = createServer(async (incoming, outgoing) => {
    next = (next + 1) % relays.length;
    const turn = [...relays.slice(next), ...relays.slice(0, next)];
    pass(incoming, await buffer(incoming), outgoing, turn);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    lost,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
