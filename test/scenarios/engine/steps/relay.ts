import * as z from 'zod';
import { anything, ms, recordOf, whole } from '../words.ts';
import { step } from './step.ts';

/** What the relay and the platform's REST surfaces answer. */

const answer = z.strictObject({
  status: z.int().min(100).max(599),
  json: anything.optional(),
  body: z.string().optional(),
  headers: recordOf(z.string()).optional() as z.ZodType<Record<string, string> | undefined>,
  delay_ms: ms.optional(),
});
const reply = z.union([
  z.literal('hang'),
  z.enum(['refuse', 'network_error', 'drop', 'reset']).transform(() => 'refuse' as const),
  answer,
]);
const times = z.int().min(1).optional();

export const relay = {
  relay: step(
    {
      relay: z.enum(['create', 'resume', 'session_status', 'end']),
      answer: reply,
      times,
      expect_upstream_calls: whole.optional(),
    },
    (
      { relay: operation, answer: it, times: count = 1, expect_upstream_calls },
      { far, upstream, settle },
    ) => {
      if (upstream) upstream.expect(operation, it, expect_upstream_calls, count);
      else far.answer(operation, it, count);
      return settle();
    },
    ({ expect_upstream_calls }) => (expect_upstream_calls === undefined ? undefined : 'upstream'),
  ),
  // What the platform answers has to be there before the relay asks: see `play`.
  upstream: step(
    { upstream: z.enum(['access-token', 'sessions']), answer, times },
    ({ upstream: name, answer: it, times: count = 1 }, { upstream }) => upstream?.answer(name, it, count),
    'upstream',
  ),
};
