import type { Locator, Page as Tab } from 'playwright';
import type { Visitor } from '../page.ts';

/** The visitor's hands on a real page: everything by role and name (contract §3); the embedding page's by `window.Foyer`. */

/** How long a control may take to appear, real time: what it needs may still be loading. */
const APPEARS_MS = 3_000;

interface Surroundings {
  readonly tab: Tab;
  /** Lets what an act has set off happen. */
  settle(): Promise<void>;
  setVisible(isVisible: boolean): Promise<void>;
  load(): Promise<void>;
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  closePage(): Promise<void>;
}

export function createVisitor({
  tab,
  settle,
  setVisible,
  load,
  leave,
  comeBack,
  closePage,
}: Surroundings): Visitor {
  const button = (name: string | RegExp) => tab.getByRole('button', { name, exact: true });
  const composer = () => tab.getByRole('textbox', { name: 'Message', exact: true });
  const panel = () => tab.getByRole('dialog');
  let isShown = false;

  /** A control that is not there is one that the visitor does not have. */
  async function find(locator: Locator, what: string): Promise<Locator> {
    await settle();
    // A page behind another one draws no frames.
    await tab.bringToFront();
    await locator
      .first()
      .waitFor({ timeout: APPEARS_MS })
      .catch(() => {
        throw new Error(`the page has no ${what}`);
      });
    return locator.first();
  }

  const press = async (locator: Locator, what: string) =>
    (await find(locator, what)).click({ timeout: APPEARS_MS });

  const call = (method: string, ...values: unknown[]) =>
    tab.evaluate(
      ([name, given]) => {
        const api = window.Foyer as unknown as Record<string, (...values: unknown[]) => void>;
        api[name]?.(...given);
      },
      [method, values] as const,
    );

  async function open(widget?: string): Promise<void> {
    isShown = true;
    if (widget !== undefined) {
      await tab
        .locator(`foyer-chat[data-widget="${widget}"]`)
        .getByRole('button', { name: /^Open chat/ })
        .click();
    } else if (!(await panel().isVisible())) await knock();
    // Also one that the page's styles hide.
    await tab.locator('[role="dialog"]').first().waitFor({ timeout: APPEARS_MS, state: 'attached' });
    await settle();
  }

  /** A launcher that the page's styles hide is one for the page's own script. */
  async function knock(): Promise<void> {
    await settle();
    const launcher = button(/^Open chat/).first();
    if (await launcher.isVisible()) await launcher.click({ timeout: APPEARS_MS });
    else await call('open');
  }

  async function choose(item: string): Promise<void> {
    await press(button('Menu'), 'menu');
    await press(tab.getByRole('menuitem', { name: item, exact: true }), item);
  }

  return {
    open,
    async close() {
      isShown = false;
      await press(button('Close chat'), 'button to close the chat');
    },
    async send(text) {
      if (!(await composer().isVisible())) return call('send', text);
      await composer().fill(text);
      await button('Send').click({ timeout: APPEARS_MS });
    },
    async retry(text) {
      const rows = tab.locator('[data-delivery="failed"]');
      const row = text === undefined ? rows : rows.filter({ hasText: text });
      await press(row.getByRole('button', { name: 'Retry' }), 'Retry in the message');
    },
    async reconnect() {
      await settle();
      // The banner lets half a second pass first: a drop may heal.
      await press(button('Try again'), 'control to connect');
    },
    end: () => choose('End chat'),
    restart: () => choose('Start new chat'),
    tap: (suggestion) =>
      press(
        tab
          .getByRole('group', { name: 'Suggested replies' })
          .getByRole('button', { name: suggestion, exact: true }),
        `suggestion ${suggestion}`,
      ),
    key: (character) => composer().press(character, { timeout: APPEARS_MS }),
    clear: () => composer().fill('', { timeout: APPEARS_MS }),
    blur: () => composer().blur({ timeout: APPEARS_MS }),
    see: setVisible,
    leave,
    comeBack,
    closePage,
    async reload() {
      await load();
      if (isShown) await open();
    },
    async destroy() {
      await call('destroy');
      await tab.evaluate(() => {
        for (const it of document.querySelectorAll('foyer-chat')) it.remove();
      });
    },
    async listen(event, throws) {
      await tab.evaluate(
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
