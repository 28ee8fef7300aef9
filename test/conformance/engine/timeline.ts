import type { Backend } from './backend.ts';
import type { Page } from './page.ts';

/** Moves the time of all pages together and exchanges events and commands between pages and backend. */
export interface Timeline {
  now(): number;
  /** Exchanges events and commands until there are none at this moment. */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Simulates sleep: the time jumps. */
  jump(ms: number): Promise<void>;
  /** Advances the time until the condition holds. Resolves to false at the limit. */
  until(isDone: () => boolean, limitMs?: number): Promise<boolean>;
  schedule(inMs: number, run: () => void | Promise<void>): void;
  /** True while anything of the script or the visitor is scheduled. */
  hasScheduled(): boolean;
}

interface ScheduledTask {
  readonly at: number;
  readonly run: () => void | Promise<void>;
}

interface TimelineDependencies {
  readonly pages: readonly Page[];
  readonly backend: () => Backend;
  /** Advances other clocks. */
  readonly advance: (ms: number) => void;
  readonly startAt: number;
}

const LIMIT_MS = 120_000;
/** Limit of the exchanges at one moment. */
const ROUNDS_MAX = 2_000;

export function createTimeline({ pages, backend, advance, startAt }: TimelineDependencies): Timeline {
  let now = startAt;
  let scheduled: ScheduledTask[] = [];

  async function exchange(page: Page, number: number): Promise<boolean> {
    const commands = backend().commandsFor(number);
    const events = await page.execute(commands);
    for (const it of events) backend().receive(number, it);
    return commands.length + events.length === 0;
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let isQuiet = true;
      for (const [at, page] of pages.entries()) isQuiet = (await exchange(page, at + 1)) && isQuiet;
      const work = backend().pendingRelayCalls();
      await Promise.all(work);
      if (isQuiet && work.length === 0) return;
    }
    throw new Error('the pages do not come to rest');
  }

  async function runDue(): Promise<void> {
    for (;;) {
      const due = scheduled.filter(({ at }) => at <= now);
      if (due.length === 0) return;
      scheduled = scheduled.filter(({ at }) => at > now);
      for (const it of due.sort((a, b) => a.at - b.at)) await it.run();
      await settle();
    }
  }

  async function move(ms: number, how: 'advance' | 'jump'): Promise<void> {
    now += ms;
    advance(ms);
    for (const [at, page] of pages.entries()) {
      for (const it of await page.execute([{ do: how, ms }])) backend().receive(at + 1, it);
    }
    await settle();
    await runDue();
  }

  /** Milliseconds until anything is due. */
  function nextIn(left: number): number {
    const due = [...pages.map((page) => page.nextIn()), ...scheduled.map(({ at }) => at - now)];
    const next = Math.min(left, ...due.map((item) => item ?? left));
    // Everything that was due has run. A task that schedules itself again for now must let time pass.
    return Math.max(next, Math.min(left, 1));
  }

  async function until(isDone: () => boolean, limitMs = LIMIT_MS): Promise<boolean> {
    await settle();
    await runDue();
    for (let left = limitMs; !isDone() && left > 0; ) {
      const next = nextIn(left);
      await move(next, 'advance');
      left -= next;
    }
    return isDone();
  }

  return {
    now: () => now,
    settle,
    async advance(ms) {
      await until(() => false, ms);
    },
    jump: (ms) => move(ms, 'jump'),
    until,
    hasScheduled: () => scheduled.length > 0,
    schedule(inMs, run) {
      scheduled.push({ at: now + inMs, run });
    },
  };
}
