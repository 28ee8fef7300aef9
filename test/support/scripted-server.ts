import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAwaitableList } from './awaitable-list.ts';

/** Request as received, with its complete body. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedServer<T> {
  readonly port: number;
  readonly received: readonly T[];
  /** Resolves to the n-th request, counted from 1, as soon as it was received. */
  waitForNth(count: number): Promise<T>;
  close(): Promise<void>;
}

/** Certificate with its private key, both in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

interface Script<T> {
  /** Selects the part of a request that is recorded. */
  keep(request: ReceivedRequest): T;
  respond(response: ServerResponse, it: T): void;
  /** Certificate of an https server; without it the server is http. */
  readonly tls?: Certificate | undefined;
}

/** Opens a server on loopback that records requests and responds as scripted. */
export async function openScriptedServer<T>({ keep, respond, tls }: Script<T>): Promise<ScriptedServer<T>> {
  const received = createAwaitableList<T>();
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url: path, headers } = request;
    const it = keep({ method, path, headers, body: Buffer.concat(parts).toString() });
    respond(response, it);
    received.add(it);
  });
  // The http server does not track connections whose TLS handshake has not started.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    received: received.all,
    waitForNth: received.waitForNth,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
