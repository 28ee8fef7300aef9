import type * as z from 'zod';
import type { conversations } from '../../../platform/index.ts';
import { bucketOf, type Histogram } from './histogram.ts';

/** All numbers are integers, so that sums do not depend on their order. */
export const SUMS = [
  'conversations',
  'inProgress',
  'turns',
  'handoffs',
  'silentConversations',
  'silentTurns',
  'outOfDomainConversations',
  'outOfDomainTurns',
  'seconds',
  'unreadable',
] as const;

/** Counts of conversations. `seconds` is the duration of ended ones; `unreadable` counts those with a readable head only. */
export interface Tally extends Readonly<Record<(typeof SUMS)[number], number>> {
  readonly latency: Histogram;
}

/** Values by name. `rest` is the sum of all names beyond the limit. */
export interface Named<T> {
  readonly named: ReadonlyMap<string, T>;
  readonly rest: T;
}

/** Counts of the conversations that began in a window. */
export interface Rollup {
  readonly all: Tally;
  readonly channels: Named<Tally>;
  readonly variants: Named<Tally>;
  /** Handoffs by reason. */
  readonly reasons: Named<number>;
  /** The highest number of concurrent conversations; undefined: unknown. */
  readonly peak: number | undefined;
}

export type Conversation = z.output<typeof conversations.v3.answer>['conversations'][number];

export const NO_SUMS = Object.fromEntries(SUMS.map((name) => [name, 0])) as Record<(typeof SUMS)[number], 0>;
const NO_TALLY: Tally = { ...NO_SUMS, latency: new Map() };

/** The rollup of a window without conversations. */
export const EMPTY_ROLLUP: Rollup = {
  all: NO_TALLY,
  channels: { named: new Map(), rest: NO_TALLY },
  variants: { named: new Map(), rest: NO_TALLY },
  reasons: { named: new Map(), rest: 0 },
  peak: undefined,
};

/** The agent writes reasons as sentences, and people name variants. */
const MAX_NAME_LENGTH = 120;

/** Copies the text: a slice would keep the whole text in memory. */
const nameOf = (text: string | null | undefined): string =>
  (text ?? '').length > MAX_NAME_LENGTH ? [...(text ?? '').slice(0, MAX_NAME_LENGTH)].join('') : (text ?? '');
/** A count: an integer that is not negative. */
export const whole = (value: number | null | undefined): number =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;

function latencyOf(turns: Conversation['turns']): Histogram {
  const latency = new Map<number, number>();
  for (const turn of turns ?? []) {
    const ms = whole(turn.latency);
    if (ms > 0) latency.set(bucketOf(ms), (latency.get(bucketOf(ms)) ?? 0) + 1);
  }
  return latency;
}

/** The rollup of one conversation. The rollup of a window is the sum of its conversations (`merge`). */
export function rollup(conversation: Conversation, isWhole = true): Rollup {
  const { turns, num_turns, num_silences, num_ood, in_progress, handoff } = conversation;
  const silentTurns = whole(num_silences ?? turns?.filter((turn) => turn.is_silence).length);
  const outOfDomainTurns = whole(num_ood ?? turns?.filter((turn) => turn.is_ood).length);
  const all: Tally = {
    conversations: 1,
    inProgress: in_progress ? 1 : 0,
    turns: whole(num_turns ?? turns?.length),
    handoffs: handoff ? 1 : 0,
    silentConversations: silentTurns > 0 ? 1 : 0,
    silentTurns,
    outOfDomainConversations: outOfDomainTurns > 0 ? 1 : 0,
    outOfDomainTurns,
    seconds: in_progress ? 0 : whole(conversation.total_duration),
    unreadable: isWhole ? 0 : 1,
    latency: latencyOf(turns),
  };
  const under = (name: string): Named<Tally> => ({ named: new Map([[name, all]]), rest: NO_TALLY });
  return {
    all,
    channels: under(nameOf(conversation.channel)),
    variants: under(nameOf(conversation.variant_name || conversation.variant_id)),
    reasons: { named: new Map(handoff ? [[nameOf(conversation.handoff_reason), 1]] : []), rest: 0 },
    peak: undefined,
  };
}
