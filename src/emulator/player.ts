import type { Clock } from '../base/clock.ts';
import type { ServerEventBody } from '../protocol/events.ts';
import type { Step } from './agent/tempo.ts';
import type { Incident } from './store/traffic.ts';

export type Say = (body: ServerEventBody, incident?: Incident) => void;

/** What nobody knows beforehand: an answer that is made while it is said. */
export interface Improvisation {
  /** Never rejects. Once the signal has fired, nobody listens any more. */
  improvise(say: Say, signal: AbortSignal): Promise<void>;
}

/** Plays answers one after the other: what is said later is heard later, however long an answer takes. */
export interface Player {
  play(parts: readonly (Step | Improvisation)[]): void;
  /** Forgets what has not been said yet; may be called twice. */
  dispose(): void;
}

export function createPlayer(clock: Clock, say: Say): Player {
  const disposing = new AbortController();
  const { signal } = disposing;
  let queue: (Step | Improvisation)[] = [];
  /** Ends the wait for what is being said; undefined when nothing is. */
  let cancel: (() => void) | undefined;

  const sayUnlessOver: Say = (body, incident) => {
    if (!signal.aborted) say(body, incident);
  };

  function goOn() {
    cancel = undefined;
    run();
  }

  /** Says at once all that is due at once, and waits for the rest. */
  function run() {
    for (let next = queue[0]; next && cancel === undefined; next = queue[0]) {
      const part = next;
      queue.shift();
      if ('improvise' in part) {
        cancel = () => {};
        part.improvise(sayUnlessOver, signal).then(goOn);
      } else if (part.inMs > 0) {
        cancel = clock.after(part.inMs, () => {
          say(part.body, part.incident);
          goOn();
        });
      } else {
        say(part.body, part.incident);
      }
    }
  }

  return {
    play(parts) {
      queue.push(...parts);
      run();
    },
    dispose() {
      queue = [];
      disposing.abort();
      cancel?.();
      cancel = undefined;
    },
  };
}
