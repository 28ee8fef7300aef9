import type { BrowserContext, Frame, Page as Tab } from 'playwright';
import { traceLongestTask } from '../../../browsers/longest-task.ts';
import type { BrowserPage, Page, PageCommand, PageEvent, PageOptions, View } from '../page.ts';
import { createHeap } from './heap.ts';
import { HOSTILE_SCRIPTS } from './hostile-scripts.ts';
import type { ExecutionResult, InPageApi, Setup } from './in-page/types.ts';
import { mountWidgets } from './mount.ts';
import { plainTextMs, REFERENCE_PLAIN_MS } from './plain-text.ts';
import { DOCUMENT, renumbered } from './renumber.ts';
import { createVisitor } from './visitor.ts';

/** Page of a real browser with the built widget. */

export const SITE = 'https://shop.example.test/';
const OTHER_PAGE = 'https://shop.example.test/elsewhere';
/** Page with the site in an iframe. */
export const FRAMING_PAGE = 'https://shop.example.test/framed';
const API_KEY = '__foyerScenario';
const LONGEST_TASK = 'max_main_thread_block_ms';
export interface TabOptions extends PageOptions {
  readonly context: BrowserContext;
  readonly inPage: string;
  /** Relay of each widget on the page. */
  readonly relays: readonly string[];
  readonly panelFiles: readonly string[];
}

export async function createTab(options: TabOptions): Promise<Page & { readonly tab: Tab }> {
  const { context, relays } = options;
  const tab = await context.newPage();
  const longestTask = options.measure.includes(LONGEST_TASK) ? await traceLongestTask(tab) : undefined;
  /** Document with the chat. */
  const site = (): Frame => (options.isFramed && tab.mainFrame().childFrames()[0]) || tab.mainFrame();
  let nextIn: number | null = null;
  /** True while the document is another one or is being left. */
  let isUnavailable = false;
  /** Events of actions that executed commands by themselves. */
  const pendingEvents: PageEvent[] = [];
  const open = new Set<number>();
  /** Offset of the numbers of the present document, which start at 1. */
  let base = -DOCUMENT;

  const setup: Setup = {
    key: API_KEY,
    startAt: options.now(),
    clockOffsetMs: options.clockOffsetMs,
    relays,
    observe: options.observe,
    blockedStorage: options.blockedStorage,
  };

  /** Calls the engine in the page. */
  function ask<Name extends keyof InPageApi>(
    name: Name,
    ...values: Parameters<InPageApi[Name]>
  ): Promise<Awaited<ReturnType<InPageApi[Name]>>> {
    return site().evaluate(
      ([key, method, given]) =>
        (window as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>)[key]?.[
          method
        ]?.(...given),
      [API_KEY, name, values] as const,
    ) as Promise<Awaited<ReturnType<InPageApi[Name]>>>;
  }

  async function executeNow(commands: readonly PageCommand[]): Promise<readonly PageEvent[]> {
    if (isUnavailable || tab.isClosed()) return [];
    const own = commands.flatMap((command) => renumbered(command, -base) ?? []);
    const result = JSON.parse(await ask('execute', JSON.stringify(own))) as ExecutionResult;
    nextIn = result.nextIn;
    const events = result.events.flatMap((event) => renumbered(event, base) ?? []);
    for (const it of events) {
      if (it.is === 'socket') open.add(it.socket);
      if (it.is === 'closed') open.delete(it.socket);
    }
    return events;
  }

  /** Records the sockets that the browser closes with the document. */
  function closeDocument(): void {
    for (const socket of open) pendingEvents.push({ is: 'closed', at: options.now(), socket, code: 1001 });
    open.clear();
    nextIn = null;
  }

  /** Advances a document that was not loaded or was suspended. */
  async function catchUp(): Promise<void> {
    const ms = options.now() - (await ask('now'));
    if (ms > 0) pendingEvents.push(...(await executeNow([{ do: 'jump', ms }])));
  }

  /** Keeps the consequences of an action for the next execution. */
  async function settle(): Promise<void> {
    pendingEvents.push(...(await executeNow([])));
  }

  const mountOptions = {
    site,
    relays,
    widgets: options.widgets,
    options: options.options,
    panelFiles: options.panelFiles,
  };
  const mount = () => mountWidgets(mountOptions);

  async function load(): Promise<void> {
    await tab.goto(options.isFramed ? FRAMING_PAGE : SITE);
    closeDocument();
    base += DOCUMENT;
    isUnavailable = false;
    await catchUp();
    for (const patch of options.patches) await site().evaluate(HOSTILE_SCRIPTS[patch] ?? '');
    await mount();
    await settle();
  }

  async function runScriptAgain(): Promise<number> {
    // With one relay `mountWidgets` only adds the script.
    await mountWidgets({ ...mountOptions, relays: relays.slice(0, 1) });
    await settle();
    return site().locator('foyer-chat').count();
  }

  async function reparent(): Promise<void> {
    await site().evaluate(() => {
      const chat = document.querySelector('foyer-chat');
      if (chat) document.body.appendChild(document.createElement('section')).append(chat);
    });
    await settle();
  }

  async function removeFrame(): Promise<void> {
    await settle();
    isUnavailable = true;
    await tab.locator('iframe').evaluate((frame) => frame.remove());
    closeDocument();
  }

  const heap = createHeap(context, tab);

  const browser: BrowserPage = {
    mount,
    runScriptAgain,
    reparent,
    removeFrame,
    rememberMemory: heap.remember,
    async patch(patches) {
      for (const patch of patches) await site().evaluate(HOSTILE_SCRIPTS[patch] ?? '');
    },
    blockStorage: (how) => ask('blockStorage', how),
    setClockOffset: (ms) => ask('setClockOffset', ms),
    async measure(what) {
      if (what === LONGEST_TASK && longestTask)
        return ((await longestTask()) / (await plainTextMs(context))) * REFERENCE_PLAIN_MS;
      return (await heap.measure(what)) ?? ask('measure', what);
    },
  };

  /** True when the browser has restored the document with the widget. */
  const isRestored = () => tab.evaluate(() => document.querySelector('foyer-chat') !== null);

  const visitor = createVisitor({
    tab,
    site,
    settle,
    setVisible: (isVisible) => ask('setVisible', isVisible),
    load,
    async navigateAway() {
      await settle();
      isUnavailable = true;
      await tab.goto(OTHER_PAGE);
    },
    async closePage() {
      await settle();
      await tab.close();
      closeDocument();
    },
    async navigateBack() {
      // `tab.goBack()` would wait for ever for a page from the cache.
      await tab.evaluate(() => history.back());
      isUnavailable = false;
      await until(isRestored, 'the browser has not kept the page');
      await catchUp();
    },
  });

  // Before the engine, which counts the listeners of the page.
  await tab.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      dispatchEvent(new ErrorEvent('error', { message: `refused by ${violatedDirective}: ${blockedURI}` })),
    ),
  );
  await tab.addInitScript({
    content: `(() => { ${options.inPage}\nengine.install(${JSON.stringify(setup)}); })();`,
  });
  await load();
  return {
    tab,
    visitor,
    browser,
    async execute(commands) {
      const events = await executeNow(commands);
      return [...pendingEvents.splice(0), ...events];
    },
    nextIn: () => nextIn,
    async view() {
      if (tab.isClosed() || isUnavailable) return undefined;
      return JSON.parse(await ask('view')) as View;
    },
    remaining: async () =>
      tab.isClosed() || isUnavailable ? { timers: 0, clientTimers: 0, listeners: 0 } : ask('remaining'),
  };
}

const POLL_MS = 20;
const POLLS = 3_000;

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let i = 0; i < POLLS; i++) {
    if (await isSo().catch(() => false)) return;
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
  throw new Error(otherwise);
}
