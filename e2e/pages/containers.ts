import { expect } from 'playwright/test';
import { labPage } from './page.ts';

const HELP = '<div id="help" style="height: 600px"></div>';
const INLINE = '<script src="{{RELAY}}/widget.js" data-container="#help" async></script>';

/** Swaps the body as some routers do. */
const swapBody = (html: string) => {
  const body = document.createElement('body');
  body.innerHTML = html;
  document.body.replaceWith(body);
};

export default [
  labPage({
    name: 'a container that is rendered long after the script, with calls in the queue',
    head: `<script>window.Foyer = [['setContext', { order: '1' }]];</script>`,
    body: `${INLINE}<div id="app"></div>`,
    async before({ page }) {
      await page.waitForFunction(() => !Array.isArray(window.Foyer));
      await page.evaluate((html) => {
        document.querySelector('#app')?.insertAdjacentHTML('beforeend', html);
      }, HELP);
    },
  }),
  labPage({
    name: 'a container on one of the pages of a router, which swaps the body',
    head: INLINE,
    body: HELP,
    async before({ page }) {
      await expect(page.locator('foyer-chat textarea')).toBeVisible();
      await page.evaluate(swapBody, '<p>Another page</p>');
      await expect(page.locator('foyer-chat')).toHaveCount(0);
      await page.evaluate(swapBody, HELP);
    },
    async after({ page }) {
      expect(await page.evaluate(() => typeof window.Foyer)).toBe('object');
    },
  }),
  labPage({
    name: 'the corner, in a page that takes out what it does not know',
    async before({ page }) {
      await page.locator('foyer-chat').waitFor({ state: 'attached' });
      await page.evaluate(() => document.querySelector('foyer-chat')?.remove());
    },
  }),
  labPage({
    name: 'a framework that throws the server’s document away and renders its own, as React 18 does',
    async before({ page }) {
      await page.locator('foyer-chat').waitFor({ state: 'attached' });
      await page.evaluate(() => {
        const html = document.createElement('html');
        html.innerHTML = '<head><title>Rendered</title></head><body><button>n=0</button></body>';
        document.documentElement.remove();
        document.append(html);
      });
    },
    async after({ page }) {
      await expect(page.locator('foyer-chat')).toHaveCount(1);
      expect(await page.evaluate(() => typeof window.Foyer)).toBe('object');
    },
  }),
  labPage({
    name: 'a page that is written anew by document.open(), with a script tag',
    async before({ page }) {
      await page.locator('foyer-chat').waitFor({ state: 'attached' });
      await page.evaluate(() => {
        const tag = document.querySelector('script[src$="widget.js"]')?.outerHTML ?? '';
        document.open();
        document.write(`<!doctype html><title>Anew</title><body>${tag}`);
        document.close();
      });
    },
    async after({ page }) {
      await expect(page.locator('foyer-chat')).toHaveCount(1);
    },
  }),
];
