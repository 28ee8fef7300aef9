import { own } from '../../base/own.ts';
import { VERSION } from '../../base/version.ts';
import type { ConnectionStatus } from '../../chat/model/model.ts';
import type { Carrier } from '../../protocol/relay.ts';
import {
  HEALTH_PATIENCE_MS,
  type HealthError,
  type HealthReport,
  MAX_HEALTH_COUNT,
  MAX_HEALTH_MS,
} from '../../protocol/visitor-health.ts';
import type { HealthTimes } from '../context/report-health.ts';

/** Counts since the last report. */
export interface HealthCounts {
  readonly connection: ConnectionStatus;
  /** The last status before the conversation rests: it does so as soon as the page is left. */
  readonly shown: ConnectionStatus;
  /** The connection was lost and has not come back. */
  readonly isLost: boolean;
  readonly reconnects: number;
  readonly failed: number;
  readonly errors: Readonly<Partial<Record<HealthError, number>>>;
  readonly firstWordMs: number | undefined;
  /** Reported already, as all of a page is reported once. */
  readonly isOutcomeKnown: boolean;
}

export type HealthInput =
  | { readonly type: 'connection'; readonly status: ConnectionStatus }
  | { readonly type: 'error'; readonly code: HealthError }
  | { readonly type: 'message-failed' }
  | { readonly type: 'first-word'; readonly inMs: number }
  | { readonly type: 'reported'; readonly report: HealthReport };

export const NO_COUNTS: HealthCounts = {
  connection: 'idle',
  shown: 'idle',
  isLost: false,
  reconnects: 0,
  failed: 0,
  errors: own({}),
  firstWordMs: undefined,
  isOutcomeKnown: false,
};

/** A connection that should be there, and is not. */
const isDown = (status: ConnectionStatus): boolean =>
  status === 'reconnecting' || status === 'offline' || status === 'failed';

export function fold(counts: HealthCounts, input: HealthInput): HealthCounts {
  switch (input.type) {
    case 'connection': {
      const { status } = input;
      const isBack = status === 'online' && counts.isLost;
      return {
        ...counts,
        connection: status,
        shown: status === 'idle' ? counts.shown : status,
        isLost: !isBack && (counts.isLost || (counts.connection === 'online' && isDown(status))),
        reconnects: counts.reconnects + (isBack ? 1 : 0),
      };
    }
    case 'error':
      return {
        ...counts,
        errors: own({ ...counts.errors, [input.code]: (counts.errors[input.code] ?? 0) + 1 }),
      };
    case 'message-failed':
      return { ...counts, failed: counts.failed + 1 };
    case 'first-word':
      return { ...counts, firstWordMs: input.inMs };
    case 'reported':
      return {
        ...NO_COUNTS,
        connection: counts.connection,
        shown: counts.shown,
        isLost: counts.isLost,
        isOutcomeKnown: counts.isOutcomeKnown || input.report.opened !== undefined,
      };
  }
}

const within = (value: number, most: number): number => Math.round(Math.min(Math.max(value, 0), most));
/** Leaves out 0. */
const countOf = (value: number): number | undefined => within(value, MAX_HEALTH_COUNT) || undefined;
const ms = (value: number): number => within(value, MAX_HEALTH_MS);

/** Outcome of the opened chat; undefined: not known yet. */
function outcomeOf(
  shown: ConnectionStatus,
  { startedAt = 0, usableAt }: HealthTimes,
  now: number,
): HealthReport['opened'] {
  if (usableAt !== undefined) return 'usable';
  const isLate = now - startedAt >= HEALTH_PATIENCE_MS && shown !== 'idle' && shown !== 'ended';
  return shown === 'failed' || isLate ? 'failed' : undefined;
}

/**
 * The report of a page; undefined: the visitor has not opened the chat, or nothing is new.
 * @param carrier of the connection, if there is a session
 */
export function reportOf(
  counts: HealthCounts,
  times: HealthTimes,
  now: number,
  carrier: Carrier | null,
): HealthReport | undefined {
  const { startedAt, usableAt = 0 } = times;
  if (startedAt === undefined) return undefined;
  const opened = counts.isOutcomeKnown ? undefined : outcomeOf(counts.shown, times, now);
  const errors = Object.entries(counts.errors).map(([code, count]) => [code, countOf(count)] as const);
  const news = {
    opened,
    carrier: opened === undefined ? undefined : (carrier ?? undefined),
    usable_ms: opened === 'usable' ? ms(usableAt - startedAt) : undefined,
    first_word_ms: counts.firstWordMs === undefined ? undefined : ms(counts.firstWordMs),
    reconnects: countOf(counts.reconnects),
    failed: countOf(counts.failed),
    errors: errors.length > 0 ? Object.fromEntries(errors) : undefined,
  };
  return Object.values(news).some((value) => value !== undefined) ? { version: VERSION, ...news } : undefined;
}
