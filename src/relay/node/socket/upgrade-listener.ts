import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { asksForWebSocket, withoutUpgrade } from './raw-handshake.ts';
import type { RefuseHandshake } from './refuse-handshake.ts';
import type { SocketProxy } from './socket-proxy.ts';

/** Node's HTTP server sets this untyped property on each of its connections. */
const serverOf = (socket: Socket): Server | undefined => (socket as { readonly server?: Server }).server;

/** Creates the `upgrade` listener of a server. There is no proxy in direct mode, because browsers connect to the platform. */
export const createUpgradeListener =
  (proxy: Pick<SocketProxy, 'upgrade'> | undefined, refuse: RefuseHandshake) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const server = asksForWebSocket(request) ? undefined : serverOf(request.socket);
    if (server) return withoutUpgrade(server, request, socket, head);
    if (proxy) return proxy.upgrade(request, socket, head);
    socket.on('error', () => socket.destroy());
    refuse(socket, { status: 404 });
  };
