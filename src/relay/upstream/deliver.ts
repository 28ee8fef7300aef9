import type { Clock } from '../../base/clock.ts';
import { pause, startDeadline } from '../../base/deadline.ts';
import type { Post, PostRequest } from './post.ts';

export interface DeliveryPorts {
  readonly clock: Clock;
  readonly post: Post;
  /** Aborted when the relay closes. */
  readonly stop: AbortSignal;
}

const ATTEMPT_MS = 5_000;

/** Why a message was not accepted: the status of the answer, or why there was none. */
export type NotAccepted = number | 'unreachable' | 'broken';

/** Posts once. undefined: it was accepted. */
export async function deliverOnce(
  request: Pick<PostRequest, 'url' | 'headers' | 'body'>,
  { clock, post, stop }: DeliveryPorts,
): Promise<NotAccepted | undefined> {
  const { signal, clear } = startDeadline(clock, ATTEMPT_MS, stop);
  const answer = await post({ ...request, isRepeatable: true, signal });
  clear();
  if (answer.kind !== 'answered') return answer.kind;
  return answer.status < 300 ? undefined : answer.status;
}

/**
 * Posts until the receiver accepts, with these waits between the attempts. Ends at once at a refusal that stays one, and when the
 * relay closes. undefined: it was accepted, or the relay closes.
 */
export async function deliver(
  request: Pick<PostRequest, 'url' | 'headers' | 'body'>,
  waitsMs: readonly number[],
  ports: DeliveryPorts,
): Promise<NotAccepted | undefined> {
  for (const waitMs of [...waitsMs, undefined]) {
    const failure = await deliverOnce(request, ports);
    if (failure === undefined || ports.stop.aborted) return undefined;
    const isFinal = typeof failure === 'number' && failure < 500 && failure !== 429;
    if (waitMs === undefined || isFinal) return failure;
    await pause(ports.clock, waitMs, ports.stop);
  }
  return undefined;
}
