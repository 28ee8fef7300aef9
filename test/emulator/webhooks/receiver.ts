import { webcrypto } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An integrator's end of webhooks for tests. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on: a status with headers, or in its own way. */
  answer(how: number | ((response: ServerResponse) => void), headers?: Record<string, string>): void;
  /** The n-th request, counted from 1, once it is there. */
  nth(count: number): Promise<Received>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let respond: (response: ServerResponse) => void = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: Buffer.concat(parts).toString() });
    respond(response);
    for (const look of [...waiting]) look();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(how, headers = {}) {
      respond = typeof how === 'number' ? (response) => void response.writeHead(how, headers).end() : how;
    },
    nth: (count) =>
      new Promise((found) => {
        const look = () => {
          const request = received[count - 1];
          if (!request) return;
          waiting.delete(look);
          found(request);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Whether a request is signed with a secret, worked out as an integrator would, by another library than the platform's. */
export async function isSigned({ headers, body }: Received, secret: string, prefix = 'x-service-') {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify']);
  const signature = String(headers[`${prefix}signature`]);
  if (!/^[\da-f]{64}$/.test(signature)) return false;
  const signed = bytes(`${headers[`${prefix}timestamp`]}.${body}`);
  return webcrypto.subtle.verify('HMAC', key, Buffer.from(signature, 'hex'), signed);
}
