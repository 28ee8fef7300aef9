import * as z from 'zod';
import { countOf, quantile } from './histogram.ts';
import type { Tally } from './rollup.ts';

const count = z.int().min(0);
const milliseconds = z.nullable(z.int());
const LATENCY =
  'Estimate, at most 2.5 % off up to 10 min, and of more the lowest that it may be; null: unknown.';

/** The figures of a range, as the admin interface gives them. */
export const figures = z.object({
  conversations: count.meta({ description: 'Conversations that began in the range.' }),
  in_progress: count.meta({ description: 'Of these, those that had not ended when they were last read.' }),
  turns: count,
  handoffs: count.meta({ description: 'Conversations with a handoff.' }),
  silent_conversations: count.meta({ description: 'Conversations with silent turns.' }),
  silent_turns: count,
  out_of_domain_conversations: count.meta({ description: 'Conversations with out-of-domain turns.' }),
  out_of_domain_turns: count,
  duration_s: count.meta({ description: 'Sum of the durations of the conversations that have ended.' }),
  unreadable_conversations: count.meta({
    description: 'Of these, those that are too long or malformed: their turns are not counted.',
  }),
  latency_turns: count.meta({ description: 'Turns whose latency is known.' }),
  latency_p50_ms: milliseconds.meta({ description: LATENCY }),
  latency_p95_ms: milliseconds.meta({ description: LATENCY }),
  peak_concurrency: z.nullable(count).meta({
    description: 'Highest number of concurrent conversations, as the platform counts; null: unknown.',
  }),
});
export type Figures = z.output<typeof figures>;

export const figuresOf = (it: Tally, peak: number | undefined): Figures => ({
  conversations: it.conversations,
  in_progress: it.inProgress,
  turns: it.turns,
  handoffs: it.handoffs,
  silent_conversations: it.silentConversations,
  silent_turns: it.silentTurns,
  out_of_domain_conversations: it.outOfDomainConversations,
  out_of_domain_turns: it.outOfDomainTurns,
  duration_s: it.seconds,
  unreadable_conversations: it.unreadable,
  latency_turns: countOf(it.latency),
  latency_p50_ms: quantile(it.latency, 0.5)?.value ?? null,
  latency_p95_ms: quantile(it.latency, 0.95)?.value ?? null,
  peak_concurrency: peak ?? null,
});
