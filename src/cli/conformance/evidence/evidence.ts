import type { Dialect } from '../../../protocol/dialect.ts';

/** The record of a run, as data: rules are judged from it without a network. */

/** Result of an HTTP call. */
export type Answer =
  | {
      readonly kind: 'answered';
      /** Method and path of the call. */
      readonly call: string;
      readonly status: number;
      /** By names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** The JSON of the body; undefined when it is not JSON. */
      readonly body: unknown;
    }
  /** `why` completes "came: …". */
  | { readonly kind: 'failed'; readonly why: string }
  /** The call was not made. */
  | { readonly kind: 'skipped'; readonly why: string };

/** One happening on a socket, in order. A step is a mark of this program. A binary frame is null. */
export type Happening =
  | { readonly kind: 'step'; readonly name: string }
  | { readonly kind: 'sent'; readonly text: string }
  | { readonly kind: 'received'; readonly text: string | null }
  | { readonly kind: 'closed'; readonly code: number };

/** A handshake, and what happened on the socket that it opened. */
export type SocketRecord =
  | { readonly kind: 'opened'; readonly happenings: readonly Happening[] }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'skipped'; readonly why: string };

export interface Evidence {
  readonly calls: Readonly<Record<string, Answer>>;
  readonly sockets: Readonly<Record<string, SocketRecord>>;
  /** Reasons for what was left out, by the part of the run. */
  readonly leftOut: Readonly<Partial<Record<Part, string>>>;
  /** The dialect in which the agent joined. */
  readonly dialect?: Dialect | undefined;
}

/** Parts of a run. `writes` are the calls that change something. */
export type Part =
  | 'sessions'
  | 'conversation'
  | 'end'
  | 'base'
  | 'alerts'
  | 'platform'
  | 'legacy'
  | 'outbound'
  | 'writes';

export type Verdict =
  | { readonly outcome: 'kept' }
  | { readonly outcome: 'broken'; readonly came: string }
  | { readonly outcome: 'not-tried'; readonly why: string };

/** One rule of docs/protocol.md or docs/rest.md that a client can see. */
export interface Check {
  readonly rule: string;
  /** A sentence for people who build a platform. */
  readonly expects: string;
  judge(evidence: Evidence): Verdict;
}
