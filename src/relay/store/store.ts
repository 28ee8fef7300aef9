/**
 * What relays remember: text under keys, each with a time to live. Answers are promises because other stores are across
 * a network; one that is out of reach rejects with a `StoreFault`.
 */
export interface Store {
  /** Keeps the value, in place of an older one, until `keepUntil` (milliseconds since the epoch). */
  put(key: string, value: string, keepUntil: number): Promise<void>;
  /** Keeps the value only where none is kept; says whether it did. Of several that claim at once, one gets true. */
  claim(key: string, value: string, keepUntil: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  /** Gets and forgets in one step: of several that take at once, one gets the value. */
  take(key: string): Promise<string | undefined>;
  forget(key: string): Promise<void>;
  /** Tells every relay that shares the store, this one included. */
  publish(topic: string, message: string): Promise<void>;
  /** Hears what is published from now on; the returned function ends that and may be called twice. */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  /** Counts what is spent against a limit. */
  limiter(limit: RateLimit): RateLimiter;
  /** Rejects when the store cannot be read or written. */
  check(): Promise<void>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** The store is out of reach, or refuses: nobody's request is to blame. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** A code such as `ECONNREFUSED`; holds no value of the configuration. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`unable to use the store; ${reason}`, options);
    this.reason = reason;
  }
}

/** So many in so long. */
export interface RateLimit {
  /** Tells limits apart that share a store. */
  readonly name: string;
  readonly times: number;
  readonly inMs: number;
}

export interface RateLimiter {
  /** Counts one for the key. undefined: it was within the limit; otherwise the milliseconds to wait. */
  spend(key: string): Promise<number | undefined>;
  /** The same answer without counting. */
  waitOf(key: string): Promise<number | undefined>;
}
