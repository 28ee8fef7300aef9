import type { Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import type { WidgetConfig } from '../src/protocol/widget-config.ts';
import { type ChatPage, expect } from './fixtures.ts';

/** A site that uses everything the branding file has, in two languages. */
export const BRANDING: Partial<WidgetConfig> = {
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

/** Lets the platform be stopped in the midst of what it says: on a fast machine a queue is over before anybody looks. */
async function holdable(page: Page) {
  const held: (() => void)[] = [];
  let last: string | null = null;
  let isHeld = false;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (isHeld) held.push(() => socket.send(frame));
      else socket.send(frame);
      isHeld ||= last !== null && String(frame).includes(last);
    });
  });
  return {
    /** The first event of this type is the last that passes. */
    holdAfter(type: string) {
      last = type;
    },
    release() {
      last = null;
      isHeld = false;
      for (const pass of held.splice(0)) pass();
    },
  };
}

/** Goes through every state that a visitor can see, and stops in each. */
export async function walk(
  chat: ChatPage,
  demo: Demo,
  lang: string,
  check: (state: string) => Promise<void>,
): Promise<void> {
  const { page, words } = chat;
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const settled = async (count: number) => {
    await expect(chat.messages('agent')).toHaveCount(count);
    // An answer that takes two seconds may take many where somebody else keeps the machine busy.
    await expect(chat.streaming()).toHaveCount(0, { timeout: 30_000 });
  };
  await speak(page, lang);
  const platform = await holdable(page);
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
  platform.holdAfter('HANDOFF_QUEUE_STATUS');
  await chat.say('human');
  await expect(chat.host()).toHaveAttribute('data-handoff', 'queued');
  await expect(page.locator('foyer-chat [data-kind="queue_status"]')).toContainText('3');
  await check('queued');
  platform.release();
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
