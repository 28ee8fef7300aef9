import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator } from 'playwright/test';
import { build } from 'vite';
import { type FoyerFixture, foyerFixture } from '../src/testing/playwright.ts';
import { test as base } from './demo-fixture.ts';
import type { LabPage } from './pages/page.ts';

/** The chat on pages with what real pages have, one file for each in `pages/`. No server is needed. */

const RELAY = 'https://chat.example';
const SITE = 'https://shop.example';
const BUILT = fileURLToPath(new URL('../dist/browser', import.meta.url));

/** Each file of the folder exports one page or several. */
async function readPages(): Promise<readonly LabPage[]> {
  const names = readdirSync(join(import.meta.dirname, 'pages')).filter(
    (name) => name.endsWith('.ts') && name !== 'page.ts',
  );
  const modules = await Promise.all(names.sort().map((name) => import(`./pages/${name}`)));
  return modules.flatMap((module: { default: LabPage | LabPage[] }) => module.default);
}

const test = base.extend<{ foyer: FoyerFixture<Locator> }>({
  foyer: foyerFixture({ relay: RELAY, greeting: 'Hello', scripts: BUILT }),
});

/** Text of a file: of a package, of the built widget (`foyer:`), or a bundle of a module of ours (`bundle:`). */
async function textOf(source: string): Promise<string> {
  const [, kind, rest = ''] = /^(foyer|bundle):(.*)$/s.exec(source) ?? [];
  if (kind === 'foyer') return readFileSync(`${BUILT}/${rest}`, 'utf8');
  if (kind === 'bundle') {
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: { write: false, lib: { entry: join(BUILT, '../..', rest), formats: ['iife'], name: 'bundle' } },
    });
    const [bundle] = built as unknown as { output: [{ code: string }] }[];
    return bundle?.output[0].code ?? '';
  }
  return readFileSync(fileURLToPath(new URL(`../node_modules/${source}`, import.meta.url)), 'utf8');
}

// No test needs a demo, so all workers may share them.
test.describe.configure({ mode: 'parallel' });

const DEFAULT_TAG = '<script src="{{RELAY}}/widget.js" async></script>';
const ANSWER = Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n\n');

/** Pages that `npm test` plays: one of each kind of harm. */
const FIRST = /^(Bootstrap|hotkeys|Lenis|a container on|a cookie bar in a shadow root$|html \{ zoom: 1.25)/;

/** Pages that differ little from others. */
const AT_NIGHT = /(zoom: (0.8|1.5)|contain: paint|will-change)/;

const tagOf = ({ name }: LabPage) => (AT_NIGHT.test(name) ? '@full' : FIRST.test(name) ? [] : '@ci');

for (const lab of await readPages())
  test(`the chat works, and so does the page: ${lab.name}`, {
    tag: tagOf(lab),
  }, async ({ page, foyer }) => {
    const { platform, launcher, panel, composer, transcript, lastMessage } = foyer;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const { head = '', body = '', html = 'lang="en"', tag = DEFAULT_TAG, scripts = {} } = lab;
    const inlined = tag.includes('{{foyer:') ? await textOf('foyer:widget.js') : '';
    const fill = (text: string) =>
      text
        .replaceAll('{{RELAY}}', RELAY)
        .replace('{{foyer:widget.js}}', () => inlined.replaceAll('</', '<\\/'));
    await page.route(`${SITE}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.endsWith('.css'))
        return route.fulfill({
          contentType: 'text/css',
          body: await textOf('bootstrap/dist/css/bootstrap.min.css'),
        });
      const source = scripts[pathname];
      if (source !== undefined)
        return route.fulfill({ contentType: 'text/javascript', body: await textOf(source) });
      if (pathname !== '/') return route.fulfill({ status: 404 });
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><html ${html}><head><title>A site</title><meta name="viewport" content="width=device-width">${fill(head)}</head>
          <body>${fill(body)}${/widget\.js/.test(head + body) ? '' : fill(tag)}</body></html>`,
      });
    });
    await page.goto(`${SITE}/`);
    await lab.before?.({ page, foyer });

    if (!/data-container/.test(head + body + tag)) await launcher.click();
    await expect(panel).toBeVisible();
    await expect(lastMessage).toContainText(/hello/i);
    await composer.click();
    await page.keyboard.type('is 4/5 ok?');
    await expect(composer).toHaveValue('is 4/5 ok?');
    platform.onMessage((text) => platform.reply(`You asked: ${text}\n\n${ANSWER}`));
    await page.keyboard.press('Enter');
    await expect(lastMessage).toContainText(/line 79/i);
    const top = () =>
      transcript.evaluate((element) => element.closest('.transcript')?.scrollTop ?? element.scrollTop);
    const before = await top();
    const area = await transcript.boundingBox();
    await page.mouse.move((area?.x ?? 0) + (area?.width ?? 0) / 2, (area?.y ?? 0) + 100);
    await page.mouse.wheel(0, 300);
    await expect.poll(top).toBeGreaterThan(before);

    await lab.after?.({ page, foyer });
    expect(errors).toEqual([]);
  });
