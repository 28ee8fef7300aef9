import type { BrowserContext, Page as Tab } from 'playwright';
import type { BrowserPage, News, Order, Page, PageOptions, View } from '../page.ts';
import { createHeap } from './heap.ts';
import { HOSTILITY } from './hostility.ts';
import type { Driven, PageDoor, Setup } from './in-page/types.ts';
import { mountWidgets } from './mount.ts';
import { DOCUMENT, renumbered } from './renumber.ts';
import { createVisitor } from './visitor.ts';

/** A real page with the built widget in it. */

export const SITE = 'https://shop.example.test/';
const ELSEWHERE = 'https://shop.example.test/elsewhere';
const DOOR = '__foyerScenario';

export interface TabOptions extends PageOptions {
  readonly context: BrowserContext;
  readonly inPage: string;
  /** Of each widget on the page. */
  readonly relays: readonly string[];
  readonly panelFiles: readonly string[];
}

export async function createTab(options: TabOptions): Promise<Page & { readonly tab: Tab }> {
  const { context, relays } = options;
  const tab = await context.newPage();
  let nextIn: number | null = null;
  /** Since the document is another one, or is being left, there is nobody to talk to. */
  let isAway = false;
  /** News of acts that drove the page by themselves. */
  const kept: News[] = [];
  const open = new Set<number>();
  /** Each document numbers its sockets and calls from 1. */
  let base = -DOCUMENT;

  const setup: Setup = {
    key: DOOR,
    startAt: options.now(),
    clockOffsetMs: options.clockOffsetMs,
    relays,
    watch: options.watch,
    blockedStorage: options.blockedStorage,
  };

  /** Speaks to the engine's part of the page. */
  function ask<Name extends keyof PageDoor>(
    name: Name,
    ...values: Parameters<PageDoor[Name]>
  ): Promise<Awaited<ReturnType<PageDoor[Name]>>> {
    return tab.evaluate(
      ([key, method, given]) =>
        (window as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>)[key]?.[
          method
        ]?.(...given),
      [DOOR, name, values] as const,
    ) as Promise<Awaited<ReturnType<PageDoor[Name]>>>;
  }

  async function driveNow(orders: readonly Order[]): Promise<readonly News[]> {
    if (isAway || tab.isClosed()) return [];
    const own = orders.flatMap((it) => renumbered(it, -base) ?? []);
    const driven = JSON.parse(await ask('drive', JSON.stringify(own))) as Driven;
    nextIn = driven.nextIn;
    const news = driven.news.flatMap((it) => renumbered(it, base) ?? []);
    for (const it of news) {
      if (it.is === 'socket') open.add(it.socket);
      if (it.is === 'closed') open.delete(it.socket);
    }
    return news;
  }

  /** The document is another one, or none: the browser closes what it leaves behind. */
  function leaveBehind(): void {
    for (const socket of open) kept.push({ is: 'closed', at: options.now(), socket, code: 1001 });
    open.clear();
    nextIn = null;
  }

  /** A document that was not there, or not awake, has missed some time. */
  async function catchUp(): Promise<void> {
    const ms = options.now() - (await ask('now'));
    if (ms > 0) kept.push(...(await driveNow([{ do: 'jump', ms }])));
  }

  /** What an act sets off is heard of with the next drive. */
  async function settle(): Promise<void> {
    kept.push(...(await driveNow([])));
  }

  const mount = () =>
    mountWidgets({
      tab,
      relays,
      widgets: options.widgets,
      options: options.options,
      panelFiles: options.panelFiles,
    });

  async function load(): Promise<void> {
    await tab.goto(SITE);
    leaveBehind();
    base += DOCUMENT;
    isAway = false;
    await catchUp();
    for (const patch of options.patches) await tab.evaluate(HOSTILITY[patch] ?? '');
    await mount();
    await settle();
  }

  const heap = createHeap(context, tab);

  const browser: BrowserPage = {
    mount,
    rememberMemory: heap.remember,
    async patch(patches) {
      for (const patch of patches) await tab.evaluate(HOSTILITY[patch] ?? '');
    },
    blockStorage: (how) => ask('blockStorage', how),
    setClockOffset: (ms) => ask('setClockOffset', ms),
    measure: async (what) => (await heap.measure(what)) ?? ask('measure', what),
  };

  /** The very document, with the widget in it. */
  const isBack = () => tab.evaluate(() => document.querySelector('foyer-chat') !== null);

  const visitor = createVisitor({
    tab,
    settle,
    setVisible: (isVisible) => ask('setVisible', isVisible),
    load,
    async leave() {
      await settle();
      isAway = true;
      await tab.goto(ELSEWHERE);
    },
    async closePage() {
      await settle();
      await tab.close();
      leaveBehind();
    },
    async comeBack() {
      // Playwright waits in vain for a page that comes out of the cache.
      await tab.evaluate(() => history.back());
      isAway = false;
      await until(isBack, 'the browser has not kept the page');
      await catchUp();
    },
  });

  await tab.addInitScript({
    content: `(() => { ${options.inPage}\nstage.install(${JSON.stringify(setup)}); })();`,
  });
  await load();
  return {
    tab,
    visitor,
    browser,
    async drive(orders) {
      const news = await driveNow(orders);
      return [...kept.splice(0), ...news];
    },
    nextIn: () => nextIn,
    async look() {
      if (tab.isClosed() || isAway) return undefined;
      return JSON.parse(await ask('view')) as View;
    },
    remains: async () => (tab.isClosed() || isAway ? { timers: 0, listeners: 0 } : ask('remains')),
  };
}

const POLL_MS = 20;
const POLLS = 250;

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let i = 0; i < POLLS; i++) {
    if (await isSo().catch(() => false)) return;
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
  throw new Error(otherwise);
}
