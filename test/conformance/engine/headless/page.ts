import type { SharedStorage } from '../../../support/page-storage.ts';
import type { Page, PageCommand, PageEvent, PageOptions } from '../page.ts';
import type { UntimedEvent } from '../page-network.ts';
import { createTimers } from '../timers.ts';
import { createDocument } from './document.ts';
import { createMemory } from './memory.ts';
import { viewOf } from './view.ts';
import { createVisitor } from './visitor.ts';

/** Simulated page: the client without a browser and without a view. */

/** Microtask turns that one command may need. */
const TICKS = 40;

function seeded(seed: number): () => number {
  let state = seed * 48_271;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

/** Random UUID v4. */
const uuidBy = (random: () => number): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(random() * 16).toString(16));

async function microtasks(): Promise<void> {
  for (let i = 0; i < TICKS; i++) await Promise.resolve();
}

/** @param isPolled the frames travel by polls */
export function createHeadlessPage(options: PageOptions, storage: SharedStorage, isPolled: boolean): Page {
  const timers = createTimers(options.now());
  const random = seeded(options.seed);
  // A separate generator, so that an additional id does not change the delays.
  const uuids = seeded(options.seed + 1_000);
  const memory = createMemory(() => emit({ is: 'dropped', what: 'ignored', reason: 'changed nothing' }));
  let events: PageEvent[] = [];
  let numbers = 0;
  let isGone = false;
  let isOnline = true;

  function emit(untimedEvent: UntimedEvent): void {
    events.push({ ...untimedEvent, at: timers.now() } as PageEvent);
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
      isPolled,
      random,
      uuid: () => uuidBy(uuids),
      nextNumber,
      emit,
    });
  let document = load();

  function perform(command: PageCommand): void {
    if (command.do === 'advance') timers.advance(command.ms);
    else if (command.do === 'jump') timers.jump(command.ms);
    else if (command.do === 'throttle') timers.throttle(command.everyMs);
    else if (command.do !== 'network') document.receive(command);
    else {
      isOnline = command.isOnline;
      document.environment.emit(isOnline ? 'online' : 'offline');
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
    async execute(commands) {
      for (const command of [undefined, ...commands]) {
        if (command) perform(command);
        await microtasks();
        if (timers.nextIn() === 0) timers.advance(0);
      }
      await microtasks();
      const emitted = events;
      events = [];
      return emitted;
    },
    nextIn: timers.nextIn,
    view: async () => (isGone ? undefined : viewOf(document.chat)),
    remaining: async () => ({
      timers: timers.waiting(),
      clientTimers: timers.waiting(),
      listeners: document.environment.listenerCount(),
    }),
    corrupt: memory.corrupt,
  };
}
