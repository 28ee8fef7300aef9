import type { Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { type ChatPage, expect } from './fixtures.ts';
import { createFrameGate, type FrameGate } from './frame-gate.ts';
import { clearFaults, injectFault } from './platform-faults.ts';

export interface Visit {
  readonly chat: ChatPage;
  readonly demo: Demo;
  readonly gate: FrameGate;
}

/** Steps that bring the widget into a state. */
type Reach = (visit: Visit) => Promise<unknown>;

const button = ({ page }: ChatPage, label: string) => page.getByRole('button', { name: label, exact: true });
const menuItem = async ({ page, texts }: ChatPage, label: string) => {
  await page.getByRole('button', { name: texts.menu }).click();
  return page.getByRole('menuitem', { name: label });
};

/** Sends a text, such as a command of the agent's script, and waits for the complete answer. */
export async function ask(chat: ChatPage, command: string): Promise<void> {
  const answers = await chat.messages('agent').count();
  await chat.send(command);
  await expect(chat.messages('agent')).toHaveCount(answers + 1);
  await expect(chat.streaming()).toHaveCount(0);
}

const askFor = (command: string) => (visit: Visit) => ask(visit.chat, command);

async function openChat({ chat }: Visit): Promise<void> {
  await chat.launcher().click();
  await expect(button(chat, chat.texts.consent)).toBeVisible();
}

async function end({ chat }: Visit): Promise<void> {
  await (await menuItem(chat, chat.texts.end)).click();
  await chat.page.getByRole('alertdialog').getByRole('button', { name: chat.texts.end }).click();
  await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
}

async function feedback(visit: Visit): Promise<void> {
  await end(visit);
  const { page, texts } = visit.chat;
  await button(visit.chat, texts.good).click();
  await page.getByRole('textbox', { name: texts.feedbackLine }).fill('Quick');
}

/** States before the visitor has agreed to the chat. */
const BEFORE_CONSENT: Readonly<Record<string, Reach>> = {
  closed: async () => {},
  async prompt({ chat }) {
    await chat.page.evaluate("Foyer.prompt({ text: 'Need a hand?', actions: ['Yes, please'] })");
    await expect(button(chat, 'Yes, please')).toBeVisible();
  },
  consent: openChat,
  async 'declined consent'(visit) {
    await openChat(visit);
    await button(visit.chat, visit.chat.texts.decline).click();
    await expect(visit.chat.launcher()).toBeFocused();
  },
};

/** States of a conversation, from the greeting on. */
const CONVERSATION: Readonly<Record<string, Reach>> = {
  'greeting, suggestions, disclaimer, policies': async () => {},
  async streaming({ chat, gate }) {
    gate.closeAfter('AGENT_MESSAGE_CHUNK', 20);
    await chat.send('long 60');
    await expect(chat.streaming()).toHaveCount(1);
  },
  'formatted text': askFor('markdown'),
  card: askFor('card'),
  async image({ chat }) {
    await ask(chat, 'image');
    // Until the picture has loaded, its button has no height.
    await button(chat, chat.texts.enlarge).last().waitFor({ state: 'visible' });
  },
  call: askFor('call'),
  async 'actions of an answer'({ chat }) {
    await ask(chat, 'markdown');
    await chat.messages('agent').last().hover();
    await expect(button(chat, chat.texts.copyAnswer)).toHaveCSS('opacity', '1');
  },
  async 'secret in a message'({ chat }) {
    await chat.composer().fill('My card: 4111 1111 1111 1111');
    await expect(button(chat, chat.texts.sendAnyway)).toBeVisible();
  },
  async 'text that is too long'({ chat }) {
    await chat.composer().fill('x'.repeat(135_000));
    await expect(chat.page.locator('.character-counter[data-over="true"]')).toBeVisible();
  },
  async 'failed message'({ chat }) {
    await chat.page.evaluate("Foyer.send('x'.repeat(135_000))");
    await expect(
      chat.page.locator('[data-delivery="failed"]').getByRole('button', { name: chat.texts.edit }),
    ).toBeVisible();
  },
  async menu({ chat }) {
    await menuItem(chat, chat.texts.end);
    await expect(chat.page.getByRole('menuitem').first()).toBeFocused();
  },
  async 'offered help'({ chat }) {
    await chat.send('error');
    await expect(chat.page.getByRole('group', { name: chat.texts.needHelp })).toBeVisible();
  },
  async typing({ chat }) {
    await chat.send('quiet');
    await expect(chat.page.locator('foyer-chat .typing-dots')).toBeVisible();
  },
  async reconnecting({ chat, demo }) {
    await injectFault(demo, { on: 'handshake', do: 'refuse', status: 500 });
    demo.emulator.terminateConnections();
    await expect(chat.page.locator('[data-state="reconnecting"] p')).toBeVisible();
  },
  async offline({ chat }) {
    await chat.page.context().setOffline(true);
    await expect(chat.page.locator('[data-state="offline"] p')).toBeVisible();
  },
  async queued({ chat, gate }) {
    gate.closeAfter('HANDOFF_QUEUE_STATUS');
    await chat.send('human');
    await expect(chat.host()).toHaveAttribute('data-handoff', 'queued');
    await expect(chat.page.locator('foyer-chat [data-kind="queue_status"]')).toContainText('3');
  },
  async live({ chat }) {
    await chat.send('human');
    await expect(chat.host()).toHaveAttribute('data-handoff', 'live');
  },
  async 'closed again'({ chat }) {
    await chat.page.getByRole('button', { name: chat.texts.close, exact: true }).click();
  },
  async 'confirm end'({ chat }) {
    await (await menuItem(chat, chat.texts.end)).click();
    await expect(button(chat, chat.texts.keepChatting)).toBeFocused();
  },
  ended: end,
  feedback,
  async 'feedback given'(visit) {
    await feedback(visit);
    const { page, texts } = visit.chat;
    const answer = page.waitForResponse(/\/feedback$/);
    await button(visit.chat, texts.sendFeedback).click();
    expect((await answer).status()).toBe(204);
    await expect(page.getByText(texts.thanks)).toBeFocused();
  },
  async unreachable(visit) {
    await end(visit);
    const { page, texts } = visit.chat;
    await page.route('**/chat/sessions', (route) => route.abort());
    await button(visit.chat, texts.restart).click();
    await expect(visit.chat.host()).toHaveAttribute('data-connection', 'failed');
  },
};

/** Names of all states, in the order in which a visitor meets them. */
export const STATES: readonly string[] = [...Object.keys(BEFORE_CONSENT), ...Object.keys(CONVERSATION)];

/** Sets the language of the page before the widget reads it. */
const setPageLanguage = (page: Page, lang: string) =>
  page.addInitScript((tag) => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.lang = tag;
      observer.disconnect();
    }).observe(document, { childList: true });
  }, lang);

/** Brings the widget into a state on the shop's page in a language, looks at it, and takes its faults away again. */
export async function visitState(
  state: string,
  { chat, demo }: Omit<Visit, 'gate'>,
  lang: string,
  look: () => Promise<void>,
): Promise<void> {
  await setPageLanguage(chat.page, lang);
  const visit = { chat, demo, gate: await createFrameGate(chat.page) };
  await chat.page.goto(chat.shop);
  await expect(chat.launcher()).toBeVisible();
  if (BEFORE_CONSENT[state]) await BEFORE_CONSENT[state](visit);
  else {
    await openChat(visit);
    await button(chat, chat.texts.consent).click();
    await expect(chat.suggestions().first()).toBeVisible();
    await CONVERSATION[state]?.(visit);
  }
  await look();
  await clearFaults(demo);
}
