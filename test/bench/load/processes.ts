/** Messages between the processes of a load. */

export type ClientsCommand =
  | { readonly type: 'balance'; readonly relays: readonly string[] }
  | { readonly type: 'join'; readonly first: number; readonly count: number }
  | { readonly type: 'talk'; readonly everyMs: number }
  | { readonly type: 'churn'; readonly everyMs: number }
  /** Answered when everybody is online again. */
  | { readonly type: 'come-back' }
  /** Answered when no message is on its way. */
  | { readonly type: 'settle' };

export interface ClientsReport {
  /** Times of handshakes, in milliseconds since the epoch. */
  readonly asked?: readonly number[];
  readonly opened?: readonly number[];
  /** Session, texts that were said, and those that the page shows as sent. */
  readonly said?: readonly (readonly [string, readonly string[], readonly string[]])[];
}

/** `close-all` closes all sockets with 1012; `stored` is answered with a report. */
export type PlatformQuestion = 'close-all' | 'stored';

export interface PlatformReport {
  /** Session, and the visitor's texts in the platform's journal. */
  readonly stored: readonly (readonly [string, readonly string[]])[];
}
