import { concurrency } from '../../../platform/index.ts';
import type { Check } from '../evidence/evidence.ts';
import { isWire, type Wire } from '../evidence/frames.ts';
import { byAnswers, left } from '../evidence/verdict.ts';
import { rowsOf, shape, statuses, statusIssue } from './rest-answers.ts';

const FIVE_MINUTES_MS = 300_000;

function intervalIssue(body: Wire): string | undefined {
  const times = rowsOf(body, 'intervals').map(({ time }) => Date.parse(String(time)));
  if (times.some((at) => Number.isNaN(at) || at % FIVE_MINUTES_MS !== 0))
    return 'a time that is no multiple of five minutes';
  // One minute after a multiple, for five minutes: rounded down and up these are two intervals.
  return times.length === 2 ? undefined : `${times.length} intervals for a range of two`;
}

/** Concurrency, handoff state and outbound calls. */
export const REST_PLATFORM_CHECKS: readonly Check[] = [
  shape(
    'R-12.1',
    'GET …/conversations/concurrency answers {account_id, project_id, intervals: [{time, …}]}',
    'platform',
    'concurrency',
    concurrency.get.answer,
  ),
  {
    rule: 'R-12.2',
    expects: 'start_time is rounded down and end_time up to five minutes; more than a week gets 400',
    judge: (evidence) =>
      byAnswers(
        evidence,
        'platform',
        ['concurrency', 'concurrency-long'],
        ({ body }, long) =>
          (isWire(body) ? intervalIssue(body) : 'no intervals') ??
          statusIssue(long, ['', 400, 'a range of nine days']),
      ),
  },
  statuses(
    'R-12.3',
    'slice_by=variant gets 200, slice_by=language 501',
    'platform',
    ['concurrency-variant', 200, 'slice_by=variant'],
    ['concurrency-language', 501, 'slice_by=language'],
  ),
  statuses(
    'R-14.1',
    'GET …/handoff_state without id and shared_id gets 400, and an unknown id 404',
    'platform',
    ['handoff-none', 400, 'no id'],
    ['handoff-unknown', 404, 'an unknown id'],
  ),
  {
    rule: 'M-1.5',
    expects: 'the host of outbound calls reads the token in the header of the dialect, and no other: 401',
    judge: (evidence) =>
      evidence.dialect
        ? byAnswers(evidence, 'outbound', ['call-unknown', 'call-other-header'], (own, other) =>
            own.status === 401
              ? 'status 401 for the header of the dialect'
              : statusIssue(other, ['', 401, 'the header of the other dialect']),
          )
        : left(evidence, 'outbound'),
  },
  statuses('R-15.4', 'an id of a call that does not begin with OUT- gets 400', 'outbound', [
    'call-malformed',
    400,
    'the id "conformance"',
  ]),
  statuses('R-15.5', 'the status of an unknown call gets 404', 'outbound', [
    'call-unknown',
    404,
    'an unknown call',
  ]),
];
