import type { Carrier } from './relay.ts';

/** Counts of a page's life (M-14.18): an indication for operators, without text, id or address. */

/** The largest report, in bytes. */
export const MAX_HEALTH_BYTES = 300;

/** Codes of errors that a report counts. They are those of `Trouble`. */
export const HEALTH_ERRORS = [
  'configuration',
  'unreachable',
  'socket_blocked',
  'too_many_windows',
  'expired',
  'no_history',
  'internal',
] as const;
export type HealthError = (typeof HEALTH_ERRORS)[number];

/** Larger values are clamped. */
export const MAX_HEALTH_MS = 600_000;
export const MAX_HEALTH_COUNT = 99;

/** Without a connection after this time an opened chat could not connect: the long wait of M-12.23. */
export const HEALTH_PATIENCE_MS = 15_000;

/** Counts of a page since its last report. */
export interface HealthReport {
  /** Version of the widget. */
  readonly version: string;
  /** Outcome of the opened chat; in the first report that knows it. */
  readonly opened?: 'usable' | 'failed' | undefined;
  /** From the start of the conversation until the visitor could talk. */
  readonly usable_ms?: number | undefined;
  /** From the first measured message of the visitor until the first word of an answer. */
  readonly first_word_ms?: number | undefined;
  /** The way to the platform; absent: the relay's only one. */
  readonly carrier?: Carrier | undefined;
  readonly reconnects?: number | undefined;
  /** Messages of the visitor that failed. */
  readonly failed?: number | undefined;
  readonly errors?: Readonly<Partial<Record<HealthError, number>>> | undefined;
}

/** A report with its carrier. */
export interface CarriedReport extends HealthReport {
  readonly carrier: Carrier;
}
