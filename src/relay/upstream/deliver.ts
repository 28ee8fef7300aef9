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

/** The reason of a refusal: the status, or an error without an answer. */
export type NotAccepted = number | 'unreachable' | 'broken';

/** Posts once. Returns undefined if the message was accepted. */
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
 * Posts until the receiver accepts, with these waits between attempts. Stops at a permanent refusal, and when the relay closes.
 * Returns undefined if the message was accepted or the relay closes.
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
