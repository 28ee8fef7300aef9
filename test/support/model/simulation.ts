import { createFakeClock } from '../fake-clock.ts';
import { sharedStorage } from '../page-storage.ts';
import type { CallFate } from '../polled-socket.ts';
import { type Agent, createAgent } from './agent.ts';
import { createDisruptions, type Plan } from './disruptions.ts';
import { createPage, type Page } from './page.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createRelay } from './relay.ts';
import type { PlatformSettings, Session } from './session.ts';

/** One browser with its pages, the relay and the platform on one clock, with planned disruptions. */
export interface Simulation {
  readonly platform: Platform;
  readonly agent: Agent;
  readonly storedId: () => string | null;
  /** All pages, also closed ones. */
  readonly pages: readonly Page[];
  /** Names of what has happened. */
  readonly coverage: ReadonlySet<string>;
  /** Violated rules. */
  readonly violations: readonly string[];
  record(what: string): void;
  /** Text of the visitor's next message; all texts differ. */
  nextText(): string;
  openPage(): Page;
  /** The session that the browser has or had last. */
  session(): Session | undefined;
  changeNetwork(state: 'online' | 'offline', isCut?: boolean): void;
  /** Advances the time and settles promises in between. */
  advance(ms: number): Promise<void>;
  /** Lets the machine sleep. `isDead`: its sockets do not survive it. */
  sleep(ms: number, isDead: boolean): Promise<void>;
  /** Stops all disruptions and makes every page visible. */
  stopDisruptions(): void;
}

/** Microtask turns: more than any chain of promises in the client. */
const TURNS = 40;

/** @param polls the frames travel by polls */
export function createSimulation(
  plan: Plan,
  settings: PlatformSettings,
  seed: number,
  polls?: () => CallFate,
): Simulation {
  const clock = createFakeClock();
  const coverage = new Set<string>();
  const violations: string[] = [];
  const record = (what: string) => void coverage.add(what);
  const disruptions = createDisruptions(plan, record);
  const agent = createAgent(clock, disruptions, record);
  const report = (rule: string) => violations.push(rule);
  const platform = createPlatform(settings, { clock, disruptions, agent, violation: report });
  const relay = createRelay(platform, { clock, disruptions });
  const storage = sharedStorage();
  const pages: Page[] = [];
  let isOnline = true;
  let areDisrupted = true;
  let messages = 0;
  let state = seed + 1;

  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };

  async function settle(): Promise<void> {
    for (let i = 0; i < TURNS; i++) await Promise.resolve();
    for (const page of pages) page.check();
  }

  const openPages = () => pages.filter((page) => !page.isClosed());

  const simulation: Simulation = {
    platform,
    agent,
    storedId: () => storage.id,
    pages,
    coverage,
    violations,
    record,
    nextText: () => `message ${++messages}`,
    openPage() {
      const page = createPage(`page-${pages.length + 1}`, isOnline, {
        clock,
        platform,
        relay,
        storage,
        polls: polls && (() => (areDisrupted ? polls() : { inMs: 20 })),
        random,
        record: record,
        violation: report,
      });
      pages.push(page);
      page.start();
      return page;
    },
    session: () => {
      const sessions = platform.sessions;
      return sessions.get(storage.id ?? '') ?? [...sessions.values()].at(-1);
    },
    changeNetwork(state, isCut = true) {
      isOnline = state === 'online';
      for (const page of openPages()) page.changeNetwork(state, isCut);
    },
    async advance(ms) {
      await settle();
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, clock.nextIn() ?? left);
        clock.advance(step);
        left -= step;
        await settle();
      }
    },
    async sleep(ms, isDead) {
      for (const page of openPages()) page.sleep(isDead);
      clock.jump(ms);
      for (const page of openPages()) page.sleep(false);
      await settle();
    },
    stopDisruptions() {
      areDisrupted = false;
      disruptions.stop();
      platform.recover();
      simulation.changeNetwork('online');
      for (const page of openPages()) {
        page.restore();
        // M-12.20: a failure ends by itself when somebody looks at the page.
        if (page.isResting() || page.chat.connection.value === 'idle') page.start();
      }
    },
  };
  return simulation;
}
