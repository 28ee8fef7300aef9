import type { Clock } from '../base/clock.ts';
import type { ServerEventBody } from '../protocol/events.ts';
import type { Step } from './agent/tempo.ts';
import type { Incident } from './store/traffic.ts';

export type Say = (body: ServerEventBody, incident?: Incident) => void;

/** Plays answers one after the other: what is said later is heard later, however long an answer takes. */
export interface Player {
  play(steps: readonly Step[]): void;
  /** Forgets what has not been said yet; may be called twice. */
  dispose(): void;
}

export function createPlayer(clock: Clock, say: Say): Player {
  let queue: Step[] = [];
  let cancel: (() => void) | undefined;

  function sayNext() {
    cancel = undefined;
    const step = queue.shift();
    if (step) say(step.body, step.incident);
    run();
  }

  /** Says at once all that is due at once, and waits for the rest. */
  function run() {
    for (let next = queue[0]; next && cancel === undefined; next = queue[0]) {
      if (next.inMs > 0) {
        cancel = clock.after(next.inMs, sayNext);
      } else {
        queue.shift();
        say(next.body, next.incident);
      }
    }
  }

  return {
    play(steps) {
      queue.push(...steps);
      run();
    },
    dispose() {
      cancel?.();
      cancel = undefined;
      queue = [];
    },
  };
}
