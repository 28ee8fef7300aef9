import type { Clock } from '../base/clock.ts';
import type { TypingState } from '../protocol/events.ts';

/** Tells that a person types, as seldom as a visitor's client does (messaging §11). */
export interface Typing {
  /** A key was pressed. */
  press(): void;
  /** The text was sent, cleared or left. */
  stop(): void;
}

const AGAIN_MS = 3_000;
const STOP_MS = 5_000;

export function createTyping(clock: Clock, tell: (state: TypingState) => void): Typing {
  let toldAt: number | undefined;
  let cancel = () => {};

  function stop() {
    cancel();
    if (toldAt === undefined) return;
    toldAt = undefined;
    tell('stopped');
  }

  return {
    press() {
      cancel();
      cancel = clock.after(STOP_MS, stop);
      if (toldAt !== undefined && clock.now() < toldAt + AGAIN_MS) return;
      toldAt = clock.now();
      tell('started');
    },
    stop,
  };
}
