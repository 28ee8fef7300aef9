import { collectBytes, readBytes } from '../base/bounded-body.ts';
import type { Clock } from '../base/clock.ts';
import { type Deadline, pause, startDeadline } from '../base/deadline.ts';
import { err, ok, type Result } from '../base/result.ts';
import { retryInMs } from '../protocol/retry-after.ts';
import type { Endpoint } from './endpoint.ts';
import { readErrorAnswer } from './error-answer.ts';
import { type PlatformError, platformError } from './errors.ts';
import type { Host } from './host.ts';
import type { OutgoingRequest } from './request.ts';
import { type AttemptFailure, retryDelay } from './retry.ts';

/** Dependencies of the clients; each has a default. */
export interface PlatformPorts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Reads an answer with a success status; undefined when its body ended early. */
export type ReadAnswer<T> = (response: Response) => Promise<Result<T, PlatformError> | undefined>;

const ATTEMPT_MS = 10_000;
/** Bound for all attempts and the waits between them: room for the longest wait that is honoured and one more attempt. */
const CALL_MS = 45_000;
const MAX_ERROR_BYTES = 64 * 1024;

type AttemptResult<T> =
  | { readonly status: 'settled'; readonly result: Result<T, PlatformError> }
  | { readonly status: 'failed'; readonly failure: AttemptFailure; readonly error: PlatformError };

export interface RetryableRequest<T> {
  readonly host: Host;
  readonly endpoint: Endpoint;
  readonly outgoing: OutgoingRequest;
  readonly signal: AbortSignal;
  /** As in `CallOptions`. */
  readonly isUrgent: boolean;
  readonly readAnswer: ReadAnswer<T>;
}

const WITHOUT_ANSWER = {
  unreachable: 'UNREACHABLE',
  broken: 'BROKEN_ANSWER',
  timeout: 'TIMEOUT',
} as const;

/** Path, query and body of a request. */
function contentOf({ url, init }: OutgoingRequest): string {
  const { pathname, search } = new URL(url);
  const query = [...new URLSearchParams(search).values()];
  return [...pathname.split('/').map(decodeURIComponent), ...query, init.body ?? ''].join('\n');
}

async function attemptOnce<T>(
  { host, outgoing, readAnswer }: RetryableRequest<T>,
  { fetch, clock }: PlatformPorts,
  deadline: Deadline,
): Promise<AttemptResult<T>> {
  const failed = (reason: 'unreachable' | 'broken'): AttemptResult<never> => {
    const kind = deadline.hasExpired() ? 'timeout' : reason;
    return { status: 'failed', failure: { kind }, error: platformError(WITHOUT_ANSWER[kind]) };
  };
  let response: Response;
  try {
    response = await fetch(outgoing.url, { ...outgoing.init, signal: deadline.signal });
  } catch {
    return failed('unreachable');
  }
  if (response.ok) {
    const result = await readAnswer(response);
    return result ? { status: 'settled', result } : failed('broken');
  }
  const { status, headers } = response;
  const body = await readBytes(response.body, collectBytes(MAX_ERROR_BYTES)).catch(() => undefined);
  const error = readErrorAnswer(host, contentOf(outgoing), { status, headers, body });
  const retryAfter = headers.get('retry-after');
  const isThrottled = status === 429;
  return {
    status: 'failed',
    failure: { kind: 'answered', status, retryAfter },
    error: isThrottled ? { ...error, retryInMs: retryInMs(retryAfter, clock.now()) } : error,
  };
}

/** Sends a request and retries it where that is safe, within a bounded time. Never rejects. */
export async function sendWithRetries<T>(
  request: RetryableRequest<T>,
  ports: PlatformPorts,
): Promise<Result<T, PlatformError>> {
  const { clock, random } = ports;
  const { endpoint, signal } = request;
  const attemptMs = endpoint.withinMs ?? ATTEMPT_MS;
  const endsAt = clock.now() + Math.max(CALL_MS, attemptMs);
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return err(platformError('ABORTED'));
    const deadline = startDeadline(clock, Math.min(attemptMs, endsAt - clock.now()), signal);
    const attempted = await attemptOnce(request, ports, deadline);
    deadline.clear();
    if (attempted.status === 'settled') return attempted.result;
    if (signal.aborted) return err(platformError('ABORTED'));
    if (request.isUrgent && attempted.error.retryInMs !== undefined) return err(attempted.error);
    const now = clock.now();
    const wait = retryDelay(endpoint.method, attempted.failure, attempt, { now, random });
    if (wait === undefined || now + wait >= endsAt) return err(attempted.error);
    await pause(clock, wait, signal);
  }
}

/** Discards the body of an answer that should have none. */
export const discardAnswer: ReadAnswer<undefined> = async (response) => {
  await response.body?.cancel().catch(() => {});
  return ok(undefined);
};
