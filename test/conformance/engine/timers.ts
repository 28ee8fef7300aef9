/** Clock and timers of one page, which only the engine moves. */
export interface Timers {
  now(): number;
  set(fn: () => void, inMs: number, everyMs?: number): number;
  clear(id: number): void;
  /** Advances the time and runs due timers, each at its own time. */
  advance(ms: number): void;
  /** Simulates sleep: the time jumps, and timers that were due meanwhile run late. */
  jump(ms: number): void;
  /** Simulates a hidden page, whose timers run only at this interval; null: as they are due. */
  throttle(everyMs: number | null): void;
  /** Milliseconds until the next timer; null: none. */
  nextIn(): number | null;
  waiting(): number;
}

/** Creates timers. The file has no run-time imports, because it is bundled into pages as well. */
export function createTimers(startAt: number): Timers {
  interface Timer {
    readonly id: number;
    readonly due: number;
    readonly fn: () => void;
    readonly everyMs: number | undefined;
  }
  const timers = new Map<number, Timer>();
  let now = startAt;
  let ids = 0;
  let throttled: { readonly everyMs: number; next: number } | null = null;

  function add(due: number, fn: () => void, everyMs: number | undefined, id: number): void {
    timers.set(id, { id, due, fn, everyMs });
  }

  /** Earliest timer due by `end`; of several with one due time, the one that was set first. */
  function earliest(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers.values()) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  function run(timer: Timer): void {
    timers.delete(timer.id);
    if (timer.everyMs !== undefined) add(now + Math.max(1, timer.everyMs), timer.fn, timer.everyMs, timer.id);
    timer.fn();
  }

  /** Runs all due timers late. Timers that they set for now wait for the next round. */
  function runLate(): void {
    const due = [...timers.values()].filter((value) => value.due <= now).sort((a, b) => a.due - b.due);
    for (const timer of due) if (timers.get(timer.id) === timer) run(timer);
  }

  return {
    now: () => now,
    set(fn, inMs, everyMs) {
      ids += 1;
      add(now + Math.max(0, inMs), fn, everyMs, ids);
      return ids;
    },
    clear: (id) => {
      timers.delete(id);
    },
    advance(ms) {
      const end = now + ms;
      while (throttled && throttled.next <= end) {
        now = throttled.next;
        throttled.next += throttled.everyMs;
        runLate();
      }
      if (!throttled) {
        for (let timer = earliest(end); timer; timer = earliest(end)) {
          now = Math.max(now, timer.due);
          run(timer);
        }
      }
      now = end;
    },
    jump(ms) {
      now += ms;
      runLate();
    },
    throttle(everyMs) {
      throttled = everyMs === null ? null : { everyMs, next: now + everyMs };
      if (everyMs === null) runLate();
    },
    nextIn() {
      const next = earliest(Number.POSITIVE_INFINITY);
      if (!next) return null;
      if (!throttled) return Math.max(0, next.due - now);
      const late = Math.max(0, Math.ceil((next.due - throttled.next) / throttled.everyMs));
      return throttled.next + late * throttled.everyMs - now;
    },
    waiting: () => timers.size,
  };
}
