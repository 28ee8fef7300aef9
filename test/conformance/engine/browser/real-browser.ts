import type { Browser, BrowserContext } from 'playwright';
import { type Page, RELAY, type TestBrowser } from '../page.ts';
import type { Ability } from '../vocabulary.ts';
import type { Widget } from './build.ts';
import { NONCE } from './mount.ts';
import { createTab, FRAMING_PAGE, SITE } from './page.ts';

/** Fresh browser context on a test site. The relay's files come from the build. */

export const BROWSER: ReadonlySet<Ability> = new Set(['browser']);

export interface BrowserResources {
  readonly browser: Browser;
  readonly widget: Widget;
  readonly inPage: string;
}

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1><p>Lamps and chairs.</p></main></html>';

const PAGE_WITH_FRAME =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Help</title><iframe src="/" title="Shop" width="1200" height="760"></iframe></html>';

/** File of a language. No scenario needs one. */
const LANGUAGE = /^[a-z]{2}-/;

/** Relay origin of a widget by its position. */
const relayOf = (at: number) => (at === 0 ? RELAY : RELAY.replace('relay.', `relay-${at + 1}.`));

/** A policy that trusts scripts by a nonce. What they import inherits it. */
const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}'; connect-src ${RELAY}; style-src ${RELAY}; img-src https:; base-uri 'none'; object-src 'none'`;

async function serve(
  context: BrowserContext,
  { script, assets }: Widget,
  pageHeaders: () => Record<string, string>,
): Promise<void> {
  await context.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (SITE.startsWith(origin)) {
      const body = route.request().url() === FRAMING_PAGE ? PAGE_WITH_FRAME : PAGE;
      return route.fulfill({ contentType: 'text/html', body, headers: pageHeaders() });
    }
    const body = pathname === '/widget.js' ? script : assets.get(pathname.split('/').at(-1) ?? '');
    if (body === undefined) return route.abort();
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=3600' };
    return route.fulfill({ contentType: 'text/javascript', body, headers });
  });
}

export async function createRealBrowser(resources: BrowserResources): Promise<TestBrowser> {
  const { browser, widget, inPage } = resources;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    // The virtual clock stands between two steps; an animation would be painted meanwhile.
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['local-network-access'], { origin: new URL(SITE).origin }).catch(() => {});
  let hasStrictPolicy = false;
  await serve(context, widget, () => (hasStrictPolicy ? { 'Content-Security-Policy': POLICY } : {}));
  const pages: Page[] = [];
  const panelFiles = [...widget.assets.keys()]
    .filter((name) => !LANGUAGE.test(name))
    .map((name) => `${RELAY}/assets/${name}`);
  const key = `foyer:${RELAY}`;

  /** Uses the storage from a separate page, so that all pages of the scenario get a storage event. */
  async function withStorage<Value>(
    use: (given: readonly [string, string | null]) => Value,
    value: string | null = null,
  ) {
    const tab = await context.newPage();
    await tab.goto(`${SITE}empty`);
    const result = await tab.evaluate(use, [key, value] as const);
    await tab.close();
    return result;
  }

  return {
    abilities: BROWSER,
    async openPage(options) {
      hasStrictPolicy = options.hasStrictPolicy;
      const count = Math.max(1, options.widgets.length);
      const page = await createTab({
        ...options,
        context,
        inPage,
        panelFiles,
        relays: Array.from({ length: count }, (_, at) => relayOf(at)),
        now: options.now,
      });
      pages.push(page);
      return page;
    },
    stored: () =>
      withStorage(() =>
        Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('foyer'))),
      ),
    async store(sessionId) {
      await withStorage(([name, value]) => {
        if (value === null) localStorage.removeItem(name);
        else localStorage.setItem(name, value);
      }, sessionId);
    },
    async dispose() {
      const left: string[] = [];
      for (const page of pages) {
        await page.visitor.destroy().catch(() => {});
        await page.execute([]);
        const { timers, listeners } = await page.remaining();
        if (timers + listeners > 0) left.push(`left: ${timers} timers, ${listeners} listeners`);
      }
      await context.close();
      return left;
    },
  };
}
