import type { Clock } from '../base/clock.ts';
import type { Dialect } from '../protocol/dialect.ts';
import { NATURAL_PACE, type Pace } from './agent/pace.ts';
import type { EmulatorOptions } from './emulator.ts';
import { type HostServer, openHostServers } from './hosts/host-servers.ts';
import { MEDIA_PATH } from './hosts/messaging/paths.ts';
import { openStore, type Store } from './store/store.ts';

/** The parts of the platform that every later step of its start builds on. */
export interface Foundation {
  readonly options: EmulatorOptions;
  readonly store: Store;
  readonly hosts: {
    readonly messaging: HostServer;
    readonly base: HostServer;
    readonly platform: HostServer;
  };
  readonly clock: Clock;
  readonly pace: Pace;
  readonly dialect: Dialect;
  /** The address that the hosts listen on. */
  readonly listen: string;
  readonly mediaUrl: string;
  log(line: string): void;
}

/** Opens the store and the servers of the three hosts. Rejects when a file or a port cannot be opened, and leaves none open. */
export async function openFoundation(options: EmulatorOptions, clock: Clock): Promise<Foundation> {
  const { listen = '127.0.0.1', pace = NATURAL_PACE, dialect = 'service', log = () => {} } = options;
  const { port = 0, basePort = 0, platformPort = 0 } = options;
  const store = openStore(options.journal ?? ':memory:');
  const ports = [port, basePort, platformPort] as const;
  const [messaging, base, platform] = await openHostServers(listen, ports).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const hosts = { messaging, base, platform };
  return { options, store, hosts, clock, pace, dialect, listen, mediaUrl: messaging.url + MEDIA_PATH, log };
}
