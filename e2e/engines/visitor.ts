import { expect } from 'playwright/test';
import { english } from '../../src/widget/locales/translations/strings.ts';
import type { EnginePage, FindAll, Target } from './engine-page.ts';

type Author = 'user' | 'agent' | 'live-agent' | 'notice';

export const TEXTS = english;

const COMPOSER: Target = { role: 'textbox', name: TEXTS.message };
const button = (name: string): Target => ({ role: 'button', name });

export type Visitor = ReturnType<typeof createVisitor>;

/** A visitor in a window of any engine. */
export function createVisitor(page: EnginePage) {
  /** Text of each element that matches. Not `innerText`: in WebKit it is empty where `content-visibility` is `auto`. */
  const texts = (css: string): Promise<string[]> =>
    page.evaluate(
      (all, css) => all(css).map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()),
      css,
    );
  const attribute = (css: string, name: string): Promise<string | null | undefined> =>
    page.evaluate((all, [css, name]) => all(css).at(-1)?.getAttribute(name), [css, name] as const);
  const messages = (author: Author) => texts(`[data-author="${author}"] .bubble`);
  const connection = () => attribute('foyer-chat', 'data-connection');

  const visitor = {
    page,
    texts,
    attribute,
    messages,
    lastAnswer: async () => (await messages('agent')).at(-1),
    connection,
    /** Text in the composer. */
    draft: () =>
      page.evaluate((all) => (all('textarea')[0] as HTMLTextAreaElement | undefined)?.value, undefined),
    storage: () => page.evaluate(() => ({ ...localStorage }), undefined),
    /** Label or text of the element that has the focus. */
    focused: () =>
      page.evaluate(() => {
        const { activeElement } = document;
        const focused = activeElement?.shadowRoot?.activeElement ?? activeElement;
        return focused?.getAttribute('aria-label') ?? focused?.textContent;
      }, undefined),
    /** Records all values of `data-connection` from now on. A state may be over before a test can see it. */
    recordConnections: () => page.evaluate(recordConnections, undefined),
    connections: () =>
      page.evaluate(() => (window as unknown as { connections: string[] }).connections, undefined),
    async open() {
      await page.click({ css: '.launcher' });
      await expect.poll(connection).toBe('online');
    },
    /** Opens the chat and waits until the greeting is complete. */
    async openWithGreeting() {
      await visitor.open();
      await expect.poll(() => texts('.suggestion')).not.toEqual([]);
    },
    async send(text: string) {
      await page.click(COMPOSER);
      await page.type(text);
      await page.press('Enter');
    },
    /** Waits until so many messages of the agent are complete. Their last words may be painted two frames later. */
    async hasAnswers(count: number) {
      await expect.poll(async () => (await messages('agent')).length, 'answers').toBe(count);
      await expect.poll(() => texts('[data-streaming]'), 'streaming answers').toEqual([]);
    },
    async chooseMenuItem(name: string) {
      await page.click(button(TEXTS.menu));
      await page.click({ role: 'menuitem', name });
    },
    async end() {
      await visitor.chooseMenuItem(TEXTS.end);
      await page.click({ css: '[role=alertdialog] .primary-button' });
      await expect.poll(connection).toBe('ended');
    },
  };
  return visitor;
}

/** Runs in the page. */
function recordConnections(all: FindAll) {
  const connections: string[] = [];
  Object.assign(window, { connections });
  const [host] = all('foyer-chat');
  new MutationObserver(() => {
    const state = host?.getAttribute('data-connection') ?? '';
    if (state !== (connections.at(-1) ?? 'idle')) connections.push(state);
  }).observe(host as HTMLElement, { attributeFilter: ['data-connection'] });
}
