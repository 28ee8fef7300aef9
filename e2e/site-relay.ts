import { createHash } from 'node:crypto';
import type { Demo } from '../src/cli/demo.ts';
import { newAdminKey } from '../src/relay/config/admin-key.ts';
import type { BrandingFile } from '../src/relay/config/branding-schema.ts';
import { test as base, ChatPage } from './fixtures.ts';

const built = new URL('../dist/node/relay.js', import.meta.url).href;

/** A relay of the test's own on the demo's platform, with a page that embeds its chat. */
export interface SiteRelay {
  readonly chat: ChatPage;
  readonly relayUrl: string;
  /** Changes the branding file and reads it again. */
  brand(branding: Partial<BrandingFile>): Promise<void>;
  /** Moves the clock of the relay. */
  setTime(iso: string): void;
  /** Opens the page, with attributes of the script tag. */
  visit(attributes?: string, body?: string): Promise<void>;
}

function envOf(demo: Demo, adminKey: string): Record<string, string> {
  return {
    FOYER_PORT: '0',
    FOYER_ADMIN_KEYS: `site:read+write+call+pii:${createHash('sha256').update(adminKey).digest('hex')}`,
    FOYER_MESSAGING_URL: demo.emulator.messagingUrl,
    FOYER_CONNECTOR_TOKEN: demo.emulator.connectorToken,
    FOYER_HOST_IDENTIFIER: demo.emulator.hostIdentifier,
    FOYER_ALLOWED_ORIGINS: demo.siteUrl,
    FOYER_LOG_LEVEL: 'silent',
    FOYER_WIDGET_CONFIG: 'branding',
  };
}

export const test = base.extend<{
  readonly site: SiteRelay;
  /** Further settings of the relay. */
  readonly relayEnv: Readonly<Record<string, string>>;
  /** A key with all scopes. */
  readonly adminKey: string;
}>({
  relayEnv: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
  adminKey: async ({}, use) => use(newAdminKey()),
  site: async ({ adminKey, demo, page, relayEnv }, use) => {
    const { parseConfig, startRelay } = (await import(built)) as typeof import('../src/relay/index.ts');
    let file: Partial<BrandingFile> = {};
    const read = (path: string) =>
      path === 'branding'
        ? JSON.stringify({ header: { text: 'Lumen & Oak' }, default_locale: 'en', ...file })
        : undefined;
    const parse = () => parseConfig({ ...envOf(demo, adminKey), ...relayEnv }, { read });
    const config = parse();
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    let offset = 0;
    const clock = {
      now: () => Date.now() + offset,
      after(inMs: number, fn: () => void) {
        const timer = setTimeout(fn, inMs);
        return () => clearTimeout(timer);
      },
    };
    const relay = await startRelay(config.value, { clock });
    const chat = new ChatPage(page, { siteUrl: demo.siteUrl, relayUrl: relay.url });
    await use({
      chat,
      relayUrl: relay.url,
      async brand(branding) {
        file = branding;
        await relay.reconfigure(parse());
      },
      setTime(iso) {
        offset = Date.parse(iso) - Date.now();
      },
      async visit(attributes = '', body = '') {
        await page.route(`${chat.shop}**`, (route) =>
          route.fulfill({
            contentType: 'text/html',
            body: `<!doctype html><html lang="en"><head><title>A site</title>
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <script src="${relay.url}/widget.js" ${attributes} async></script></head><body>${body}</body></html>`,
          }),
        );
        await page.goto(chat.shop);
        await chat.host().waitFor({ state: 'attached' });
      },
    });
    await relay.close();
  },
});
