import type { Clock } from '../base/clock.ts';
import type { TypingState } from '../protocol/events.ts';

/** Reports that a live agent types, at the same rate as a visitor's client (M-11.6). */
export type TypingReporter = ReturnType<typeof createTypingReporter>;

const REPEAT_MS = 3_000;
const STOP_AFTER_MS = 5_000;

export function createTypingReporter(clock: Clock, report: (state: TypingState) => void) {
  let reportedAt: number | undefined;
  let cancel = () => {};

  function stop() {
    cancel();
    if (reportedAt === undefined) return;
    reportedAt = undefined;
    report('stopped');
  }

  return {
    keyPressed(): void {
      cancel();
      cancel = clock.after(STOP_AFTER_MS, stop);
      if (reportedAt !== undefined && clock.now() < reportedAt + REPEAT_MS) return;
      reportedAt = clock.now();
      report('started');
    },
    /** To be called when the text was sent or cleared, or the field has lost the focus. */
    stop,
  };
}
