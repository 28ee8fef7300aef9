import { parse } from '../protocol/leaf.ts';
import { RETRY_AFTER_MAX_MS, RETRY_AFTER_MIN_MS } from '../protocol/limits.ts';
import { type CreateSessionRequest, problemCode, sessionGrant, sessionStatus } from '../protocol/relay.ts';
import type { Ports } from './ports.ts';
import type { RelayAnswer } from './session.ts';

/** The relay's session routes (contract §4). Nothing here throws: every failure is an answer. */
export interface RelayClient {
  create(signal: AbortSignal): Promise<RelayAnswer>;
  resume(sessionId: string, signal: AbortSignal): Promise<RelayAnswer>;
  state(sessionId: string, signal: AbortSignal): Promise<RelayAnswer>;
  forget(sessionId: string): void;
}

/** `Retry-After` in seconds or as a date, brought into 1–30 s (spec messaging §14). */
function retryInMs(header: string | null, now: number): number {
  const seconds = Number(header ?? '');
  const wanted = Number.isNaN(seconds) ? Date.parse(header ?? '') - now : seconds * 1_000;
  return Math.min(RETRY_AFTER_MAX_MS, Math.max(RETRY_AFTER_MIN_MS, Number.isNaN(wanted) ? 0 : wanted));
}

/** A body that is not JSON is no body. */
const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

async function failure(response: Response, now: number): Promise<RelayAnswer> {
  const problem = parse(problemCode, await bodyOf(response));
  const { status } = response;
  if (status === 401 || status === 403 || (problem.ok && problem.value.code === 'configuration'))
    return { is: 'refused' };
  if (status === 404 || status === 410) return { is: 'unknown-session' };
  const retryAfter = response.headers.get('Retry-After');
  if (status === 429 || (status === 503 && retryAfter !== null)) {
    return { is: 'busy', retryInMs: retryInMs(retryAfter, now) };
  }
  return { is: 'fault' };
}

export function createRelayClient(
  relay: string,
  request: CreateSessionRequest,
  { fetch, clock }: Pick<Ports, 'fetch' | 'clock'>,
): RelayClient {
  const sessions = `${relay.replace(/\/+$/, '')}/chat/sessions`;
  const at = (sessionId: string) => `${sessions}/${encodeURIComponent(sessionId)}`;

  async function call(
    url: string,
    init: RequestInit,
    read: (body: unknown) => RelayAnswer | null,
  ): Promise<RelayAnswer> {
    try {
      const response = await fetch(url, { ...init, credentials: 'include', cache: 'no-store' });
      if (!response.ok) return await failure(response, clock.now());
      return read(await bodyOf(response)) ?? { is: 'fault' };
    } catch {
      return { is: 'fault' };
    }
  }

  const grantIn = (body: unknown): RelayAnswer | null => {
    const read = parse(sessionGrant, body);
    return read.ok ? { is: 'grant', grant: read.value } : null;
  };

  return {
    create: (signal) =>
      call(
        sessions,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(request),
          signal,
        },
        grantIn,
      ),
    resume: (sessionId, signal) => call(`${at(sessionId)}/resume`, { method: 'POST', signal }, grantIn),
    state: (sessionId, signal) =>
      call(at(sessionId), { signal }, (body) => {
        const read = parse(sessionStatus, body);
        return read.ok ? { is: 'state', state: read.value.state } : null;
      }),
    forget(sessionId) {
      // `keepalive`: the page may be on its way out.
      void call(at(sessionId), { method: 'DELETE', keepalive: true }, () => null);
    },
  };
}
