import { setMaxListeners } from 'node:events';
import { createClient, ErrorReply } from '@redis/client';
import type { Clock } from '../../../base/clock.ts';
import { startDeadline } from '../../../base/deadline.ts';
import { createEmitter } from '../../../base/emitter.ts';
import { StoreError, type StoreOperation } from '../../store/store.ts';

/** Short, because a visitor waits for the command: a slower Redis counts as unreachable. */
const COMMAND_MS = 2_000;
const CONNECT_MS = 3_000;
/** A connection with pending commands and no answer for this time is replaced. A pause of Redis is usually shorter. */
const SILENCE_MS = 2 * COMMAND_MS;
const RETRY_MS = { first: 100, longest: 2_000 };
/** Limit for pending commands. Further commands fail at once, so that memory is bounded. */
const MAX_WAITING = 10_000;

export interface RedisPorts {
  readonly clock: Clock;
  /** Authorities of `rediss:` addresses; default: Node's. */
  readonly tls?: { readonly ca?: string[] };
  /** Called once when Redis becomes unreachable, and once when it is reachable again. `reason` contains no configured value. */
  readonly onChange: (
    change: { readonly status: 'unreachable'; readonly reason: string } | { readonly status: 'reachable' },
  ) => void;
  /** Called for each command that fails. */
  readonly onFailure: (operation: StoreOperation) => void;
}

/** The reason of an error, without addresses: Node's error code, or the first word of Redis' answer, such as `NOAUTH`. */
function reasonOf(error: Error): string {
  if (error instanceof ErrorReply) return error.message.split(' ', 1)[0] ?? '';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : (error as Error).constructor.name;
}

function openClient(
  url: string,
  tls: RedisPorts['tls'],
  pattern: string,
  onMessage: (message: string, channel: string) => void,
) {
  const client = createClient({
    url,
    name: 'foyer-chat',
    // A command that cannot be sent fails at once; the visitor's browser retries by itself.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING,
    maintNotifications: 'disabled',
    socket: {
      ...(url.startsWith('rediss:') && { tls: true as const, ...tls }),
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries) => Math.min(RETRY_MS.first * 2 ** retries, RETRY_MS.longest),
    },
  });
  /** Resolves after the first connection attempt, successful or not. The client reconnects by itself. */
  const attempted = new Promise<void>((resolve) => {
    client.once('error', () => resolve());
    // Subscribes before the first command. After a reconnect the client subscribes again by itself.
    client.once('ready', () => client.pSubscribe(pattern, onMessage).then(() => resolve(), resolve));
  });
  return { client, attempted };
}

interface Connection extends ReturnType<typeof openClient> {
  /** Number of pending commands. */
  waiting: number;
  /** Time when the first of them was sent, or of the last answer. */
  silentSince: number;
}

type Command<T> = (client: Connection['client']) => Promise<T>;

export type RedisConnection = ReturnType<typeof createRedisConnection>;

/**
 * Creates a connection to a Redis. It opens at the first use and reconnects by itself.
 * @param channels prefix of all channels
 */
export function createRedisConnection(
  url: string,
  channels: string,
  { clock, tls, onChange, onFailure }: RedisPorts,
) {
  const messages = createEmitter<Record<string, string>>();
  const closing = new AbortController();
  // One listener for each command in progress.
  setMaxListeners(0, closing.signal);
  let connection: Connection | undefined;
  /** The reason why Redis is unreachable; undefined while it is reachable. */
  let unreachableReason: string | undefined;

  function markUnreachable(reason: string): void {
    if (unreachableReason === undefined && !closing.signal.aborted)
      onChange({ status: 'unreachable', reason });
    unreachableReason = reason;
  }

  function markReachable(): void {
    if (unreachableReason !== undefined) onChange({ status: 'reachable' });
    unreachableReason = undefined;
  }

  function connect(): Connection {
    const made = {
      ...openClient(url, tls, `${channels}*`, (message, channel) => messages.emit(channel, message)),
      waiting: 0,
      silentSince: clock.now(),
    };
    made.client.on('ready', markReachable);
    made.client.on('error', (error: Error) => markUnreachable(reasonOf(error)));
    made.client.connect().catch(() => {});
    return made;
  }

  function drop({ client }: Connection, reason: string): void {
    connection = undefined;
    client.destroy();
    markUnreachable(reason);
  }

  /** Drops a silent connection. One late command is no reason, because the others would be lost with it. */
  function dropSilent(): void {
    if (!connection || connection.waiting === 0) return;
    if (clock.now() - connection.silentSince >= SILENCE_MS) drop(connection, 'ETIMEDOUT');
  }

  /** After a failover the old connection leads to a replica; a new one may lead to the new master. */
  function dropReadOnly(on: Connection, error: unknown): void {
    if (on === connection && error instanceof ErrorReply && reasonOf(error) === 'READONLY')
      drop(on, 'READONLY');
  }

  function send<T>(on: Connection, command: Command<T>): Promise<T> {
    if (on.waiting === 0) on.silentSince = clock.now();
    on.waiting += 1;
    const answer = on.attempted.then(() => command(on.client));
    const settled = (isAnswer: boolean) => {
      on.waiting -= 1;
      if (isAnswer) on.silentSince = clock.now();
    };
    // Late answers count, too, and so do errors of Redis.
    answer.then(
      () => settled(true),
      (error) => settled(error instanceof ErrorReply),
    );
    return answer;
  }

  async function execute<T>(operation: StoreOperation, command: Command<T>): Promise<T> {
    if (closing.signal.aborted) throw new StoreError('closed');
    dropSilent();
    connection ??= connect();
    const used = connection;
    const deadline = startDeadline(clock, COMMAND_MS, closing.signal);
    const late = new Promise<never>((_, reject) =>
      deadline.signal.addEventListener('abort', () => reject(new StoreError('ETIMEDOUT'))),
    );
    try {
      return await Promise.race([send(used, command), late]);
    } catch (error) {
      if (!closing.signal.aborted) onFailure(operation);
      dropSilent();
      dropReadOnly(used, error);
      if (error instanceof StoreError) throw error;
      throw new StoreError(unreachableReason ?? reasonOf(error as Error), { cause: error });
    } finally {
      deadline.clear();
    }
  }

  return {
    /** Sends a command. Rejects with a `StoreError` while Redis is unreachable, and after two seconds without an answer. */
    execute,
    /** Receives the messages of a channel from now on. Returns an idempotent unsubscribe function. */
    subscribe(channel: string, listener: (message: string) => void): () => void {
      connection ??= connect();
      return messages.on(channel, listener);
    },
    /** Idempotent. */
    close(): void {
      closing.abort();
      messages.clear();
      connection?.client.destroy();
      connection = undefined;
    },
  };
}
