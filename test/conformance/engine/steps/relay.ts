import * as z from 'zod';
import { anything, ms, recordOf, wholeNumber } from '../vocabulary.ts';
import { step } from './step.ts';

/** Answers of the relay and of the platform's HTTP endpoints. */

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
      expect_upstream_calls: wholeNumber.optional(),
    },
    (
      { relay: operation, answer: value, times: count = 1, expect_upstream_calls },
      { backend, upstream, settle },
    ) => {
      if (upstream) upstream.expect(operation, value, expect_upstream_calls, count);
      else backend.answer(operation, value, count);
      return settle();
    },
    ({ expect_upstream_calls }) => (expect_upstream_calls === undefined ? undefined : 'upstream'),
  ),
  // The platform's answers are set before the script starts, see `playScenario`.
  upstream: step(
    { upstream: z.enum(['access-token', 'sessions']), answer, times },
    ({ upstream: name, answer: value, times: count = 1 }, { upstream }) =>
      upstream?.answer(name, value, count),
    'upstream',
  ),
};
