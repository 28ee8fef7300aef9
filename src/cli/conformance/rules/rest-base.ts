import {
  activeAlerts,
  agentConversations,
  alertRules,
  attributes,
  audioCache,
  behavior,
  webhookEndpoints,
} from '../../../platform/index.ts';
import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { isWire, type Wire } from '../evidence/frames.ts';
import { byAnswers, notTried, shown } from '../evidence/verdict.ts';
import { also, byStatuses, rowsOf, shape, shapeIssue, statuses, statusIssue } from './rest-answers.ts';

const isPaged = (body: unknown) =>
  isWire(body) && ['cursor', 'next_offset'].some((name) => body[name] != null);

/** */
function pagedLists(evidence: Evidence): Verdict {
  return byAnswers(evidence, 'alerts', ['alert-rules', 'alerts'], (...answers) =>
    answers.some(({ body }) => isPaged(body)) ||
    also(evidence, 'webhooks', ({ body }) => (isPaged(body) ? 'paged' : undefined))
      ? 'a cursor or next_offset'
      : undefined,
  );
}

const timesOf = (rows: readonly Wire[]) =>
  rows.map((row) => Date.parse(String(row['startedAt'] ?? row['createdAt'])));

function agentListIssue(body: Wire, { calls }: Evidence): string | undefined {
  const rows = rowsOf(body, 'conversations');
  if (body['limit'] !== 2 || body['offset'] !== 0)
    return `limit ${shown(body['limit'])} and offset ${shown(body['offset'])} for limit=2&offset=0`;
  if (rows.length > 2) return `${rows.length} conversations for limit=2`;
  const times = timesOf(rows);
  if (times.some((at, index) => index > 0 && at > (times[index - 1] as number)))
    return 'an older conversation first';
  const next = calls['agent-conversations-next'];
  const [second] = next?.kind === 'answered' ? rowsOf(next.body, 'conversations') : [];
  return rows[1] && second && rows[1]['conversationId'] !== second['conversationId']
    ? 'another conversation at offset 1 than the second one'
    : undefined;
}

/** The base host: behaviour, alerts, webhooks, Data API. Rules about changes also count the calls of --write. */
export const REST_BASE_CHECKS: readonly Check[] = [
  shape(
    'R-5.1',
    'GET …/branches/{branch}/behavior answers {behavior: text}',
    'base',
    'behavior',
    behavior.get.answer,
  ),
  statuses('R-5.6', 'PATCH of the behaviour of main gets 422', 'writes', [
    'write-main',
    422,
    'PATCH of main',
  ]),
  shape(
    'R-6.1',
    'GET /v1/alert-rules answers {data: [rule]}; with --write: POST 201, PATCH 200, DELETE 204, then GET 404',
    'alerts',
    'alert-rules',
    alertRules.list.answer,
    (_, evidence) =>
      also(
        evidence,
        'write-rule',
        (answer) => statusIssue(answer, ['', 201, 'POST']) ?? shapeIssue(answer, alertRules.create.answer),
      ) ??
      also(evidence, 'write-rule-delete', (answer) => statusIssue(answer, ['', 204, 'DELETE'])) ??
      also(evidence, 'write-rule-gone', (answer) => statusIssue(answer, ['', 404, 'GET after DELETE'])),
  ),
  {
    rule: 'R-6.2',
    expects: 'GET /v1/alert-rules?enabled=… lists only rules that are enabled, or only those that are not',
    judge: (evidence) =>
      byAnswers(evidence, 'alerts', ['alert-rules-enabled', 'alert-rules-disabled'], (on, off) => {
        if (on.status !== 200 || off.status !== 200) return `status ${on.status} and ${off.status}`;
        const wrong = (body: unknown, value: boolean) =>
          rowsOf(body, 'data').some(({ enabled }) => enabled !== value);
        if (wrong(on.body, true)) return 'a disabled rule for enabled=true';
        return wrong(off.body, false) ? 'an enabled rule for enabled=false' : undefined;
      }),
  },
  statuses('R-6.3', 'POST of an alert rule without its required fields gets 400', 'writes', [
    'write-rule-empty',
    400,
    'POST of {}',
  ]),
  {
    rule: 'R-6.4',
    expects: 'PATCH of an alert rule takes the changed fields, and answers with the changed rule',
    judge: (evidence) =>
      byAnswers(evidence, 'writes', ['write-rule-change'], (answer) => {
        const issue = shapeIssue(answer, alertRules.update.answer);
        const value = isWire(answer.body) ? answer.body['threshold_value'] : undefined;
        return (
          issue ??
          (value === 2_000_000 ? undefined : `threshold_value ${shown(value)} after a change to 2000000`)
        );
      }),
  },
  statuses('R-6.5', 'an id of an alert rule that is not ar_ with letters and digits gets 422', 'alerts', [
    'alert-rule-malformed',
    422,
    'the id "conformance"',
  ]),
  shape('R-7.1', 'GET /v1/alerts answers {data: [alert]}', 'alerts', 'alerts', activeAlerts.list.answer),
  {
    rule: 'R-7.2',
    expects: 'a new alert rule is in the state ok',
    judge: (evidence) =>
      byAnswers(evidence, 'writes', ['write-rule'], ({ body }) => {
        const state = isWire(body) ? body['current_state'] : undefined;
        return state === 'ok' ? undefined : `current_state ${shown(state)}`;
      }),
  },
  {
    rule: 'R-4.1',
    expects: 'lists of alert rules, alerts and webhook endpoints are not paged',
    judge: pagedLists,
  },
  shape(
    'R-8.1',
    'GET /v1/webhook-endpoints answers {data: [endpoint]}; with --write: POST 201, DELETE 204',
    'base',
    'webhooks',
    webhookEndpoints.list.answer,
    (_, evidence) =>
      also(
        evidence,
        'write-hook',
        (answer) =>
          statusIssue(answer, ['', 201, 'POST']) ?? shapeIssue(answer, webhookEndpoints.create.answer),
      ) ?? also(evidence, 'write-hook-delete', (answer) => statusIssue(answer, ['', 204, 'DELETE'])),
  ),
  {
    rule: 'R-8.2',
    expects:
      'only the answers of create and rotate-secret have signing_secret, and rotation makes another one',
    judge: (evidence) =>
      byAnswers(
        evidence,
        'writes',
        ['write-hook', 'write-hook-get', 'write-hook-rotate'],
        (created, read, rotated) => {
          const [first, stored, second] = [created, read, rotated].map(({ body }) =>
            isWire(body) ? body['signing_secret'] : undefined,
          );
          if (typeof first !== 'string') return 'no signing_secret after the creation';
          if (stored !== undefined) return 'a signing_secret in the answer of GET';
          return typeof second === 'string' && second !== first
            ? undefined
            : 'no new signing_secret after rotate-secret';
        },
      ),
  },
  statuses('R-8.3', 'a webhook endpoint whose url is not https is refused with 400 or 422', 'writes', [
    'write-hook-http',
    [400, 422],
    'POST of an endpoint with an http URL',
  ]),
  statuses('R-8.4', 'an id of a webhook endpoint that is not whe_ with letters and digits gets 422', 'base', [
    'webhook-malformed',
    422,
    'the id "conformance"',
  ]),
  shape(
    'R-11.1',
    'GET /v1/agents/{agent}/conversations answers {conversations, count, limit, offset}, newest first',
    'base',
    'agent-conversations',
    agentConversations.list.answer,
    agentListIssue,
  ),
  {
    rule: 'R-11.2',
    expects: 'GET …/conversations/{id} answers the conversation with its turns',
    judge: (evidence) =>
      evidence.calls['agent-conversations'] && !evidence.calls['agent-conversation']
        ? notTried('the agent has no conversation')
        : byAnswers(evidence, 'base', ['agent-conversation'], (answer) => {
            const issue = shapeIssue(answer, agentConversations.get.answer);
            return (
              issue ?? (isWire(answer.body) && Array.isArray(answer.body['turns']) ? undefined : 'no turns')
            );
          }),
  },
  {
    rule: 'R-13.2',
    expects: 'a chat has no recording: 404',
    judge: (evidence) =>
      evidence.calls['agent-conversations'] && !evidence.calls['agent-chat-audio']
        ? notTried('no chat is among the newest two conversations')
        : byStatuses(evidence, 'base', [['agent-chat-audio', 404, 'the recording of a chat']]),
  },
  statuses('R-15.6', 'the status of an unknown call of the agents host gets 404', 'base', [
    'agent-call-unknown',
    404,
    'an unknown call',
  ]),
  shape(
    'R-16.1',
    'GET …/audio-cache answers {entries, totalCount}',
    'base',
    'audio-cache',
    audioCache.list.answer,
    (body) => {
      const entries = rowsOf(body, 'entries').length;
      return entries > 2 ? `${entries} entries for limit=2` : undefined;
    },
  ),
  shape(
    'R-17.1',
    'GET …/branches/{branch}/attributes answers {attributes: [{id, name}]}',
    'base',
    'attributes',
    attributes.list.answer,
  ),
  {
    rule: 'R-17.2',
    expects: 'an attribute without a name is refused with 400 or 422, and PATCH answers {id, name}',
    judge: (evidence) => {
      const refused = byStatuses(evidence, 'writes', [
        ['write-attribute-empty', [400, 422], 'an empty name'],
      ]);
      return refused.outcome === 'kept'
        ? byAnswers(evidence, 'writes', ['write-attribute-change'], (answer) =>
            shapeIssue(answer, attributes.rename.answer),
          )
        : refused;
    },
  },
];
