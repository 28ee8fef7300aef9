import type { Browser, BrowserContext } from 'playwright';
import { type Page, RELAY, type World } from '../page.ts';
import type { Ability } from '../words.ts';
import type { Widget } from './built.ts';
import { createTab, SITE } from './page.ts';

/** One browser with nothing in it, on a site of its own; the relay's files come from the build. */

export const BROWSER: ReadonlySet<Ability> = new Set(['browser']);

export interface Ground {
  readonly browser: Browser;
  readonly widget: Widget;
  readonly inPage: string;
}

const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1><p>Lamps and chairs.</p></main></html>';

/** Where an answer of the widget's own relay would come from, and no other. */
const relayOf = (at: number) => (at === 0 ? RELAY : RELAY.replace('relay.', `relay-${at + 1}.`));

async function serve(context: BrowserContext, { script, assets }: Widget): Promise<void> {
  await context.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (SITE.startsWith(origin)) return route.fulfill({ contentType: 'text/html', body: PAGE });
    const body = pathname === '/widget.js' ? script : assets.get(pathname.split('/').at(-1) ?? '');
    if (body === undefined) return route.abort();
    const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=3600' };
    return route.fulfill({ contentType: 'text/javascript', body, headers });
  });
}

export async function createBrowserWorld(ground: Ground): Promise<World> {
  const { browser, widget, inPage } = ground;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  await context.grantPermissions(['local-network-access'], { origin: new URL(SITE).origin }).catch(() => {});
  await serve(context, widget);
  const pages: Page[] = [];
  const panelFiles = [...widget.assets.keys()].map((name) => `${RELAY}/assets/${name}`);
  const key = `foyer:${RELAY}`;

  /** A page that is no scenario's: what it writes, all others hear of. */
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
    async page(options) {
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
      // A page that is there is asked itself: that is the sooner way.
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
        await page.drive([]);
        const { timers, listeners } = await page.remains();
        if (timers + listeners > 0) left.push(`left: ${timers} timers, ${listeners} listeners`);
      }
      await context.close();
      return left;
    },
  };
}
