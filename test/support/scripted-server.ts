import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createArrivals } from './arrivals.ts';

/** A request as it came, read to its end. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedServer<T> {
  readonly port: number;
  readonly received: readonly T[];
  /** The n-th request, counted from 1, once it is there. */
  nth(count: number): Promise<T>;
  close(): Promise<void>;
}

/** With its private key, both in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

interface Script<T> {
  /** What is kept of a request. */
  keep(request: Received): T;
  respond(response: ServerResponse): void;
  /** By https, with this certificate. */
  readonly tls?: Certificate | undefined;
}

/** Somebody else's server on loopback, for tests: it keeps what it is asked, and answers as it is told. */
export async function openScriptedServer<T>({ keep, respond, tls }: Script<T>): Promise<ScriptedServer<T>> {
  const received = createArrivals<T>();
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url: path, headers } = request;
    const it = keep({ method, path, headers, body: Buffer.concat(parts).toString() });
    respond(response);
    received.add(it);
  });
  // A server of http knows of none whose TLS has not begun yet.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    received: received.all,
    nth: received.nth,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
