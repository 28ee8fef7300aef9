import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { json, type Received, type Reply } from '../../relay/support/upstream.ts';

/** A host of the platform with the replies that a test sets. Uses real HTTP on loopback. */
export interface FakeHost {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves once that many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Queues replies; the last one is repeated. */
  reply(...replies: Reply[]): void;
  close(): Promise<void>;
}

async function startFakeHost(): Promise<FakeHost> {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const it = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    received.push(it);
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? json(500, {});
    reply(response, it);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    reply: (...next) => void replies.splice(0, replies.length, ...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts hosts that are closed after each test. */
export function useFakeHost(): () => Promise<FakeHost> {
  const open: FakeHost[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((host) => host.close()));
  });
  return async () => {
    const host = await startFakeHost();
    open.push(host);
    return host;
  };
}
