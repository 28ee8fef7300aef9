import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Pictures of every state for people to look at, in `shots/`: desktop, phone, dark, right to left. */

const folder = fileURLToPath(new URL('../shots/', import.meta.url));

const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  {
    name: 'phone',
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    isMobile: true,
    hasTouch: true,
  },
  {
    name: 'phone-dark',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  },
  { name: 'rtl', viewport: { width: 1280, height: 800 }, colorScheme: 'light', rtl: true },
] as const;

for (const look of LOOKS) {
  const { name, ...device } = look;
  const rtl = 'rtl' in look;
  test.describe(name, () => {
    const { rtl: _, ...context } = { rtl, ...device };
    test.use(context);

    const shoot = async (page: Page, state: string) => {
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${folder}${name}-${state}.png` });
    };

    test('states', async ({ chat, page, demo }) => {
      test.setTimeout(120_000);
      if (rtl)
        await page.addInitScript(() =>
          addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
        );
      await page.goto(chat.shop);
      await expect(chat.launcher()).toBeVisible();
      await shoot(page, '01-closed');
      await chat.launcher().click();
      await expect(chat.suggestions().first()).toBeVisible();
      await page.waitForTimeout(500);
      await shoot(page, '02-greeting');
      await chat.say('markdown');
      await expect(chat.messages('agent')).toHaveCount(2);
      await expect(chat.streaming()).toHaveCount(0);
      await page.waitForTimeout(400);
      await shoot(page, '03-markdown');
      await chat.say('card');
      await expect(chat.messages('agent')).toHaveCount(3);
      await page.waitForTimeout(600);
      await shoot(page, '04-card');
      await chat.say('quiet');
      await expect(page.getByText(/is typing/)).toBeVisible();
      await page.waitForTimeout(400);
      await shoot(page, '05-typing');
      await chat.say('x'.repeat(140_000).slice(0, 135_000));
      await chat.say('long 60');
      await page.waitForTimeout(800);
      await shoot(page, '06-failed-and-streaming');
      await expect(chat.streaming()).toHaveCount(0);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.waitForTimeout(300);
      await shoot(page, '07-menu');
      await page.keyboard.press('Escape');
      await chat.say('human');
      await expect(chat.host()).toHaveAttribute('data-handoff', 'queued');
      await page.waitForTimeout(200);
      await shoot(page, '08-queue');
      await page.context().setOffline(true);
      await expect(chat.host()).toHaveAttribute('data-connection', 'offline');
      await page.waitForTimeout(900);
      await shoot(page, '09-offline');
      await page.context().setOffline(false);
      await expect(chat.host()).toHaveAttribute('data-connection', 'online');
      await chat.choose('End chat');
      await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
      await page.waitForTimeout(500);
      await shoot(page, '10-ended');
      await page.route('**/chat/sessions', (route) => route.abort());
      await chat.panel().getByRole('button', { name: 'Start new chat' }).first().click();
      await expect(chat.host()).toHaveAttribute('data-connection', 'failed', { timeout: 15_000 });
      await page.waitForTimeout(400);
      await shoot(page, '11-unreachable');
      expect(demo.emulator.sessions().length).toBe(1);
    });
  });
}
