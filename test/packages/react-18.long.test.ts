import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Locator } from 'playwright';
import { expect, it } from 'vitest';
import { foyerFixture } from '../../src/testing/playwright.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../browsers/browser.ts';
import { createWorkplace } from './project.ts';

/** React 18, whose peers no installation beside React 19 can have. Asks an npm registry for it. */

const SITE = 'https://shop.example';
const RELAY = 'https://chat.example';
const SCRIPTS = resolve(import.meta.dirname, '../../dist/browser');

/** The server's document, and the same in the browser, as Remix 2 does it. */
const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><button>0</button>
<script src="/react/umd/react.development.js"></script>
<script src="/react-dom/umd/react-dom.development.js"></script>
<script src="${RELAY}/widget.js"></script>
<script>for (const script of document.querySelectorAll('script')) script.remove()</script></body></html>`.replace(
  /\n/g,
  '',
);

function hydrate(): void {
  const { React, ReactDOM } = window as unknown as {
    React: typeof import('react');
    ReactDOM: typeof import('react-dom/client');
  };
  const { createElement, useState } = React;
  const Counter = () => {
    const [count, setCount] = useState(0);
    return createElement('button', { onClick: () => setCount(count + 1) }, count);
  };
  const head = createElement('head', null, createElement('title', null, 'Shop'));
  const body = createElement('body', null, createElement(Counter));
  ReactDOM.hydrateRoot(document, createElement('html', { lang: 'en' }, head, body));
}

it('the chat stands beside a body that React 18 hydrates with its whole document', async () => {
  const workplace = createWorkplace();
  const project = workplace.project('react-18');
  project.install(['react@18', 'react-dom@18']);
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: BROWSER_ARGUMENTS,
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 });
    const body = readFileSync(join(project.folder, 'node_modules', pathname), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await foyerFixture<Locator>({ relay: RELAY, scripts: SCRIPTS, greeting: 'Hello' })(
    { page },
    async (foyer) => {
      await page.goto(SITE);
      await foyer.launcher.waitFor();
      await page.evaluate(hydrate);
      await page.locator('body > button').click();
      await page.getByRole('button', { name: '1', exact: true }).waitFor();
      await foyer.launcher.click();
      await foyer.lastMessage.waitFor();
      expect(errors).toEqual([]);
    },
  );
  await browser.close();
  workplace.dispose();
});
