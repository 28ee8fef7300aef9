import type { Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { type ChatPage, expect } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';
import { clearFaults, injectFault } from './platform-faults.ts';

/** Sets the language of the page before the widget reads it. */
const setPageLanguage = (page: Page, lang: string) =>
  page.addInitScript((tag) => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.lang = tag;
      observer.disconnect();
    }).observe(document, { childList: true });
  }, lang);

/** Brings the widget into every state and calls `check` in each. */
export async function visitEveryState(
  chat: ChatPage,
  demo: Demo,
  lang: string,
  check: (state: string) => Promise<void>,
): Promise<void> {
  const { page, texts } = chat;
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const settled = async (count: number) => {
    await expect(chat.messages('agent')).toHaveCount(count);
    await expect(chat.streaming()).toHaveCount(0);
  };
  await setPageLanguage(page, lang);
  const gate = await createFrameGate(page);
  await page.goto(chat.shop);
  await expect(chat.launcher()).toBeVisible();
  await check('closed');
  await page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes, please'] })");
  await expect(button('Yes, please')).toBeVisible();
  await check('prompt');
  await chat.launcher().click();
  await expect(button(texts.consent)).toBeVisible();
  await check('consent');
  await button(texts.decline).click();
  await expect(chat.launcher()).toBeFocused();
  await check('declined consent');
  await chat.launcher().click();
  await button(texts.consent).click();
  await expect(chat.suggestions().first()).toBeVisible();
  await check('greeting, suggestions, disclaimer, policies');
  gate.closeAfter('AGENT_MESSAGE_CHUNK', 20);
  await chat.send('long 60');
  await expect(chat.streaming()).toHaveCount(1);
  await check('streaming');
  gate.open();
  await settled(2);
  await chat.send('markdown');
  await settled(3);
  await check('formatted text');
  await chat.send('card');
  await settled(4);
  await check('card');
  await chat.send('image');
  await settled(5);
  // Until the picture has loaded, its button has no height.
  await button(texts.enlarge).last().waitFor({ state: 'visible' });
  await check('image');
  await chat.send('call');
  await settled(6);
  await check('call');
  await chat.messages('agent').last().hover();
  await expect(button(texts.copyAnswer)).toHaveCSS('opacity', '1');
  await check('actions of an answer');
  await chat.composer().fill('My card: 4111 1111 1111 1111');
  await expect(button(texts.sendAnyway)).toBeVisible();
  await check('secret in a message');
  await chat.composer().fill('x'.repeat(135_000));
  await expect(page.locator('.character-counter[data-over="true"]')).toBeVisible();
  await check('text that is too long');
  await chat.composer().fill('');
  await page.evaluate("Foyer.send('x'.repeat(135_000))");
  await expect(
    page.locator('[data-delivery="failed"]').getByRole('button', { name: texts.edit }),
  ).toBeVisible();
  await check('failed message');
  await page.getByRole('button', { name: texts.menu }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await check('menu');
  await page.keyboard.press('Escape');
  await chat.send('error');
  await expect(page.getByRole('group', { name: texts.needHelp })).toBeVisible();
  await check('offered help');
  await chat.send('quiet');
  await expect(page.locator('foyer-chat .typing-dots')).toBeVisible();
  await check('typing');
  await injectFault(demo, { on: 'handshake', do: 'refuse', status: 500 });
  demo.emulator.terminateConnections();
  await expect(page.locator('[data-state="reconnecting"] p')).toBeVisible();
  await check('reconnecting');
  await clearFaults(demo);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await page.context().setOffline(true);
  await expect(page.locator('[data-state="offline"] p')).toBeVisible();
  await check('offline');
  await page.context().setOffline(false);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  gate.closeAfter('HANDOFF_QUEUE_STATUS');
  await chat.send('human');
  await expect(chat.host()).toHaveAttribute('data-handoff', 'queued');
  await expect(page.locator('foyer-chat [data-kind="queue_status"]')).toContainText('3');
  await check('queued');
  gate.open();
  await expect(chat.host()).toHaveAttribute('data-handoff', 'live');
  await check('live');
  await page.getByRole('button', { name: texts.close, exact: true }).click();
  await check('closed again');
  await chat.launcher().click();
  await page.getByRole('button', { name: texts.menu }).click();
  await page.getByRole('menuitem', { name: texts.end }).click();
  await expect(button(texts.keepChatting)).toBeFocused();
  await check('confirm end');
  await page.getByRole('alertdialog').getByRole('button', { name: texts.end }).click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  await check('ended');
  await button(texts.good).click();
  await page.getByRole('textbox', { name: texts.feedbackLine }).fill('Quick');
  await check('feedback');
  const answer = page.waitForResponse(/\/feedback$/);
  await button(texts.sendFeedback).click();
  expect((await answer).status()).toBe(204);
  await expect(page.getByText(texts.thanks)).toBeFocused();
  await check('feedback given');
  await page.route('**/chat/sessions', (route) => route.abort());
  await button(texts.restart).click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'failed');
  await check('unreachable');
}
