import type { Frame, Locator, Page as Tab } from 'playwright';
import type { Visitor } from '../page.ts';

/** Actions on a real page: the visitor's by role and name (contract §3), the embedding page's by `window.Foyer`. */

/** Real time for a control to appear, because its code may still be loading. */
const APPEARS_MS = 60_000;
/** Longer texts may be too long for the composer. */
const NEAR_LIMIT = 120_000;

interface VisitorDependencies {
  readonly tab: Tab;
  /** Document with the chat. */
  readonly site: () => Frame;
  /** Waits for the consequences of an action. */
  settle(): Promise<void>;
  setVisible(isVisible: boolean): Promise<void>;
  load(): Promise<void>;
  navigateAway(): Promise<void>;
  navigateBack(): Promise<void>;
  closePage(): Promise<void>;
}

export function createVisitor({
  tab,
  site,
  settle,
  setVisible,
  load,
  navigateAway,
  navigateBack,
  closePage,
}: VisitorDependencies): Visitor {
  const button = (name: string | RegExp) => site().getByRole('button', { name, exact: true });
  const composer = () => site().getByRole('textbox', { name: 'Message', exact: true });
  const panel = () => site().getByRole('dialog');
  let isShown = false;

  /** Finds a control. A missing control is a failure. */
  async function find(locator: Locator, what: string): Promise<Locator> {
    await settle();
    // A page in the background draws no frames.
    await tab.bringToFront();
    try {
      await locator.first().waitFor({ timeout: APPEARS_MS });
    } catch {
      throw new Error(`the page has no ${what}`);
    }
    return locator.first();
  }

  const press = async (locator: Locator, what: string) =>
    (await find(locator, what)).click({ timeout: APPEARS_MS });

  const call = (method: string, ...values: unknown[]) =>
    site().evaluate(
      ([name, given]) => {
        const api = window.Foyer as unknown as Record<string, (...values: unknown[]) => void>;
        api[name]?.(...given);
      },
      [method, values] as const,
    );

  async function open(widget?: string): Promise<void> {
    isShown = true;
    if (widget !== undefined) {
      await site()
        .locator(`foyer-chat[data-widget="${widget}"]`)
        .getByRole('button', { name: /^Open chat/ })
        .click();
    } else if (!(await panel().isVisible())) await clickLauncher();
    // The page's styles may hide the panel.
    await site().locator('[role="dialog"]').first().waitFor({ timeout: APPEARS_MS, state: 'attached' });
    await settle();
  }

  /** Opens the chat by the launcher, or by the API when the page's styles hide the launcher. */
  async function clickLauncher(): Promise<void> {
    await settle();
    const launcher = button(/^Open chat/).first();
    if (await launcher.isVisible()) await launcher.click({ timeout: APPEARS_MS });
    else await call('open');
  }

  async function choose(item: string): Promise<void> {
    await press(button('Menu'), 'menu');
    await press(site().getByRole('menuitem', { name: item, exact: true }), item);
  }

  return {
    open,
    async close() {
      isShown = false;
      await press(button('Close chat'), 'button to close the chat');
    },
    async send(text) {
      // The composer does not send a text that is too long. The page can try.
      if (text.length > NEAR_LIMIT || !(await composer().isVisible())) return call('send', text);
      // As for a visitor, there is nothing to wait for: a disabled field or button sends nothing.
      if (!(await composer().isEnabled())) return;
      await composer().fill(text);
      await settle();
      if (await button('Send').isEnabled()) await button('Send').click({ timeout: APPEARS_MS });
    },
    async retry(text) {
      const rows = site().locator('[data-delivery="failed"]');
      const row = text === undefined ? rows : rows.filter({ hasText: text });
      await press(row.getByRole('button', { name: 'Retry' }), 'Retry in the message');
    },
    async reconnect() {
      await settle();
      // M-12.19: the banner appears only after half a second.
      // After the messages, which have one of their own.
      await press(button('Retry').last(), 'control to connect');
    },
    async end() {
      await choose('End chat');
      await press(site().getByRole('alertdialog').getByRole('button', { name: 'End chat' }), 'question');
    },
    restart: () => choose('Start new chat'),
    tapSuggestion: (suggestion) =>
      press(
        site()
          .getByRole('group', { name: 'Suggested replies' })
          .getByRole('button', { name: suggestion, exact: true }),
        `suggestion ${suggestion}`,
      ),
    pressKey: (character) => composer().press(character, { timeout: APPEARS_MS }),
    clear: () => composer().fill('', { timeout: APPEARS_MS }),
    blur: () => composer().blur({ timeout: APPEARS_MS }),
    setVisible: setVisible,
    navigateAway,
    navigateBack,
    closePage,
    async reload() {
      await load();
      if (isShown) await open();
    },
    async destroy() {
      await call('destroy');
      await site().evaluate(() => {
        for (const it of document.querySelectorAll('foyer-chat')) it.remove();
      });
    },
    async addListener(event, throws) {
      await site().evaluate(
        ([name, isThrowing]) => {
          const api = window.Foyer as unknown as { on(name: string, fn: () => void): void };
          api.on(name, () => {
            if (isThrowing) throw new Error('thrown by a listener of the embedding page');
          });
        },
        [event, throws] as const,
      );
    },
  };
}
