import type { Clock } from '../base/clock.ts';
import { type PlatformError, platformError } from './errors.ts';

/** An answer handed on while it arrives: nothing of it is kept or read. */
export interface Passage {
  readonly status: number;
  /** Of the platform's headers those that say what the body is. */
  readonly headers: Readonly<Record<string, string>>;
  /** Is errored with a `PassageFault` when the answer breaks off, stalls, or is given up. */
  readonly body: ReadableStream<Uint8Array>;
}

/** Why a body ended early. */
export class PassageFault extends Error {
  readonly error: PlatformError;
  constructor(error: PlatformError) {
    super(error.message);
    this.name = 'PassageFault';
    this.error = error;
  }
}

/** Between two parts of a body, while somebody waits for the next. */
const IDLE_MS = 30_000;
const HANDED_ON = ['content-type', 'content-length', 'content-range', 'accept-ranges'];

function headersOf({ headers }: Response, type: string): Record<string, string> {
  // The body comes decoded, so a length that counts its compressed form is wrong.
  const isCompressed = (headers.get('content-encoding') ?? 'identity') !== 'identity';
  const handedOn = Object.fromEntries(
    HANDED_ON.flatMap((name) => {
      const value = headers.get(name);
      return value === null || (isCompressed && name === 'content-length') ? [] : [[name, value]];
    }),
  );
  return { 'content-type': type, ...handedOn };
}

function watched(
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
          controller.error(new PassageFault(error));
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
          // What the network says may name the host.
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

/** `type` is what the body is where the platform does not say. */
export function passageOf(response: Response, type: string, clock: Clock, signal: AbortSignal): Passage {
  const body = response.body ?? new Blob([]).stream();
  return { status: response.status, headers: headersOf(response, type), body: watched(body, clock, signal) };
}
