import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright/test';
import type { WidgetConfig } from '../src/protocol/widget-config.ts';
import { extraEnglish } from '../src/widget/extra-strings.ts';
import arabic from '../src/widget/locales/ar.ts';
import { english } from '../src/widget/strings.ts';
import { type ChatPage, expect, test } from './fixtures.ts';

/** axe-core finds nothing in any state, light and dark, in both directions (WCAG 2.2 AA and its best practices). */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page: Page): Promise<string[]> {
  // What still moves or fades has other colours than it will have.
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('foyer-chat')]
        .flatMap((it) => it.shadowRoot?.getAnimations() ?? [])
        .filter((it) => it.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((it) => it.finished.catch(() => {})),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results = await page.evaluate(
    () =>
      (window as unknown as { axe: { run(context: object): Promise<AxeResults> } }).axe.run({
        include: [['foyer-chat']],
      }) as Promise<AxeResults>,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

const LOOKS = [
  { name: 'light, left to right', colorScheme: 'light', lang: 'en', words: { ...english, ...extraEnglish } },
  { name: 'dark, left to right', colorScheme: 'dark', lang: 'en', words: { ...english, ...extraEnglish } },
  { name: 'light, right to left', colorScheme: 'light', lang: 'ar', words: arabic },
  { name: 'dark, right to left', colorScheme: 'dark', lang: 'ar', words: arabic },
] as const;

const BRANDING: Partial<WidgetConfig> = {
  consent: {
    required: true,
    text: { en: 'We keep **this conversation** for 30 days.', ar: 'نحتفظ بهذه المحادثة **30 يومًا**.' },
  },
  disclaimer: { show: 'always', text: { en: 'You talk to a machine.', ar: 'أنت تتحدث إلى برنامج.' } },
  policies: {
    privacy_url: 'https://shop.example/privacy',
    terms_url: 'https://shop.example/terms',
    place: 'composer',
  },
};

/** The page says it is in another language before the widget looks. */
const speak = (page: Page, lang: string) =>
  page.addInitScript((tag) => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.lang = tag;
      observer.disconnect();
    }).observe(document, { childList: true });
  }, lang);

for (const { name, lang, words, colorScheme } of LOOKS) {
  test.describe(name, () => {
    test.use({
      colorScheme,
      words,
      demoOptions: {
        emulator: { pace: { wordMs: 5, thinkingMs: 20 } },
        logLevel: 'silent',
        branding: BRANDING,
      },
    });

    test('has no barrier that axe-core can find, in any state', async ({
      chat,
      page,
      demo,
      browserName: _,
    }) => {
      test.setTimeout(180_000);
      const found: Record<string, string[]> = {};
      const check = async (state: string) => {
        found[state] = await violations(page);
      };
      await walk(chat, demo, lang, check);
      const clean = Object.fromEntries(Object.keys(found).map((state) => [state, []]));
      expect(Object.keys(found).length).toBeGreaterThanOrEqual(15);
      expect(found).toEqual(clean);
    });
  });
}

type Demo = Parameters<Parameters<typeof test>[2]>[0]['demo'];

async function walk(
  chat: ChatPage,
  demo: Demo,
  lang: string,
  check: (state: string) => Promise<void>,
): Promise<void> {
  const { page, words } = chat;
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const settled = async (count: number) => {
    await expect(chat.messages('agent')).toHaveCount(count);
    await expect(chat.streaming()).toHaveCount(0);
  };
  await speak(page, lang);
  await page.goto(chat.shop);
  await expect(chat.launcher()).toBeVisible();
  await check('closed');
  await page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes, please'] })");
  await expect(button('Yes, please')).toBeVisible();
  await check('prompt');
  await chat.launcher().click();
  await expect(button(words.consent)).toBeVisible();
  await check('consent');
  await button(words.consent).click();
  await expect(chat.suggestions().first()).toBeVisible();
  await check('greeting, suggestions, disclaimer, policies');
  await chat.say('long 400');
  await expect(chat.streaming()).toHaveCount(1);
  await check('streaming');
  await settled(2);
  await chat.say('markdown');
  await settled(3);
  await check('formatted text');
  await chat.say('card');
  await settled(4);
  await check('card');
  await chat.say('image');
  await settled(5);
  await button(words.enlarge).last().waitFor({ state: 'attached' });
  await check('image');
  await chat.say('call');
  await settled(6);
  await check('call');
  await chat.say('x'.repeat(135_000));
  await expect(page.locator('[data-delivery="failed"]')).toHaveCount(1);
  await check('failed message');
  await page.getByRole('button', { name: words.menu }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await check('menu');
  await page.keyboard.press('Escape');
  await chat.say('quiet');
  await expect(page.locator('foyer-chat .dots')).toBeVisible();
  await check('typing');
  for (let i = 0; i < 3; i++) demo.emulator.refuseNext('handshake', { status: 500, text: 'no' });
  demo.emulator.cutConnections();
  await expect(page.locator('[data-state="reconnecting"] p')).toBeVisible();
  await check('reconnecting');
  await expect(chat.host()).toHaveAttribute('data-connection', 'online', { timeout: 20_000 });
  await page.context().setOffline(true);
  await expect(page.locator('[data-state="offline"] p')).toBeVisible();
  await check('offline');
  await page.context().setOffline(false);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await chat.say('human');
  await expect(chat.host()).toHaveAttribute('data-handoff', 'queued');
  await check('queued');
  await expect(chat.host()).toHaveAttribute('data-handoff', 'live', { timeout: 20_000 });
  await check('live');
  await page.getByRole('button', { name: words.close, exact: true }).click();
  await check('closed again');
  await chat.launcher().click();
  await chat.choose('end');
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  await check('ended');
  await page.route('**/chat/sessions', (route) => route.abort());
  await button(words.restart).click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'failed', { timeout: 20_000 });
  await check('unreachable');
}
