import { createFakeClock } from '../fake-clock.ts';
import { sharedStorage } from '../scripted-ports.ts';
import { type Agent, createAgent } from './agent.ts';
import { createFates, type Plan } from './fate.ts';
import { createPage, type Page } from './page.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createRelay } from './relay.ts';
import type { Session, Ways } from './session.ts';

/** One browser with its pages, the relay and the platform on one clock, and the fates that a plan has for them. */
export interface World {
  readonly platform: Platform;
  readonly agent: Agent;
  readonly storedId: () => string | null;
  /** Every page that was ever opened. */
  readonly pages: readonly Page[];
  /** What has happened, by name, for counting. */
  readonly happened: ReadonlySet<string>;
  /** The rules that were broken on the way. */
  readonly broken: readonly string[];
  note(what: string): void;
  /** What the visitor says next: no two messages are alike. */
  words(): string;
  openPage(): Page;
  /** The session that the browser has, or had last. */
  session(): Session | undefined;
  network(news: 'online' | 'offline', isCut?: boolean): void;
  /** Moves time on, letting promises run in between. */
  pass(ms: number): Promise<void>;
  /** The machine sleeps; with `isDead` its sockets do not live through it. */
  sleep(ms: number, isDead: boolean): Promise<void>;
  /** From now on nothing goes wrong any more, and every page is looked at. */
  heal(): void;
}

/** Longer than any chain of promises in the client. */
const TURNS = 12;

export function createWorld(plan: Plan, ways: Ways, seed: number): World {
  const clock = createFakeClock();
  const happened = new Set<string>();
  const broken: string[] = [];
  const note = (what: string) => void happened.add(what);
  const fates = createFates(plan, note);
  const agent = createAgent(clock, fates, note);
  const report = (rule: string) => broken.push(rule);
  const platform = createPlatform(ways, { clock, fates, agent, broken: report });
  const relay = createRelay(platform, { clock, fates });
  const storage = sharedStorage();
  const pages: Page[] = [];
  let isOnline = true;
  let said = 0;
  let state = seed + 1;

  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };

  async function settle(): Promise<void> {
    for (let i = 0; i < TURNS; i++) await Promise.resolve();
    for (const page of pages) page.watch();
  }

  const openPages = () => pages.filter((page) => !page.isClosed());

  const world: World = {
    platform,
    agent,
    storedId: () => storage.id,
    pages,
    happened,
    broken,
    note,
    words: () => `message ${++said}`,
    openPage() {
      const page = createPage(`page-${pages.length + 1}`, isOnline, {
        clock,
        platform,
        relay,
        storage,
        random,
        happened: note,
        broken: report,
      });
      pages.push(page);
      page.start();
      return page;
    },
    session: () => {
      const sessions = platform.sessions;
      return sessions.get(storage.id ?? '') ?? [...sessions.values()].at(-1);
    },
    network(news, isCut = true) {
      isOnline = news === 'online';
      for (const page of openPages()) page.network(news, isCut);
    },
    async pass(ms) {
      await settle();
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, clock.nextIn() ?? left);
        clock.advance(step);
        left -= step;
        await settle();
      }
    },
    async sleep(ms, isDead) {
      for (const page of openPages()) page.slept(isDead);
      clock.jump(ms);
      for (const page of openPages()) page.slept(false);
      await settle();
    },
    heal() {
      fates.heal();
      platform.heal();
      world.network('online');
      for (const page of openPages()) {
        page.show();
        page.start();
      }
    },
  };
  return world;
}
