import type { Clock } from '../../base/clock.ts';
import type { ServerConfig } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { Store, StoreOperation } from '../store/store.ts';
import { authoritiesOf } from './outbound/outbound.ts';
import { createRedisStore } from './redis/redis.ts';

/** Opens the configured store: `memory:`, or the address of a Redis. */
export function openStore(
  { storeUrl: url, certificates }: Pick<ServerConfig, 'storeUrl' | 'certificates'>,
  clock: Clock,
  log: Log,
  onFailure: (operation: StoreOperation) => void = () => {},
): Store {
  if (url === 'memory:') return createMemoryStore(clock);
  return createRedisStore(url, {
    clock,
    tls: authoritiesOf(certificates),
    onFailure,
    onChange(change) {
      if (change.status === 'unreachable') log.error({ reason: change.reason }, 'store unreachable');
      else log.info('store reachable again');
    },
  });
}
