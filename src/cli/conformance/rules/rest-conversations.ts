import { conversationPage, conversations } from '../../../platform/index.ts';
import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { isWire } from '../evidence/frames.ts';
import { type Answered, byAnswers, notTried, shown } from '../evidence/verdict.ts';
import { rowsOf, shape, shapeIssue, statuses, statusIssue } from './rest-answers.ts';

const conversationsOf = ({ body }: Answered) => rowsOf(body, 'conversations');
const idsOf = (answer: Answered) => conversationsOf(answer).map(({ id }) => id);
const startsOf = (answer: Answered) =>
  conversationsOf(answer).map(({ started_at: at }) => Date.parse(String(at)));
const turnsOf = (answer: Answered) => conversationsOf(answer).flatMap((row) => rowsOf(row, 'turns'));
const NO_CONVERSATION = 'the project has no conversation, or the list is refused (R-10.1)';

/** Fields of errors in a 400. */
function errorIssue(answer: Answered, fields: readonly string[], what: string): string | undefined {
  const issue = statusIssue(answer, ['', 400, what]);
  if (issue !== undefined) return issue;
  const named = rowsOf(answer.body, 'errors').map(({ field }) => field);
  const missing = fields.find((field) => !named.includes(field));
  return missing === undefined ? undefined : `no entry for ${missing} in errors, for ${what}`;
}

function pages(evidence: Evidence): Verdict {
  return byAnswers(evidence, 'platform', ['v3', 'v3-bad-cursor'], (page, bad) => {
    const issue = statusIssue(bad, ['', 400, 'a malformed cursor']);
    if (issue !== undefined || !evidence.calls['v3-next']) return issue;
    return byAnswers(evidence, 'platform', ['v3-next', 'v3-foreign-cursor'], (next, foreign) => {
      if (next.status !== 200) return `status ${next.status} for the cursor of the first page`;
      if (idsOf(next).some((id) => idsOf(page).includes(id)))
        return 'a conversation of the first page on the second one';
      return statusIssue(foreign, ['', 400, 'a cursor with another filter']);
    });
  });
}

function offsets(evidence: Evidence): Verdict {
  return byAnswers(evidence, 'platform', ['v3', 'v3-offset'], (page, offset) => {
    const second = idsOf(page)[1];
    if (second === undefined)
      return notTried('the project has less than two conversations, or the list is refused (R-10.1)');
    return idsOf(offset)[0] === second ? undefined : 'another conversation at offset 1 than the second one';
  });
}

function order(evidence: Evidence): Verdict {
  return byAnswers(evidence, 'platform', ['v3'], (page) => {
    const [first, second] = startsOf(page);
    if (first === undefined || second === undefined)
      return notTried('the project has less than two conversations, or the list is refused (R-10.1)');
    if (first > second) return 'a newer conversation first';
    if (!evidence.calls['v3-range']) return undefined;
    return byAnswers(evidence, 'platform', ['v3-range'], (range) => {
      if (range.status !== 200) return `status ${range.status} for start_time and end_time`;
      if (!idsOf(range).includes(idsOf(page)[0]))
        return 'a range without the conversation at its first moment';
      return idsOf(range).includes(idsOf(page)[1])
        ? 'a range with a conversation at its last moment'
        : undefined;
    });
  });
}

function latencies(evidence: Evidence): Verdict {
  return byAnswers(evidence, 'platform', ['v3-without-latency', 'v3-latency'], (without, withLatency) => {
    const agents = turnsOf(withLatency).filter(
      ({ agent_response: text, user_input: input }) => text && input,
    );
    if (agents.length === 0) return notTried('no conversation has turns');
    if (!agents.some(({ latency }) => typeof latency === 'number'))
      return 'no latency for include_latency=true';
    return turnsOf(without).some(({ latency }) => typeof latency === 'number')
      ? 'a latency without include_latency'
      : undefined;
  });
}

/** Older versions need keys of their own. */
function older(
  evidence: Evidence,
  version: 'v1' | 'v2',
  judge: (answer: Answered) => string | undefined | Verdict,
): Verdict {
  return byAnswers(evidence, 'legacy', [version], (answer) => {
    if (answer.status === 403 || answer.status === 401 || answer.status === 404)
      return notTried(
        `${version} answered ${answer.status}: it needs FOYER_PLATFORM_LEGACY_API_KEY, or is not offered`,
      );
    return shapeIssue(answer, conversations[version].answer) ?? judge(answer);
  });
}

/** Conversations of the platform host. */
export const REST_CONVERSATION_CHECKS: readonly Check[] = [
  statuses(
    'R-3.2',
    'limit of conversations v3 is 1 to 1000; any other gets 400',
    'platform',
    ['v3-limit-most', 200, 'limit=1000'],
    ['v3-limit-none', 400, 'limit=0'],
    ['v3-limit-above', 400, 'limit=1001'],
  ),
  {
    rule: 'R-4.2',
    expects: 'cursor leads to the next page; a malformed one, and one of another filter, get 400',
    judge: pages,
  },
  { rule: 'R-4.3', expects: 'offset leaves out so many conversations at the beginning', judge: offsets },
  {
    rule: 'R-4.5',
    expects: 'version 1 of conversations has no cursor',
    judge: (evidence) =>
      older(evidence, 'v1', ({ body }) =>
        isWire(body) && body['cursor'] != null ? `cursor ${shown(body['cursor'])}` : undefined,
      ),
  },
  shape(
    'R-10.1',
    'GET /v3/{account}/{project}/conversations answers {conversations, next_offset?, cursor?}, and so do v1 and v2 if they are offered',
    'platform',
    'v3',
    conversationPage,
    (body, evidence) => {
      const count = rowsOf(body, 'conversations').length;
      if (count > 2) return `${count} conversations for limit=2`;
      const olderOnes = (['v1', 'v2'] as const).map((version) => older(evidence, version, () => undefined));
      return olderOnes.find(({ outcome }) => outcome === 'broken');
    },
  ),
  statuses('R-10.2', 'query_type together with sample gets 400', 'platform', [
    'v3-two-modes',
    400,
    'query_type and sample together',
  ]),
  statuses('R-10.3', 'variant_id together with variant_name gets 400', 'platform', [
    'v3-two-variants',
    400,
    'variant_id and variant_name together',
  ]),
  {
    rule: 'R-10.4',
    expects: 'every broken rule between parameters is an entry {field, message} of errors in that 400',
    judge: (evidence) =>
      byAnswers(
        evidence,
        'platform',
        ['v3-two-modes', 'v3-two-variants'],
        (modes, variants) =>
          errorIssue(
            modes,
            ['sample', 'query', 'start_time', 'end_time'],
            'query_type and sample without query and times',
          ) ?? errorIssue(variants, ['variant_name'], 'variant_id and variant_name'),
      ),
  },
  {
    rule: 'R-10.5',
    expects: 'channel may be repeated, and filters',
    judge: (evidence) =>
      byAnswers(evidence, 'platform', ['v3-channels'], (answer) => {
        const issue = shapeIssue(answer, conversationPage);
        if (issue !== undefined) return issue;
        const other = conversationsOf(answer).find(
          ({ channel }) => channel !== 'WEBCHAT' && channel !== 'VOICE-SIP',
        );
        return other && `channel ${shown(other['channel'])} for WEBCHAT and VOICE-SIP`;
      }),
  },
  {
    rule: 'R-10.9',
    expects: 'for an absent text version 3 writes an empty string, version 1 null',
    judge: (evidence) =>
      byAnswers(evidence, 'platform', ['v3'], (page) => {
        const names = ['handoff_reason', 'handoff_destination', 'from_number'];
        if (conversationsOf(page).length === 0) return notTried(NO_CONVERSATION);
        const absent = conversationsOf(page).flatMap((row) => names.filter((name) => row[name] === null));
        if (absent.length > 0) return `${absent[0]} null in version 3`;
        if (!evidence.calls['v1']) return undefined;
        const first = older(evidence, 'v1', (answer) => {
          const empty = conversationsOf(answer).flatMap((row) => names.filter((name) => row[name] === ''));
          return empty.length > 0 ? `${empty[0]} "" in version 1` : undefined;
        });
        return first.outcome === 'not-tried' ? undefined : first;
      }),
  },
  {
    rule: 'R-10.10',
    expects: 'turns have their latency with include_latency=true, and not without it',
    judge: latencies,
  },
  {
    rule: 'R-10.11',
    expects: 'conversations come oldest first; a range has its first moment and not its last',
    judge: order,
  },
];
