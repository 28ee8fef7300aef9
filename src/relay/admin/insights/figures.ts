import * as z from 'zod';
import { countOf, quantile } from './histogram.ts';
import type { Tally } from './rollup.ts';

const count = z.int().min(0);
const milliseconds = z.nullable(z.int());
const LATENCY =
  'Estimate, at most 2.5 % off up to 10 min, above that the lowest possible value; null: unknown.';

/** The figures of a range in the admin interface. */
export const figures = z.object({
  conversations: count.describe('Conversations that began in the range.'),
  in_progress: count.describe('Those that had not ended at the last read.'),
  turns: count,
  handoffs: count.describe('Conversations with a handoff.'),
  silent_conversations: count.describe('Conversations with silent turns.'),
  silent_turns: count,
  out_of_domain_conversations: count.describe('Conversations with out-of-domain turns.'),
  out_of_domain_turns: count,
  duration_s: count.describe('Sum of the durations of ended conversations.'),
  unreadable_conversations: count.describe(
    'Conversations that are too long or malformed. Their turns are not counted.',
  ),
  latency_turns: count.describe('Turns whose latency is known.'),
  latency_p50_ms: milliseconds.meta({ description: LATENCY }),
  latency_p95_ms: milliseconds.meta({ description: LATENCY }),
  peak_concurrency: z
    .nullable(count)
    .describe('Highest number of concurrent conversations, as the platform counts; null: unknown.'),
});
export type Figures = z.output<typeof figures>;

export const figuresOf = (tally: Tally, peak: number | undefined): Figures => ({
  conversations: tally.conversations,
  in_progress: tally.inProgress,
  turns: tally.turns,
  handoffs: tally.handoffs,
  silent_conversations: tally.silentConversations,
  silent_turns: tally.silentTurns,
  out_of_domain_conversations: tally.outOfDomainConversations,
  out_of_domain_turns: tally.outOfDomainTurns,
  duration_s: tally.seconds,
  unreadable_conversations: tally.unreadable,
  latency_turns: countOf(tally.latency),
  latency_p50_ms: quantile(tally.latency, 0.5)?.value ?? null,
  latency_p95_ms: quantile(tally.latency, 0.95)?.value ?? null,
  peak_concurrency: peak ?? null,
});
