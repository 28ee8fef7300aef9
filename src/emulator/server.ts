import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBoundedServer } from '../base/bounded-server.ts';

/** A host of the platform that listens. */
export interface Host {
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** Longer than a call can be told to wait. */
const IDLE_MS = 150_000;

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** An address that reaches what listens on `host` from this machine. */
function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

async function openHost(listen: string, port: number): Promise<Host> {
  // The limits of the relay (S-93).
  const server = createBoundedServer(IDLE_MS);
  const url = originOf(listen, await listening(server, port, listen));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url, server, close };
}

/** Opens a host on each port; rejects when one is taken, with the others closed again. */
export async function openHosts<Ports extends readonly number[]>(
  listen: string,
  ports: Ports,
): Promise<{ readonly [Index in keyof Ports]: Host }> {
  const hosts: Host[] = [];
  try {
    for (const port of ports) hosts.push(await openHost(listen, port));
  } catch (error) {
    for (const host of hosts) await host.close();
    throw error;
  }
  return hosts as { [Index in keyof Ports]: Host };
}
