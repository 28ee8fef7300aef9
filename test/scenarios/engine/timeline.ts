import type { FarSide } from './far-side.ts';
import type { Page } from './page.ts';

/** Moves the time of all pages together, and lets the far side and the pages hear of each other. */
export interface Timeline {
  now(): number;
  /** Until nobody has anything to say any more, at this moment. */
  settle(): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Sleep: time moves on at once. */
  jump(ms: number): Promise<void>;
  /** Whether it came true within the limit. */
  until(isDone: () => boolean, limitMs?: number): Promise<boolean>;
  later(inMs: number, run: () => void | Promise<void>): void;
  /** Whether anything of the script or the visitor is still to come. */
  isPlanned(): boolean;
}

interface Due {
  readonly at: number;
  readonly run: () => void | Promise<void>;
}

interface Surroundings {
  readonly pages: readonly Page[];
  readonly far: () => FarSide;
  /** Whatever else keeps time. */
  readonly advance: (ms: number) => void;
  readonly startAt: number;
}

const LIMIT_MS = 120_000;
/** Rounds in which pages and far side still have something to say to each other at one moment. */
const ROUNDS_MAX = 2_000;

export function createTimeline({ pages, far, advance, startAt }: Surroundings): Timeline {
  let now = startAt;
  let agenda: Due[] = [];

  async function exchange(page: Page, number: number): Promise<boolean> {
    const orders = far().ordersFor(number);
    const news = await page.drive(orders);
    for (const it of news) far().hear(number, it);
    return orders.length + news.length === 0;
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let isQuiet = true;
      for (const [at, page] of pages.entries()) isQuiet = (await exchange(page, at + 1)) && isQuiet;
      const work = far().working();
      await Promise.all(work);
      if (isQuiet && work.length === 0) return;
    }
    throw new Error('the pages do not come to rest');
  }

  async function runDue(): Promise<void> {
    for (;;) {
      const due = agenda.filter(({ at }) => at <= now);
      if (due.length === 0) return;
      agenda = agenda.filter(({ at }) => at > now);
      for (const it of due.sort((a, b) => a.at - b.at)) await it.run();
      await settle();
    }
  }

  async function move(ms: number, how: 'advance' | 'jump'): Promise<void> {
    now += ms;
    advance(ms);
    for (const [at, page] of pages.entries()) {
      for (const it of await page.drive([{ do: how, ms }])) far().hear(at + 1, it);
    }
    await settle();
    await runDue();
  }

  /** To the next moment at which anything is due. */
  function nextIn(left: number): number {
    const due = [...pages.map((page) => page.nextIn()), ...agenda.map(({ at }) => at - now)];
    const next = Math.min(left, ...due.map((it) => it ?? left));
    // What is due now has run already: whoever sets it again for now has to let time pass.
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
    async pass(ms) {
      await until(() => false, ms);
    },
    jump: (ms) => move(ms, 'jump'),
    until,
    isPlanned: () => agenda.length > 0,
    later(inMs, run) {
      agenda.push({ at: now + inMs, run });
    },
  };
}
