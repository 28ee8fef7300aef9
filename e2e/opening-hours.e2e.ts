import { expect } from './fixtures.ts';
import { test } from './site-relay.ts';

const CLINIC = {
  hours: {
    time_zone: 'Europe/Berlin',
    week: {
      mon: ['09:00-17:00'],
      tue: ['09:00-17:00'],
      wed: ['09:00-17:00'],
      thu: ['09:00-17:00'],
      fri: ['09:00-17:00'],
    },
    outside: 'notice',
    notice: { en: 'The practice is closed. We are back {opens}.' },
  },
} as const;
const HELP = { phone: 'tel:+49301234567' };

test('a clinic closes at five: the talk goes on, the next visitor reads when it is back', {
  tag: '@own-demo',
}, async ({ site, page }) => {
  const { chat } = site;
  site.setTime('2026-11-27T15:55:00Z');
  await site.brand({ availability: CLINIC, help: HELP });
  await site.visit();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();

  site.setTime('2026-11-27T16:00:00Z');
  await chat.send('May I come on Monday?');
  await expect(chat.messages('agent')).toHaveCount(2);
  await page.reload();
  await chat.launcher().click();
  await expect(chat.messages('user')).toHaveText(/come on Monday/);
  await chat.chooseMenuItem('end');
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');

  await page.reload();
  await chat.launcher().click();
  const notice = page
    .getByRole('paragraph')
    .filter({ hasText: 'The practice is closed. We are back Monday' });
  await expect(notice).toBeFocused();
  await expect(chat.composer()).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Call us' })).toBeVisible();
  expect(await chat.storage()).toEqual({});

  await page.getByRole('button', { name: chat.texts.close }).click();
  site.setTime('2026-11-30T08:00:00Z');
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await expect(chat.composer()).toBeVisible();
});

test('a paused shop takes no new chat, its running one goes on, and the next day it is back', {
  tag: '@own-demo',
}, async ({ site, page }) => {
  const { chat } = site;
  await site.visit();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  const paused = { en: 'We are moving house. Chat is back tomorrow.' };
  await site.brand({ availability: { paused } });
  await chat.send('Where is my order LO-4471?');
  await expect(chat.messages('agent')).toHaveCount(2);
  await chat.chooseMenuItem('end');
  await page.getByRole('button', { name: chat.texts.restart }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: paused.en })).toBeFocused();
  await site.brand({});
  await page.getByRole('button', { name: chat.texts.close }).click();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
});

test('a launcher that hides outside of the hours appears with them, and for a running conversation', {
  tag: '@own-demo',
}, async ({ site, page }) => {
  const { chat } = site;
  site.setTime('2026-11-27T10:00:00Z');
  await site.brand({ availability: { hours: { ...CLINIC.hours, outside: 'hide' } } });
  await site.visit();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();

  site.setTime('2026-11-27T18:00:00Z');
  await page.reload();
  await expect(chat.launcher()).toBeVisible();
  await page.evaluate('Foyer.end()');
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  const asked = page.waitForResponse(/\/chat\/availability$/);
  await page.reload();
  expect(await (await asked).json()).toMatchObject({ status: 'closed', outside: 'hide' });
  await expect(chat.launcher()).toBeHidden();

  await page.evaluate('Foyer.open()');
  await expect(page.getByRole('paragraph').filter({ hasText: 'The practice is closed.' })).toBeVisible();
});

test('a prompt comes once its conditions hold, not over a dialog, and its action is sent', {
  tag: '@own-demo',
}, async ({ site, page }) => {
  const { chat } = site;
  await site.brand({
    prompts: [
      {
        text: { en: 'Shall we find your lamp?' },
        actions: { en: ['Where is my order LO-4471?'] },
        when: { path: '/shop/*', scroll: 0.5, returning: false },
        once: 'session',
      },
    ],
  });
  await site.visit('', '<dialog open>Cookies?</dialog><div style="height:4000px">A long page</div>');
  const bubble = page.getByRole('button', { name: 'Shall we find your lamp?' });
  await page.evaluate('scrollTo(0, 3000)');
  await expect(bubble).toHaveCount(0);
  await page.evaluate('document.querySelector("dialog").close()');
  await expect(bubble).toBeVisible();
  expect(await chat.storage()).toEqual({});
  await page.getByRole('button', { name: 'Where is my order LO-4471?' }).click();
  await expect(chat.messages('user')).toHaveText(/LO-4471/);
  await expect(bubble).toHaveCount(0);
});
