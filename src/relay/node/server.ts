import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RelayConfig } from '../config/config.ts';
import type { ListenAddress } from '../config/values.ts';
import { sideOf } from '../http/listeners.ts';
import { StoreError } from '../store/store.ts';
import { createRelayCore, type Relay, type RelayPorts } from './relay.ts';

/** A relay that listens on a port. */
export interface RunningRelay {
  /** URL for this machine, without a trailing slash. */
  readonly url: string;
  /** The URL of the admin side; undefined unless it has its own listener. */
  readonly adminUrl: string | undefined;
  /** As in `Relay`. */
  reconfigure: Relay['reconfigure'];
  /** As in `Relay`. */
  drain(): Promise<void>;
  /** Accepts no new requests, waits up to 5 s for those in progress, then closes. Idempotent. */
  close(): Promise<void>;
}

const GRACE_MS = 5_000;

/** The URL to print. Wildcard addresses (0.0.0.0 and ::) cannot be opened, so loopback replaces them. */
function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}

const urlOfServer = (server: Server): string => urlOf(server.address() as AddressInfo);

const listenOn = (server: Server, { listen, port }: ListenAddress) =>
  once(server.listen(port, listen), 'listening');

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/**
 * Starts a relay. Rejects with Node's error and its `code` if it cannot listen on the port, and with a plain error if the store is
 * unavailable.
 */
export async function startRelay(
  config: RelayConfig,
  ports: Partial<RelayPorts> = {},
): Promise<RunningRelay> {
  const { adminListen } = config;
  const side = sideOf(config);
  const relay = createRelayCore(config, ports, side);
  try {
    await relay.store.check();
  } catch (error) {
    await relay.close();
    const reason = error instanceof StoreError ? error.reason : String(error);
    throw new Error(`the store of FOYER_STORE_URL is unreachable; ${reason}`, { cause: error });
  }
  const serving = relay.serve(side);
  const server = serving.createServer();
  const adminServing = adminListen && relay.serve('operators');
  const adminServer = adminServing?.createServer();
  const servers = adminServer ? [server, adminServer] : [server];
  // Without this carrier Node answers handshakes as plain requests.
  if (config.carriers.includes('relay')) server.on('upgrade', relay.upgrade);
  try {
    await listenOn(server, config);
    if (adminServer && adminListen) await listenOn(adminServer, adminListen);
  } catch (error) {
    server.close();
    await relay.close();
    throw error;
  }

  const url = urlOfServer(server);
  const adminUrl = adminServer && urlOfServer(adminServer);
  relay.log.info({ url, admin_url: adminUrl }, 'listening');
  relay.begin();

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    const allClosed = servers.map(closed);
    const finished = relay.finish();
    serving.finish();
    adminServing?.finish();
    const cancel = relay.clock.after(GRACE_MS, () => {
      for (const each of servers) each.closeAllConnections();
    });
    await Promise.all([...allClosed, finished]);
    cancel();
    await relay.close();
    relay.log.info('closed');
  }

  return {
    url,
    adminUrl,
    reconfigure: relay.reconfigure,
    drain: relay.drain,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
