import type { Clock } from '../../base/clock.ts';
import type { ServerEventBody } from '../../protocol/events.ts';
import type { ModelReply, Say, Step } from '../agent/answer.ts';

/** Plays answers one after the other. An answer starts when the one before it is complete. */
export function createPlayer(clock: Clock, say: Say) {
  const disposing = new AbortController();
  const { signal } = disposing;
  let queue: (Step | ModelReply)[] = [];
  /** Cancels the current wait; undefined when nothing is being played. */
  let cancel: (() => void) | undefined;
  /** Callbacks for the end of the last answer. */
  let waiting: (() => void)[] = [];
  /** The part that is being played. */
  let current: Step | ModelReply | undefined;

  const sayUnlessDisposed: Say = (body, failure) => {
    if (!signal.aborted) say(body, failure);
  };

  function playNext() {
    cancel = undefined;
    current = undefined;
    run();
  }

  /** Plays the steps that are due, and waits for the next one. */
  function run() {
    for (let next = queue[0]; next && cancel === undefined; next = queue[0]) {
      const part = next;
      queue.shift();
      current = part;
      if ('generate' in part) {
        cancel = () => {};
        part.generate(sayUnlessDisposed, signal).then(playNext);
      } else if (part.inMs > 0) {
        cancel = clock.after(part.inMs, () => {
          current = undefined;
          say(part.body, part.failure);
          playNext();
        });
      } else {
        current = undefined;
        say(part.body, part.failure);
      }
    }
    if (cancel === undefined) tellIdle();
  }

  function tellIdle() {
    const callbacks = waiting;
    waiting = [];
    for (const callback of callbacks) callback();
  }

  return {
    play(parts: readonly (Step | ModelReply)[]): void {
      queue.push(...parts);
      run();
    },
    /** True if an event of this kind is still to come. */
    awaits: (kind: ServerEventBody['kind']): boolean =>
      [current, ...queue].some((part) => part !== undefined && 'body' in part && part.body.kind === kind),
    /** Resolves when nothing is being played. */
    whenIdle: (): Promise<void> =>
      new Promise((resolve) => {
        if (cancel === undefined) resolve();
        else waiting.push(resolve);
      }),
    /** Drops the steps that are left. Idempotent. */
    dispose(): void {
      queue = [];
      current = undefined;
      disposing.abort();
      cancel?.();
      cancel = undefined;
      tellIdle();
    },
  };
}
