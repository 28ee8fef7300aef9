import { readBytes } from '../base/bounded-body.ts';
import type { Clock } from '../base/clock.ts';
import { type Deadline, pause, startDeadline } from '../base/deadline.ts';
import { err, ok, type Result } from '../base/result.ts';
import { unreachable } from '../base/unreachable.ts';
import { retryInMs } from '../protocol/retry-after.ts';
import type { Endpoint } from './endpoint.ts';
import { readErrorAnswer } from './error-answer.ts';
import { type PlatformError, platformError } from './errors.ts';
import type { Host } from './host.ts';
import type { Outgoing } from './request.ts';
import { type Outcome, retryDelay } from './retry.ts';

/** What the clients take from their surroundings. */
export interface PlatformPorts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** What is made of an answer with a good status; undefined when it broke off. */
export type Take<T> = (response: Response) => Promise<Result<T, PlatformError> | undefined>;

const ATTEMPT_MS = 10_000;
/** Attempts and the waits between them together: the longest wait that is honoured, and an attempt after it. */
const CALL_MS = 45_000;
const MAX_ERROR_BYTES = 64 * 1024;

type Tried<T> =
  | { readonly result: Result<T, PlatformError> }
  | { readonly outcome: Outcome; readonly error: PlatformError };

export interface Job<T> {
  readonly host: Host;
  readonly endpoint: Endpoint;
  readonly outgoing: Outgoing;
  readonly signal: AbortSignal;
  readonly take: Take<T>;
}

function silent(outcome: Exclude<Outcome, { at: 'answered' }>): Tried<never> {
  switch (outcome.at) {
    case 'unreachable':
      return { outcome, error: platformError('UNREACHABLE') };
    case 'broken':
      return { outcome, error: platformError('BROKEN_ANSWER') };
    case 'timeout':
      return { outcome, error: platformError('TIMEOUT') };
    default:
      return unreachable(outcome);
  }
}

async function tryOnce<T>(
  { host, outgoing, take }: Job<T>,
  { fetch, clock }: PlatformPorts,
  deadline: Deadline,
): Promise<Tried<T>> {
  const failed = (at: 'unreachable' | 'broken') => silent({ at: deadline.isOver() ? 'timeout' : at });
  let response: Response;
  try {
    response = await fetch(outgoing.url, { ...outgoing.init, signal: deadline.signal });
  } catch {
    return failed('unreachable');
  }
  if (response.ok) {
    const result = await take(response);
    return result ? { result } : failed('broken');
  }
  const { status, headers } = response;
  const body = await readBytes(response.body, MAX_ERROR_BYTES).catch(() => undefined);
  const error = readErrorAnswer(host, { status, headers, body });
  const retryAfter = headers.get('retry-after');
  const isThrottled = status === 429;
  return {
    outcome: { at: 'answered', status, retryAfter },
    error: isThrottled ? { ...error, retryInMs: retryInMs(retryAfter, clock.now()) } : error,
  };
}

/** Sends a request, again where that is safe, within a bounded time. Never rejects. */
export async function perform<T>(job: Job<T>, ports: PlatformPorts): Promise<Result<T, PlatformError>> {
  const { clock, random } = ports;
  const { endpoint, signal } = job;
  const attemptMs = endpoint.withinMs ?? ATTEMPT_MS;
  const endsAt = clock.now() + Math.max(CALL_MS, attemptMs);
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return err(platformError('ABORTED'));
    const deadline = startDeadline(clock, Math.min(attemptMs, endsAt - clock.now()), signal);
    const tried = await tryOnce(job, ports, deadline);
    deadline.clear();
    if ('result' in tried) return tried.result;
    if (signal.aborted) return err(platformError('ABORTED'));
    const now = clock.now();
    const wait = retryDelay(endpoint.method, tried.outcome, attempt, { now, random });
    if (wait === undefined || now + wait >= endsAt) return err(tried.error);
    await pause(clock, wait, signal);
  }
}

/** For an answer without a body: whatever came of one is let go. */
export const takeNothing: Take<undefined> = async (response) => {
  await response.body?.cancel().catch(() => {});
  return ok(undefined);
};
