import type { Clock } from '../../base/clock.ts';

/** What a way costs. */
export interface Travel {
  readonly inMs: number;
  /** How long the line is taken up: what comes next has to wait for it. */
  readonly takesMs: number;
}

/** One direction of a socket: what goes in comes out in order, each when the one before it is out, unless it is overtaken. */
export interface Lane {
  /** Runs `deliver` at the end of its travel, and never before what went in earlier. */
  pass(deliver: () => void, travel: Travel): void;
  /** The same, after the next one has been let in or `mostMs` have gone by. */
  holdBack(deliver: () => void, travel: Travel, mostMs: number): void;
  /** Forgets what is still in it; may be called twice. */
  dispose(): void;
}

interface Waiting {
  readonly at: number;
  readonly deliver: () => void;
}

export function createLane(clock: Clock): Lane {
  let queue: Waiting[] = [];
  let held: { readonly letIn: () => void; readonly cancel: () => void } | undefined;
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

  function letIn(deliver: () => void, { inMs, takesMs }: Travel) {
    const at = Math.max(clock.now() + inMs, queue.at(-1)?.at ?? 0) + takesMs;
    queue.push({ at, deliver });
  }

  function letHeldIn() {
    if (held === undefined) return;
    const it = held;
    held = undefined;
    it.cancel();
    it.letIn();
  }

  function pass(deliver: () => void, travel: Travel) {
    letIn(deliver, travel);
    letHeldIn();
    run();
  }

  return {
    pass,
    holdBack(deliver, travel, mostMs) {
      // One that waits already has been overtaken by this one.
      if (held) return pass(deliver, travel);
      const cancel = clock.after(mostMs, () => {
        letHeldIn();
        run();
      });
      held = { letIn: () => letIn(deliver, travel), cancel };
    },
    dispose() {
      cancelNext?.();
      held?.cancel();
      cancelNext = undefined;
      held = undefined;
      queue = [];
    },
  };
}
