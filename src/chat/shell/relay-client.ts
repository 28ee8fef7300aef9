import { own } from '../../base/own.ts';
import type { Plain } from '../../base/plain.ts';
import { parse } from '../../protocol/field-readers.ts';
import {
  type ContextOutcome,
  type CreateSessionRequest,
  type Feedback,
  MAX_CSAT_REQUEST,
  type ResumeRequest,
  type SeenRequest,
} from '../../protocol/relay.ts';
import { problemCode, sessionGrant, sessionStatus } from '../../protocol/relay-schemas.ts';
import { retryInMs } from '../../protocol/retry-after.ts';
import type { Challenged, RelayAnswer } from '../model/session.ts';
import type { Ports } from './ports.ts';

/** Client of the relay's session routes (contract §4). Never throws: a failure is a result. */
export interface RelayClient {
  /** Answers the challenge of a problem first, if there is one (M-14.16). */
  create(signal: AbortSignal, problem?: Challenged): Promise<RelayAnswer>;
  /** `carrier`: the grant is for a socket to the relay. */
  resume(sessionId: string, signal: AbortSignal, carrier?: 'relay'): Promise<RelayAnswer>;
  /** URL of a polled conversation. */
  framesUrl(sessionId: string): string;
  state(sessionId: string, signal: AbortSignal): Promise<RelayAnswer>;
  delete(sessionId: string): void;
  /** Tells the relay the seen sequence (M-3.18). */
  tellSeen(sessionId: string, sequence: number): void;
  /** Submits the token about the visitor to the platform. */
  submitContext(sessionId: string, token: string): Promise<ContextOutcome>;
  /** Resolves to false when a second attempt may help. */
  rate(sessionId: string, feedback: Feedback, csatRequest: Plain | null): Promise<boolean>;
}

type RelayFailure = Extract<RelayAnswer, { readonly type: 'refused' | 'unknown-session' | 'error' }>;

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Reads a JSON body; undefined when it is not JSON. */
const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

async function failure(response: Response, now: number): Promise<RelayFailure> {
  const body = await bodyOf(response);
  const problem = parse(problemCode, body);
  const { status } = response;
  const code = problem.ok ? problem.value.code : undefined;
  if (status === 400 || status === 401 || status === 403 || code === 'configuration')
    return { type: 'refused', code };
  if (status === 404 || status === 410) return { type: 'unknown-session' };
  const retryAfter = response.headers.get('Retry-After');
  const isBusy = status === 429 || (status === 503 && retryAfter !== null);
  return {
    type: 'error',
    code,
    retryInMs: isBusy ? retryInMs(retryAfter, now) : undefined,
    challenge: code === 'challenge' && (body as object),
  };
}

export function createRelayClient(
  relay: string,
  request: CreateSessionRequest,
  { fetch, isRefused, clock }: Pick<Ports, 'fetch' | 'isRefused' | 'clock'>,
  earlyResume?: Promise<unknown> | false,
): RelayClient {
  const base = relay.replace(/\/+$/, '');
  const sessions = `${base}/chat/sessions`;
  const at = (sessionId: string) => `${sessions}/${encodeURIComponent(sessionId)}`;

  let hasAsked = false;
  let early = earlyResume;

  async function call<Answer>(
    url: string,
    init: RequestInit,
    read: (body: unknown, date: string | null) => Answer | null,
  ): Promise<Answer | RelayFailure> {
    try {
      const response = await fetch(
        url,
        own<RequestInit>({ ...init, credentials: 'include', cache: 'no-store' }),
      );
      if (!response.ok) return await failure(response, clock.now());
      return read(await bodyOf(response), response.headers.get('Date')) ?? { type: 'error' };
    } catch {
      const { signal } = init;
      // At the first failure: each further attempt would look like a network error.
      if (!signal || signal.aborted || hasAsked) return { type: 'error' };
      hasAsked = true;
      return (await isRefused(base, signal))
        ? { type: 'refused', code: 'origin_not_allowed' }
        : { type: 'error' };
    }
  }

  const grantIn = (body: unknown, date: string | null) => {
    const read = parse(sessionGrant, body);
    if (!read.ok) return null;
    return { type: 'grant' as const, grant: read.value, relayAt: Date.parse(date ?? '') || undefined };
  };

  return {
    async create(signal, problem) {
      // Few pages are challenged, so the solver is lazy. If it cannot be loaded, no answer is sent.
      const body =
        problem &&
        (await import('./challenge.ts')
          .then((challenge) => challenge.answered(request, problem, clock, signal))
          .catch(() => undefined));
      return call(sessions, { ...post(body ?? request), signal }, grantIn);
    },
    async resume(sessionId, signal, carrier) {
      const answer = early;
      early = undefined;
      const known = grantIn(await answer, null);
      const init = carrier ? post({ carrier } satisfies ResumeRequest) : { method: 'POST' };
      return known?.grant.session_id === sessionId
        ? known
        : call(`${at(sessionId)}/resume`, { ...init, signal }, grantIn);
    },
    framesUrl: (sessionId) => `${at(sessionId)}/frames`,
    state: (sessionId, signal) =>
      call(at(sessionId), { signal }, (body): RelayAnswer | null => {
        const read = parse(sessionStatus, body);
        return read.ok ? { type: 'state', state: read.value.state } : null;
      }),
    delete(sessionId) {
      // `keepalive`: the page may be unloading.
      void call(at(sessionId), { method: 'DELETE', keepalive: true }, () => null);
    },
    tellSeen(sessionId, sequence) {
      const body: SeenRequest = { sequence };
      void call(`${at(sessionId)}/seen`, { ...post(body), method: 'PUT', keepalive: true }, () => null);
    },
    async submitContext(sessionId, token) {
      const read = () => ({ type: 'accepted' }) as const;
      const answer = await call(`${at(sessionId)}/context`, post({ token }), read);
      if (answer.type === 'accepted') return answer.type;
      return answer.type === 'error' && answer.code === 'unprocessable' ? 'refused' : 'failed';
    },
    async rate(sessionId, { messageId, ...feedback }, csatRequest) {
      const isSent = messageId === undefined && csatRequest !== null;
      const csat_request =
        isSent && JSON.stringify(csatRequest).length <= MAX_CSAT_REQUEST ? csatRequest : undefined;
      const init = { ...post({ ...feedback, message_id: messageId, csat_request }), keepalive: true };
      const answer = await call(`${at(sessionId)}/feedback`, init, () => ({ type: 'taken' }) as const);
      return answer.type !== 'error';
    },
  };
}
