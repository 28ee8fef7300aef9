import type { Clock } from '../../base/clock.ts';
import type { InputBody } from '../model/state.ts';

/** The single timer of all deadlines. */
export interface Deadline {
  /** Dispatches a tick at `due`, in milliseconds. null: not at all. A later `due` keeps the timer: it may fire early. */
  set(due: number | null): void;
}

export function createDeadline(clock: Clock, dispatch: (input: InputBody) => void): Deadline {
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;
  return {
    set(due) {
      if (due !== null && timer && timer.at <= due) return;
      timer?.cancel();
      timer = null;
      if (due === null) return;
      const cancel = clock.after(Math.max(0, due - clock.now()), () => {
        timer = null;
        dispatch({ type: 'tick' });
      });
      timer = { at: due, cancel };
    },
  };
}
