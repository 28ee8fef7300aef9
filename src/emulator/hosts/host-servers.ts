import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBoundedServer } from '../../base/bounded-server.ts';

/** The HTTP server of one host, listening. */
export interface HostServer {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** Longer than any wait that an injected fault can cause. */
const IDLE_MS = 150_000;

/** The origin under which this machine reaches a server that listens on `host`. */
function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

async function openHostServer(listen: string, port: number): Promise<HostServer> {
  // S-93: the relay's limits.
  const server = createBoundedServer({ idleMs: IDLE_MS });
  await once(server.listen(port, listen), 'listening');
  const url = originOf(listen, (server.address() as AddressInfo).port);
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url, server, close };
}

/** Opens a server on each port. When a port is taken, closes the others and rejects. */
export async function openHostServers<Ports extends readonly number[]>(
  listen: string,
  ports: Ports,
): Promise<{ readonly [Index in keyof Ports]: HostServer }> {
  const hosts: HostServer[] = [];
  try {
    for (const port of ports) hosts.push(await openHostServer(listen, port));
  } catch (error) {
    for (const host of hosts) await host.close();
    throw error;
  }
  return hosts as { [Index in keyof Ports]: HostServer };
}
