import { expect, test } from './fixtures.ts';

const PROTOTYPES = `Object, Array, Function, String, Number, Boolean, Symbol, RegExp, Date, Promise, Map, Set, WeakMap, WeakSet,
  Error, TypeError, EventTarget, Event, Node, Element, HTMLElement`;

/** Scripts that change shared prototypes. They run before the widget's scripts. */
const PAGES = {
  'has added enumerable names to the prototypes': `
    for (const { prototype } of [Object, Array, Function, String, Promise]) {
      prototype.extra = () => {};
      prototype.foo = 'bar';
    }`,
  // As hardening libraries do it: with accessors an object can still have a `toString` of its own.
  'has frozen the prototypes behind accessors': `
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Object.prototype))) {
      if (typeof value !== 'function') continue;
      Object.defineProperty(Object.prototype, key, {
        get: () => value,
        set(own) {
          Object.defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
        },
      });
    }
    for (const { prototype } of [${PROTOTYPES}]) Object.freeze(prototype);`,
};

for (const [title, script] of Object.entries(PAGES))
  test(`a complete conversation works in a page that ${title}`, { tag: '@ci' }, async ({ chat, page }) => {
    await page.addInitScript(script);
    await chat.openWithGreeting();
    await chat.send('markdown');
    await expect(chat.messages('user')).toHaveAttribute('data-delivery', 'sent');
    await expect(chat.messages('agent').last().locator('pre')).toBeVisible();
    await chat.send('card');
    await expect(chat.messages('agent')).toHaveCount(3);
    await expect(chat.streaming()).toHaveCount(0);
    await chat.chooseMenuItem('end');
    await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
  });

// ADR 0025
test('a page with a frozen Object.prototype without accessors gets a launcher and a line that say so', {
  tag: '@ci',
}, async ({ chat, page }) => {
  const lines: string[] = [];
  page.on('console', (line) => line.text().startsWith('foyer:') && lines.push(line.text()));
  await page.addInitScript('Object.freeze(Object.prototype)');
  await page.goto(chat.shop);
  await chat.launcher().click();
  await expect(chat.launcher()).toHaveAttribute('data-state', 'failed');
  await expect(chat.launcher()).toHaveAccessibleName(`${chat.texts.open} ⚠`);
  expect(lines).toEqual([expect.stringMatching(/^foyer: TypeError: .* read only property/)]);
});
