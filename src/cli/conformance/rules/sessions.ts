import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { isWire } from '../evidence/frames.ts';
import { type Answered, answersOf, broken, byAnswers, kept, notTried, shown } from '../evidence/verdict.ts';
import { SESSION_CALLS, TOKEN_CALLS } from '../recording/messaging.ts';

const field = ({ body }: Answered, name: string): unknown => (isWire(body) ? body[name] : undefined);
const isSuccess = ({ status }: Answered): boolean => status >= 200 && status < 300;
/** Names the first call whose status is not the expected one. */
const statusIssue = (
  expected: (answer: Answered) => boolean,
  calls: readonly (readonly [string, Answered])[],
) => {
  const wrong = calls.find(([, answer]) => !expected(answer));
  return wrong && `status ${wrong[1].status} ${wrong[0]}`;
};
const is401 = ({ status }: Answered): boolean => status === 401;

function tokenIssue(answer: Answered): string | undefined {
  if (answer.status !== 200) return `status ${answer.status}`;
  const [token, lifetime, type] = ['access_token', 'expires_in', 'token_type'].map((name) =>
    field(answer, name),
  );
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return 'no access_token of printable ASCII';
  if (typeof lifetime !== 'number' || !(lifetime > 0)) return `expires_in ${shown(lifetime)}`;
  return type === undefined || /^bearer$/i.test(String(type)) ? undefined : `token_type ${shown(type)}`;
}

function sessionIssue(answer: Answered): string | undefined {
  if (!isSuccess(answer)) return `status ${answer.status}`;
  const id = field(answer, 'session_id');
  return typeof id === 'string' && /^[\w.~-]{1,200}$/.test(id) ? undefined : `session_id ${shown(id)}`;
}

/** M-2.5, over every refused call. */
function refusalTexts(evidence: Evidence): Verdict {
  const names = [...Object.values(TOKEN_CALLS), ...Object.values(SESSION_CALLS)];
  const refused = answersOf(evidence, names).filter(({ status }) => status >= 400);
  if (refused.length === 0) return notTried('no call was refused');
  const hasText = (answer: Answered) =>
    ['error', 'message'].some(
      (name) => typeof field(answer, name) === 'string' && field(answer, name) !== '',
    );
  const silent = refused.find((answer) => !hasText(answer));
  return silent ? broken(`status ${silent.status} with ${shown(silent.body)}, for ${silent.call}`) : kept;
}

/** Tokens and sessions: calls of the messaging host. */
export const SESSION_CHECKS: readonly Check[] = [
  {
    rule: 'M-2.1',
    expects:
      'the token call answers 200 with access_token, expires_in (seconds, above 0) and token_type bearer',
    judge: (evidence) => byAnswers(evidence, 'sessions', [TOKEN_CALLS.good], tokenIssue),
  },
  {
    rule: 'M-2.2',
    expects: 'the session call answers 2xx with a session_id of 1 to 200 letters, digits and . _ ~ -',
    judge: (evidence) => byAnswers(evidence, 'sessions', [SESSION_CALLS.good], sessionIssue),
  },
  {
    rule: 'M-2.4',
    expects: 'a registered host is accepted with https:// in front, and so is a subdomain of it',
    judge: (evidence) =>
      byAnswers(evidence, 'sessions', [TOKEN_CALLS.withScheme, TOKEN_CALLS.subdomain], (scheme, subdomain) =>
        statusIssue(isSuccess, [
          ['for the host with https://', scheme],
          ['for a subdomain', subdomain],
        ]),
      ),
  },
  {
    rule: 'M-2.5',
    expects: 'a refused call has its text in error or message',
    judge: refusalTexts,
  },
  {
    rule: 'M-2.6',
    expects: 'the token call answers 401 to an unknown connector token, and to a host that is not registered',
    judge: (evidence) =>
      byAnswers(evidence, 'sessions', [TOKEN_CALLS.unknown, TOKEN_CALLS.foreign], (unknown, foreign) =>
        statusIssue(is401, [
          ['for an unknown token', unknown],
          ['for a host that is not registered', foreign],
        ]),
      ),
  },
  {
    rule: 'M-2.9',
    expects: 'the session call answers 401 to an unknown access token',
    judge: (evidence) =>
      byAnswers(evidence, 'sessions', [SESSION_CALLS.badBearer], (answer) =>
        statusIssue(is401, [['for an unknown access token', answer]]),
      ),
  },
  {
    rule: 'R-19.1',
    expects: 'the session call takes a request without a body',
    judge: (evidence) => byAnswers(evidence, 'sessions', [SESSION_CALLS.noBody], sessionIssue),
  },
];
