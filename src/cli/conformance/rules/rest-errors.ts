import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { isWire } from '../evidence/frames.ts';
import {
  type Answered,
  answersOf,
  broken,
  FORBIDDEN,
  isForbidden,
  kept,
  notTried,
  shown,
} from '../evidence/verdict.ts';
import { SESSION_CALLS, TOKEN_CALLS } from '../recording/messaging.ts';
import { byStatuses, statuses } from './rest-answers.ts';

const MESSAGING = new Set<string>([...Object.values(TOKEN_CALLS), ...Object.values(SESSION_CALLS)]);

/** Refusals of the REST hosts. */
const refusals = (evidence: Evidence): readonly Answered[] =>
  answersOf(
    evidence,
    Object.keys(evidence.calls).filter((name) => !MESSAGING.has(name)),
  ).filter(({ status }) => status >= 400);

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** one of the four shapes. */
function hasKnownShape(body: unknown): boolean {
  if (!isWire(body)) return false;
  const { detail } = body;
  const hasDetail = Array.isArray(detail) && detail.every((item) => isWire(item) && isText(item['msg']));
  return ['message', 'error', 'error_message', 'detail'].some((name) => isText(body[name])) || hasDetail;
}

const hasCorrelationId = ({ headers, body }: Answered): boolean =>
  [headers['x-polyai-correlation-id'], isWire(body) ? body['error_id'] : undefined].some(
    (id) => typeof id === 'string' && /^[\w-]{1,40}$/.test(id),
  );

function everyRefusal(evidence: Evidence, isRight: (answer: Answered) => boolean): Verdict {
  const all = refusals(evidence);
  if (all.length === 0) return notTried(evidence.leftOut.base ?? 'no call was refused');
  const wrong = all.find((answer) => !isRight(answer));
  return wrong ? broken(`status ${wrong.status} with ${shown(wrong.body)}, for ${wrong.call}`) : kept;
}

/** Several hosts may show a rule. Those without an address do not count. */
function byHosts(...verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.find(({ outcome }) => outcome === 'broken') ??
    verdicts.find(({ outcome }) => outcome === 'kept') ??
    verdicts[0] ??
    notTried('no host shows it')
  );
}

/** Keys and errors of the REST hosts. */
export const REST_ERROR_CHECKS: readonly Check[] = [
  {
    rule: 'R-1.1',
    expects: 'a key of the base host is worth nothing on the platform host, nor the other way round: 401',
    judge: (evidence) =>
      byHosts(
        byStatuses(evidence, 'base', [
          ['base-foreign-key', 401, 'a key of the platform host on the base host'],
        ]),
        byStatuses(evidence, 'platform', [
          ['platform-foreign-key', 401, 'a key of the base host on the platform host'],
        ]),
      ),
  },
  {
    rule: 'R-1.5',
    expects: 'a missing or unknown key gets 401',
    judge: (evidence) =>
      byHosts(
        byStatuses(evidence, 'base', [
          ['base-without-key', 401, 'a call without a key (base host)'],
          ['base-unknown-key', 401, 'an unknown key (base host)'],
        ]),
        byStatuses(evidence, 'platform', [
          ['platform-without-key', 401, 'a call without a key (platform host)'],
          ['platform-unknown-key', 401, 'an unknown key (platform host)'],
        ]),
      ),
  },
  {
    rule: 'R-1.6',
    expects: 'an agent or project that the key may not see is 404, never 403',
    judge: (evidence) =>
      byHosts(
        byStatuses(evidence, 'base', [['agent-unknown', 404, 'an unknown agent']]),
        byStatuses(evidence, 'platform', [['project-unknown', 404, 'an unknown project']]),
      ),
  },
  {
    rule: 'R-2.1',
    expects: 'a parameter of the wrong shape gets 400',
    judge: (evidence) =>
      byHosts(
        byStatuses(evidence, 'alerts', [['alert-rules-wrong-metric', 400, 'an unknown metric']]),
        byStatuses(evidence, 'platform', [['v3-limit-text', 400, 'a limit that is no number']]),
      ),
  },
  {
    rule: 'R-2.3',
    expects: 'a well-formed id of nothing gets 404',
    judge: (evidence) =>
      byHosts(
        byStatuses(evidence, 'base', [['webhook-unknown', 404, 'an unknown webhook endpoint']]),
        byStatuses(evidence, 'alerts', [['alert-rule-unknown', 404, 'an unknown alert rule']]),
        isForbidden(evidence.calls['agent-conversations'])
          ? FORBIDDEN
          : byStatuses(evidence, 'base', [['agent-conversation-unknown', 404, 'an unknown conversation']]),
      ),
  },
  {
    rule: 'R-2.9',
    expects: 'the body of a refusal is JSON with its text in message, error, error_message or detail',
    judge: (evidence) => everyRefusal(evidence, ({ body }) => hasKnownShape(body)),
  },
  {
    rule: 'R-2.10',
    expects: 'a refusal has a correlation id, in X-PolyAI-Correlation-Id or error_id',
    judge: (evidence) => everyRefusal(evidence, hasCorrelationId),
  },
  statuses(
    'R-2.12',
    'an unknown parameter and a repeated one get 400',
    'alerts',
    ['alert-rules-unknown-field', 400, 'an unknown parameter'],
    ['alert-rules-repeated', 400, 'a repeated parameter'],
  ),
];
