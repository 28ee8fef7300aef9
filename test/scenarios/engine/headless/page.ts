import type { SharedStorage } from '../../../support/scripted-ports.ts';
import type { News, Order, Page, PageOptions } from '../page.ts';
import { createTimers } from '../timers.ts';
import { createDocument, type Untimed } from './document.ts';
import { createMemory } from './memory.ts';
import { viewOf } from './view.ts';
import { createVisitor } from './visitor.ts';

/** A page without any browser: the client itself, without any view. */

/** Microtasks that one order may set off, one after the other. */
const TICKS = 25;

function seeded(seed: number): () => number {
  let state = seed * 48_271;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

/** A UUID v4 by chance. */
const uuidBy = (random: () => number): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(random() * 16).toString(16));

async function microtasks(): Promise<void> {
  for (let i = 0; i < TICKS; i++) await Promise.resolve();
}

export function createHeadlessPage(options: PageOptions, storage: SharedStorage): Page {
  const timers = createTimers(options.now());
  const random = seeded(options.seed);
  // Chance of their own, so that an id more does not move the delays.
  const uuids = seeded(options.seed + 1_000);
  const memory = createMemory(() => tell({ is: 'dropped', what: 'ignored', reason: 'changed nothing' }));
  let news: News[] = [];
  let numbers = 0;
  let isGone = false;
  let isOnline = true;

  function tell(it: Untimed): void {
    news.push({ ...it, at: timers.now() } as News);
  }

  function nextNumber(): number {
    numbers += 1;
    return numbers;
  }

  const load = () =>
    createDocument({
      options,
      storage,
      timers,
      memory,
      isOnline,
      random,
      uuid: () => uuidBy(uuids),
      nextNumber,
      tell,
    });
  let document = load();

  function perform(order: Order): void {
    if (order.do === 'advance') timers.advance(order.ms);
    else if (order.do === 'jump') timers.jump(order.ms);
    else if (order.do === 'throttle') timers.throttle(order.everyMs);
    else if (order.do !== 'network') document.receive(order);
    else {
      isOnline = order.isOnline;
      document.surroundings.tell(isOnline ? 'online' : 'offline');
    }
  }

  return {
    visitor: createVisitor({
      document: () => document,
      reload() {
        document = load();
      },
      gone() {
        isGone = true;
      },
    }),
    async drive(orders) {
      for (const order of [undefined, ...orders]) {
        if (order) perform(order);
        await microtasks();
        if (timers.nextIn() === 0) timers.advance(0);
      }
      await microtasks();
      const told = news;
      news = [];
      return told;
    },
    nextIn: timers.nextIn,
    look: async () => (isGone ? undefined : viewOf(document.chat)),
    remains: async () => ({ timers: timers.waiting(), listeners: document.surroundings.listeners() }),
    corrupt: memory.corrupt,
  };
}
