import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy as stands in front of several relays: each request to the next one that takes connections. */
export interface RoundRobin {
  readonly url: string;
  /** How many requests each relay was given. */
  readonly given: ReadonlyMap<string, number>;
  /** Requests that a relay took and never answered, and when it was given them (`performance.now()`). */
  readonly lost: readonly { readonly relay: string; readonly at: number }[];
  close(): Promise<void>;
}

export async function startRoundRobin(relays: readonly string[]): Promise<RoundRobin> {
  const given = new Map<string, number>();
  const lost: { relay: string; at: number }[] = [];
  let next = 0;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, turn: readonly string[]): void {
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
      // What was never taken may be given to another; what was may have had its effect.
      if (!isTaken && others.length > 0) return pass(incoming, outgoing, others);
      lost.push({ relay, at });
      outgoing.writeHead(502).end();
    });
    onward.end();
  }

  const server = createServer((incoming, outgoing) => {
    next = (next + 1) % relays.length;
    pass(incoming, outgoing, [...relays.slice(next), ...relays.slice(0, next)]);
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
