/** Values with an expiry. */
export interface KeyValue {
  /** Stores a value until `keepUntil` (milliseconds since the epoch); replaces an older one. */
  put(key: string, value: string, keepUntil: number): Promise<void>;
  /** Stores a value only if the key has none. True for exactly one of several simultaneous callers. */
  claim(key: string, value: string, keepUntil: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  /** Reads and deletes in one step. Exactly one of several simultaneous callers gets the value. */
  take(key: string): Promise<string | undefined>;
  delete(key: string): Promise<void>;
}

/** Counters of rate limits. */
export interface Counters {
  /** Returns a counter for a limit. */
  limiter(limit: RateLimit): RateLimiter;
}

/** Messages to all relays. None is stored. */
export interface Topics {
  /** Sends a message to all relays that share the store, including this one. */
  publish(topic: string, message: string): Promise<void>;
  /** Receives messages published from now on. Returns an idempotent unsubscribe function. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
}

/** Lists of the latest entries. */
export interface Lists {
  /** Returns the list of that name. All users of a list pass the same bounds. */
  list(bounds: ListBounds): List;
}

/** State that all relays of an installation share. All promises reject with a `StoreError` when the store is unavailable. */
export interface Store extends KeyValue, Counters, Topics, Lists {
  /** Rejects when the store cannot be read or written. */
  check(): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Names of commands, for failure reports. `count` belongs to rate limits, `append` and `read` belong to lists. */
export type StoreOperation = keyof KeyValue | 'publish' | 'count' | 'append' | 'read' | 'check';

/** The store is unavailable or refuses commands. Not caused by the request. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** A code such as `ECONNREFUSED`; never contains a configured value. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`unable to use the store; ${reason}`, options);
    this.reason = reason;
  }
}

/** A rate limit: `times` within `inMs`. */
export interface RateLimit {
  /** Unique within the store. */
  readonly name: string;
  readonly times: number;
  readonly inMs: number;
}

export interface RateLimiter {
  /** Counts one for the key. Returns the earlier count of this period, and the milliseconds until the next period. */
  count(key: string): Promise<{ readonly before: number; readonly retryInMs: number }>;
  /** Counts one for the key. Returns undefined within the limit, else the milliseconds until the next period. */
  consume(key: string): Promise<number | undefined>;
}

export interface ListBounds {
  /** Unique within the store. */
  readonly name: string;
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

export interface List {
  /** Adds an entry and removes the oldest entries beyond the bounds. The caller bounds the size of an entry. */
  append(entry: string): Promise<void>;
  /** Reads up to `count` (at least 1) of the latest entries within the bounds, the newest first. */
  read(count: number): Promise<readonly string[]>;
  /** Like `read`, but only entries before a position, if there is one. The position matches `LIST_POSITION`. */
  readPage(count: number, before?: string): Promise<readonly ListEntry[]>;
}

export interface ListEntry {
  readonly value: string;
  /** Stays the same while the entry is kept. */
  readonly position: string;
}

/** Positions of all stores: a number, or the two numbers of an id in a Redis stream. */
export const LIST_POSITION = /^\d{1,15}(?:-\d{1,15})?$/;
