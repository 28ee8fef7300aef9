import type * as z from 'zod';
import { activeAlerts, alertRules, webhookEndpoints } from '../../../platform/index.ts';
import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { isWire } from '../evidence/frames.ts';
import { type Answered, byAnswers, left, shown } from '../evidence/verdict.ts';
import { also, rowsOf, shape, shapeIssue, statuses, statusIssue } from './rest-answers.ts';

const isPaged = (body: unknown) =>
  isWire(body) && ['cursor', 'next_offset'].some((name) => body[name] != null);

/** An account may be full: 409. */
const creationIssue = (answer: Answered, schema: z.ZodType) =>
  answer.status === 409 ? undefined : (statusIssue(answer, ['', 201, 'POST']) ?? shapeIssue(answer, schema));

/** */
function pagedLists(evidence: Evidence): Verdict {
  return byAnswers(evidence, 'alerts', ['alert-rules', 'alerts'], (...answers) =>
    answers.some(({ body }) => isPaged(body)) ||
    also(evidence, 'webhooks', ({ body }) => (isPaged(body) ? 'paged' : undefined))
      ? 'a cursor or next_offset'
      : undefined,
  );
}

/** Alerts and webhooks of the base host. Rules about changes also count the calls of --write. */
export const REST_ALERT_CHECKS: readonly Check[] = [
  shape(
    'R-6.1',
    'GET /v1/alert-rules answers {data: [rule]}; with --write: POST 201, PATCH 200, DELETE 204, then GET 404',
    'alerts',
    'alert-rules',
    alertRules.list.answer,
    (_, evidence) =>
      also(evidence, 'write-rule', (answer) => creationIssue(answer, alertRules.create.answer)) ??
      also(evidence, 'write-rule-delete', (answer) => statusIssue(answer, ['', 204, 'DELETE'])) ??
      also(evidence, 'write-rule-gone', (answer) => statusIssue(answer, ['', 404, 'GET after DELETE'])),
  ),
  {
    rule: 'R-6.2',
    expects: 'GET /v1/alert-rules?enabled=… lists only rules that are enabled, or only those that are not',
    judge: (evidence) =>
      byAnswers(evidence, 'alerts', ['alert-rules-enabled', 'alert-rules-disabled'], (on, off) => {
        const issue = shapeIssue(on, alertRules.list.answer) ?? shapeIssue(off, alertRules.list.answer);
        if (issue !== undefined) return issue;
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
      byAnswers(evidence, 'writes', ['write-rule'], ({ status, body }) => {
        if (status >= 300) return left(evidence, 'writes');
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
      also(evidence, 'write-hook', (answer) => creationIssue(answer, webhookEndpoints.create.answer)) ??
      also(evidence, 'write-hook-delete', (answer) => statusIssue(answer, ['', 204, 'DELETE'])),
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
];
