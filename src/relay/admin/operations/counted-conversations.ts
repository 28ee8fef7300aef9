import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { ruleSentences, withRules } from '../../../platform/fields.ts';
import type { Insights } from '../insights/insights.ts';
import { MAX_LISTED } from '../insights/read-counted.ts';
import { operation } from '../operation.ts';
import { COUNTED_RULES, countedFields, readCountedRange } from './counted-range.ts';
import { iso, ORDER, READS_INSIGHTS, rangeQuery, reach, time } from './insights-range.ts';

const query = withRules(z.strictObject({ ...rangeQuery, ...countedFields }), [ORDER, ...COUNTED_RULES]);

/** The operation that tells which conversations a figure has counted. It does not call the platform. */
export const countedConversations = (insights: Insights | undefined) =>
  operation({
    ...READS_INSIGHTS,
    id: 'listCountedConversations',
    summary: 'The conversations that a figure has counted',
    path: '/insights/conversations',
    query,
    rules: ruleSentences(query),
    answer: z.object({
      ...reach,
      conversations: z
        .array(
          z.object({
            id: z.string(),
            started_at: time.meta({ description: 'Whole seconds.' }),
            slowest_ms: z.nullable(z.int()).meta({ description: 'Its slowest turn; null: unknown.' }),
          }),
        )
        .meta({ description: `The newest first, at most ${MAX_LISTED}.` }),
      total: z.nullable(z.int()).meta({
        description: 'How many there are, as `overview` counts; null: not known.',
      }),
      is_complete: z.boolean().meta({ description: 'true: all of them are listed.' }),
      note: z.nullable(z.string()).meta({ description: 'Why some are missing; null: none is.' }),
    }),
    async perform({ query }) {
      const counted = await readCountedRange(insights, query);
      if (!counted.ok) return counted;
      const { reach, conversations, total, note } = counted.value;
      return ok(
        Response.json({
          ...reach,
          conversations: conversations.map((it) => ({
            id: it.id,
            started_at: iso(it.startedAt),
            slowest_ms: it.slowestMs || null,
          })),
          total: total ?? null,
          is_complete: note === undefined,
          note: note ?? null,
        }),
      );
    },
  });
