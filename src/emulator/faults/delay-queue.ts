import type { Clock } from '../../base/clock.ts';

export interface Delay {
  /** Time before the delivery. Deliveries may wait at the same time. */
  readonly latencyMs: number;
  /** Time for which the delivery occupies the line. The next delivery waits until it is over. */
  readonly transferMs: number;
}

interface Waiting {
  readonly at: number;
  readonly deliver: () => void;
}

/** One direction of a socket. It delivers in the order of arrival, each item after the one before it, unless one is reordered. */
export function createDelayQueue(clock: Clock) {
  let queue: Waiting[] = [];
  let held: { readonly enqueue: () => void; readonly cancel: () => void } | undefined;
  let cancelNext: (() => void) | undefined;

  function run() {
    for (let next = queue[0]; next && cancelNext === undefined; next = queue[0]) {
      const leftMs = next.at - clock.now();
      if (leftMs > 0) {
        cancelNext = clock.after(leftMs, () => {
          cancelNext = undefined;
          run();
        });
      } else {
        queue.shift();
        next.deliver();
      }
    }
  }

  function enqueue(deliver: () => void, { latencyMs, transferMs }: Delay) {
    const at = Math.max(clock.now() + latencyMs, queue.at(-1)?.at ?? 0) + transferMs;
    queue.push({ at, deliver });
  }

  function enqueueHeld() {
    if (held === undefined) return;
    const item = held;
    held = undefined;
    item.cancel();
    item.enqueue();
  }

  function push(deliver: () => void, delay: Delay) {
    enqueue(deliver, delay);
    enqueueHeld();
    run();
  }

  return {
    /** Runs `deliver` after its delay, and never before an earlier item. */
    push,
    /** Pushes an item behind the next one, or after `maxWaitMs` when no other comes. */
    pushAfterNext(deliver: () => void, delay: Delay, maxWaitMs: number): void {
      // An item that is held already goes behind this one.
      if (held) return push(deliver, delay);
      const cancel = clock.after(maxWaitMs, () => {
        enqueueHeld();
        run();
      });
      held = { enqueue: () => enqueue(deliver, delay), cancel };
    },
    /** Drops the items that are left. Idempotent. */
    dispose(): void {
      cancelNext?.();
      held?.cancel();
      cancelNext = undefined;
      held = undefined;
      queue = [];
    },
  };
}
