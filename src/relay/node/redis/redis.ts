import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { digest, toBase64Url } from '../../../base/digest.ts';
import { createRateLimiter } from '../../store/limiter.ts';
import type { Store } from '../../store/store.ts';
import { createRedisConnection, type RedisPorts } from './redis-connection.ts';
import { createRedisList } from './redis-lists.ts';

/** Separates Foyer's keys from other applications' keys in the same Redis. */
const PREFIX = 'foyer:';
const TOPIC = `${PREFIX}topic:`;

/**
 * Creates a store in a Redis (6.2 or later). Several relays can share it. It connects at the first use and reconnects by itself;
 * while it is disconnected, commands reject with a `StoreError`.
 */
export function createRedisStore(url: string, ports: RedisPorts): Store {
  const { clock } = ports;
  const connection = createRedisConnection(url, TOPIC, ports);
  const { execute } = connection;

  /** Time to live in milliseconds; Redis does not accept 0. */
  const ttl = (keepUntil: number) => Math.max(1, Math.ceil(keepUntil - clock.now()));

  return {
    async put(key, value, keepUntil) {
      await execute('put', (client) => client.set(PREFIX + key, value, { PX: ttl(keepUntil) }));
    },
    claim: async (key, value, keepUntil) =>
      (await execute('claim', (client) =>
        client.set(PREFIX + key, value, { PX: ttl(keepUntil), NX: true }),
      )) !== null,
    get: async (key) => (await execute('get', (client) => client.get(PREFIX + key))) ?? undefined,
    take: async (key) => (await execute('take', (client) => client.getDel(PREFIX + key))) ?? undefined,
    async delete(key) {
      await execute('delete', (client) => client.del(PREFIX + key));
    },
    async publish(topic, message) {
      await execute('publish', (client) => client.publish(TOPIC + topic, message));
    },
    subscribe: (topic, listener) => connection.subscribe(TOPIC + topic, listener),
    limiter({ name, times, inMs }) {
      const limit = { keyPrefix: `${PREFIX}limit:${name}`, points: times, duration: inMs / 1_000 };
      return createRateLimiter(
        new RateLimiterRedis({
          ...limit,
          // The only command that the limiter uses. It has the usual deadline.
          storeClient: {
            eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
              execute('count', (client) => client.EVAL(script, options)),
          },
          useRedisPackage: true,
          // While Redis is unreachable, each relay counts on its own.
          insuranceLimiter: new RateLimiterMemory(limit),
        }),
        // S-137: Redis stores no addresses of visitors.
        (key) => toBase64Url(digest(key)),
      );
    },
    list: (bounds) => createRedisList(connection, `${PREFIX}list:${bounds.name}`, bounds),
    async check() {
      // A ping is not enough: a read-only replica answers it, too.
      await execute('check', (client) => client.set(`${PREFIX}check`, '1', { PX: 10_000 }));
    },
    async close() {
      connection.close();
    },
  };
}
