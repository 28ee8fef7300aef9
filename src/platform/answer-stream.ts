import type { Clock } from '../base/clock.ts';
import { type PlatformError, platformError } from './errors.ts';

/** An answer that is forwarded while it arrives. Its body is neither stored nor parsed. */
export interface AnswerStream {
  readonly status: number;
  /** The platform's headers that describe the body; all others are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Errors with an `AnswerStreamError` when the answer ends early, stalls, or is aborted. */
  readonly body: ReadableStream<Uint8Array>;
}

/** The error of an answer body that did not arrive completely. */
export class AnswerStreamError extends Error {
  readonly error: PlatformError;
  constructor(error: PlatformError) {
    super(error.message);
    this.name = 'AnswerStreamError';
    this.error = error;
  }
}

/** Longest wait for the next part of a body. The time between two reads of the consumer does not count. */
const IDLE_MS = 30_000;
const FORWARDED_HEADERS = ['content-type', 'content-length', 'content-range', 'accept-ranges'];

function headersOf({ headers }: Response, type: string): Record<string, string> {
  // `fetch` decodes the body, so the length of the compressed form would be wrong.
  const isCompressed = (headers.get('content-encoding') ?? 'identity') !== 'identity';
  const forwarded = Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null || (isCompressed && name === 'content-length') ? [] : [[name, value]];
    }),
  );
  return { 'content-type': type, ...forwarded };
}

/** Wraps a body: it errors when it stalls, ends early, or the signal aborts, and it reads nothing ahead. */
function guardBody(
  body: ReadableStream<Uint8Array>,
  clock: Clock,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const finish = () => {
    isOver = true;
    signal.removeEventListener('abort', onAbort);
  };
  let breakOff: (error: PlatformError) => void = () => {};
  const onAbort = () => breakOff(platformError('ABORTED'));

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        breakOff = (error) => {
          finish();
          controller.error(new AnswerStreamError(error));
          reader.cancel().catch(() => {});
        };
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
      },
      async pull(controller) {
        const cancel = clock.after(IDLE_MS, () => breakOff(platformError('TIMEOUT')));
        try {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (!done) return controller.enqueue(value);
          finish();
          controller.close();
        } catch {
          // The network error is not kept as the cause: its text may contain the host name.
          breakOff(platformError('BROKEN_ANSWER'));
        } finally {
          cancel();
        }
      },
      async cancel(reason) {
        finish();
        await reader.cancel(reason).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

/** Makes an `AnswerStream` of a response. `type` is the content type for a response that names none. */
export function toAnswerStream(
  response: Response,
  type: string,
  clock: Clock,
  signal: AbortSignal,
): AnswerStream {
  const body = response.body ?? new Blob([]).stream();
  return {
    status: response.status,
    headers: headersOf(response, type),
    body: guardBody(body, clock, signal),
  };
}
