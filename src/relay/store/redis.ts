import { setMaxListeners } from 'node:events';
import { createClient, ErrorReply } from '@redis/client';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../base/clock.ts';
import { startDeadline } from '../../base/deadline.ts';
import { createEmitter } from '../../base/emitter.ts';
import { spendFrom } from './limiter.ts';
import { type Store, StoreFault } from './store.ts';

/** A Redis may hold what is somebody else's, too. */
const PREFIX = 'foyer:';
const TOPIC = `${PREFIX}topic:`;

/** A visitor waits for this: a Redis that takes longer is as good as away. */
const COMMAND_MS = 2_000;
const CONNECT_MS = 3_000;
const RETRY_MS = { first: 100, longest: 2_000 };
/** Commands that wait for an answer; beyond it new ones fail at once and do not fill the memory. */
const MAX_WAITING = 10_000;

export interface RedisPorts {
  readonly clock: Clock;
  /** Told once when Redis gets out of reach, with a reason that holds no value of the configuration, and once when it is back. */
  readonly onChange: (
    change: { readonly at: 'away'; readonly reason: string } | { readonly at: 'back' },
  ) => void;
}

/** What went wrong, without addresses: a code of Node's, or the first word that Redis answered (`NOAUTH`). */
function reasonOf(error: Error): string {
  if (error instanceof ErrorReply) return error.message.split(' ', 1)[0] ?? '';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : (error as Error).constructor.name;
}

function createConnection(url: string, onNews: (message: string, channel: string) => void) {
  const client = createClient({
    url,
    name: 'foyer-chat',
    // A command that cannot be sent now fails now: a visitor's browser has patience of its own.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries) => Math.min(RETRY_MS.first * 2 ** retries, RETRY_MS.longest),
    },
  });
  /** Over once the first attempt is, whatever came of it; the client goes on trying by itself. */
  const attempted = new Promise<void>((resolve) => {
    client.once('error', () => resolve());
    // Subscribed before anything is asked; after a loss the client subscribes again by itself.
    client.once('ready', () => client.pSubscribe(`${TOPIC}*`, onNews).then(() => resolve(), resolve));
  });
  return { client, attempted };
}
type Connection = ReturnType<typeof createConnection>;

/**
 * Keeps everything in a Redis (6.2 or later) that several relays may share. It connects at the first use, and again by
 * itself; what is asked meanwhile rejects with a `StoreFault`.
 */
export function createRedisStore(url: string, { clock, onChange }: RedisPorts): Store {
  const news = createEmitter<Record<string, string>>();
  const closing = new AbortController();
  // One listener for each command under way.
  setMaxListeners(0, closing.signal);
  let connection: Connection | undefined;
  /** Why Redis is out of reach; undefined while it is not. */
  let away: string | undefined;

  function lose(reason: string): void {
    if (away === undefined && !closing.signal.aborted) onChange({ at: 'away', reason });
    away = reason;
  }

  function find(): void {
    if (away !== undefined) onChange({ at: 'back' });
    away = undefined;
  }

  function connect(): Connection {
    const made = createConnection(url, (message, channel) => news.emit(channel.slice(TOPIC.length), message));
    made.client.on('ready', find);
    made.client.on('error', (error: Error) => lose(reasonOf(error)));
    made.client.connect().catch(() => {});
    return made;
  }

  async function ask<T>(command: (client: Connection['client']) => Promise<T>): Promise<T> {
    if (closing.signal.aborted) throw new StoreFault('closed');
    connection ??= connect();
    const { client, attempted } = connection;
    const deadline = startDeadline(clock, COMMAND_MS, closing.signal);
    const late = new Promise<never>((_, reject) =>
      deadline.signal.addEventListener('abort', () => reject(new StoreFault('ETIMEDOUT'))),
    );
    try {
      return await Promise.race([attempted.then(() => command(client)), late]);
    } catch (error) {
      // A connection that swallows commands is not mended by waiting: the next command gets another one.
      if (deadline.isOver() && connection?.client === client) {
        connection = undefined;
        client.destroy();
        lose('ETIMEDOUT');
      }
      if (error instanceof StoreFault) throw error;
      throw new StoreFault(away ?? reasonOf(error as Error), { cause: error });
    } finally {
      deadline.clear();
    }
  }

  /** Milliseconds to live; Redis knows no 0. */
  const ttl = (keepUntil: number) => Math.max(1, Math.ceil(keepUntil - clock.now()));

  return {
    async put(key, value, keepUntil) {
      await ask((client) => client.set(PREFIX + key, value, { PX: ttl(keepUntil) }));
    },
    claim: async (key, value, keepUntil) =>
      (await ask((client) => client.set(PREFIX + key, value, { PX: ttl(keepUntil), NX: true }))) !== null,
    get: async (key) => (await ask((client) => client.get(PREFIX + key))) ?? undefined,
    take: async (key) => (await ask((client) => client.getDel(PREFIX + key))) ?? undefined,
    async forget(key) {
      await ask((client) => client.del(PREFIX + key));
    },
    async publish(topic, message) {
      await ask((client) => client.publish(TOPIC + topic, message));
    },
    subscribe(topic, listener) {
      connection ??= connect();
      return news.on(topic, listener);
    },
    limiter({ name, times, inMs }) {
      const limit = { keyPrefix: `${PREFIX}limit:${name}`, points: times, duration: inMs / 1_000 };
      return spendFrom(
        new RateLimiterRedis({
          ...limit,
          // The one command that it uses, with the deadline of all others.
          storeClient: {
            eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
              ask((client) => client.EVAL(script, options)),
          },
          useRedisPackage: true,
          // A Redis that is away locks nobody out: each relay counts for itself then.
          insuranceLimiter: new RateLimiterMemory(limit),
        }),
      );
    },
    async check() {
      // A replica answers a ping and takes no sessions.
      await ask((client) => client.set(`${PREFIX}check`, '1', { PX: 10_000 }));
    },
    async close() {
      closing.abort();
      news.clear();
      connection?.client.destroy();
      connection = undefined;
    },
  };
}
