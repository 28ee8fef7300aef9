import type { Clock } from '../../../base/clock.ts';
import { decode } from '../../../protocol/codec.ts';
import {
  FIRST_POLL_MS,
  MAX_FRAME_BYTES,
  POLL_IDLE_MS,
  POLL_MS,
  POLL_PACE_MS,
} from '../../../protocol/limits.ts';
import type { FramesAnswer } from '../../../protocol/relay.ts';
import type { VisitorEvents, VisitorSide } from './visitor-side.ts';

/** A visitor whose page polls. */
export interface PolledSide extends VisitorSide {
  /**
   * Resolves to the next frames: at once, or when there is one, or after 25 s without any. A repeated poll has the same answer.
   * @param nth number of this poll in its connection, from 1
   * @param cursor highest contiguous sequence of the page
   * @param leaving aborted when the page no longer waits
   */
  poll(nth: number, cursor: number, leaving: AbortSignal): Promise<FramesAnswer>;
  /** Takes frames of the page. */
  receive(frames: readonly string[]): void;
  /** Stops all timers. */
  dispose(): void;
}

interface Frame {
  readonly text: string;
  readonly onSent: () => void;
}

/** Frames above this size wait for the next answer, unless one alone is larger. */
const MAX_ANSWER_CHARACTERS = 1024 * 1024;
const GOING_AWAY = 1001;
const NOTHING = Buffer.alloc(0);

/** True if the page has all events of a frame. A frame whose events have no sequences is never known. */
function isKnown(text: string, cursor: number): boolean {
  const sequences = decode(text).events.flatMap(({ sequence }) => (sequence === null ? [] : [sequence]));
  return sequences.length > 0 && sequences.every((sequence) => sequence <= cursor);
}

/** @param onIdle called once, when nobody has polled for 30 s */
export function createPolledSide(clock: Clock, onIdle: () => void): PolledSide {
  let unsent: Frame[] = [];
  let listeners: VisitorEvents | undefined;
  /** The answer to the last poll. Its frames count as sent when the next one has come. */
  let last: { readonly answer: FramesAnswer; readonly frames: readonly Frame[] } | undefined;
  /** Resolves the last poll, while it waits. */
  let waiting: ((answer: FramesAnswer) => void) | undefined;
  let closed: number | undefined;
  let lastNth = 0;
  /** Time of the last answer with frames. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let cancelAnswer = () => {};
  let cancelIdle = () => {};

  function awaitPoll(): void {
    cancelIdle();
    cancelIdle = clock.after(POLL_IDLE_MS, end);
  }

  function end(): void {
    close(GOING_AWAY, NOTHING);
    onIdle();
  }

  function forget(frames: readonly Frame[]): void {
    for (const { onSent } of frames) onSent();
  }

  function close(code: number, reason: string | Buffer): void {
    if (closed !== undefined) return;
    closed = code;
    schedule();
    // Like a socket: never within the call.
    queueMicrotask(() => listeners?.closed(code, Buffer.from(reason)));
  }

  function takeUnsent(): Frame[] {
    let characters = 0;
    const rest = unsent.findIndex(({ text }, nth) => {
      characters += text.length;
      return nth > 0 && characters > MAX_ANSWER_CHARACTERS;
    });
    return unsent.splice(0, rest < 0 ? unsent.length : rest);
  }

  function answer(): void {
    if (!waiting) return;
    const frames = takeUnsent();
    const isLast = closed !== undefined && unsent.length === 0;
    const answer = { frames: frames.map(({ text }) => text), ...(isLast && { closed }) };
    last = { answer, frames };
    if (frames.length > 0) answeredAt = clock.now();
    waiting(answer);
    waiting = undefined;
    cancelAnswer();
    awaitPoll();
  }

  /** Plans the answer to the waiting poll. */
  function schedule(): void {
    if (!waiting || (unsent.length === 0 && closed === undefined)) return;
    cancelAnswer();
    const inMs = closed === undefined ? answeredAt + POLL_PACE_MS - clock.now() : 0;
    if (inMs > 0) cancelAnswer = clock.after(inMs, answer);
    else answer();
  }

  awaitPoll();
  return {
    listen(on) {
      listeners = on;
    },
    isOpen: () => closed === undefined,
    send(frame, isBinary, onSent = () => {}) {
      // Foyer's client ignores single binary frames, and JSON has none.
      if (isBinary || closed !== undefined) return onSent();
      unsent.push({ text: frame.toString(), onSent });
      schedule();
    },
    close,
    terminate() {
      forget(unsent);
      unsent = [];
      close(1006, NOTHING);
    },
    heartbeat() {},
    receivingBytes: () => 0,
    receive(frames) {
      for (const frame of frames) {
        if (closed !== undefined) return;
        if (Buffer.byteLength(frame) > MAX_FRAME_BYTES) close(1009, 'message too large');
        else listeners?.text(frame);
      }
    },
    poll(nth, cursor, leaving) {
      // A browser or a proxy may have repeated a request whose answer was lost.
      if (last && nth === lastNth) return Promise.resolve(last.answer);
      cancelIdle();
      cancelAnswer();
      waiting?.({ frames: [] });
      if (last) forget(last.frames);
      // Another relay has answered in between (M-12.27).
      if (nth !== lastNth && nth !== lastNth + 1)
        forget(unsent.splice(0, unsent.findLastIndex(({ text }) => isKnown(text, cursor)) + 1));
      last = undefined;
      lastNth = nth;
      return new Promise((resolve) => {
        waiting = resolve;
        leaving.addEventListener('abort', () => {
          if (waiting !== resolve) return;
          waiting = undefined;
          cancelAnswer();
          awaitPoll();
        });
        cancelAnswer = clock.after(nth === 1 ? FIRST_POLL_MS : POLL_MS, answer);
        schedule();
      });
    },
    dispose() {
      cancelAnswer();
      cancelIdle();
    },
  };
}
