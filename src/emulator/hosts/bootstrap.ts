import type { Clock } from '../../base/clock.ts';
import { MEDIA_PATH } from '../http/paths.ts';
import { NATURAL_PACE } from '../model/pace.ts';
import { openStore } from '../store/store.ts';
import type { EmulatorOptions } from './emulator.ts';
import { openHostServers } from './host-servers.ts';

/** The store, the servers and the settings that the other parts of the platform use. */
export type Bootstrap = Readonly<Awaited<ReturnType<typeof bootstrap>>>;

/** Opens the store and the servers of the three hosts. Rejects when a file or a port cannot be opened, and leaves none open. */
export async function bootstrap(options: EmulatorOptions, clock: Clock) {
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
