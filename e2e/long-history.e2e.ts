import type { Locator, Page } from 'playwright/test';
import type { ServerEventBody } from '../src/protocol/events.ts';
import { agentMessage } from '../src/testing/index.ts';
import { type ChatPage, expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

test.use({ demoOptions: { logLevel: 'silent' } });

const MAX_ROWS = 250;

/** Messages of one to nine lines, of both sides. */
function entry(at: number): ServerEventBody {
  if (at % 10 === 3) return { kind: 'userMessage', messageId: `m${at}`, text: `Question ${at}.` };
  const more = 'Some more words of the answer. '.repeat((at * 7) % 12);
  return agentMessage(`m${at}`, `**Message** ${at}. ${more}`);
}

const rowCount = (page: Page) => page.locator('foyer-chat .row').count();

/** Resolves once all messages are there, and those far from the visible part are text. */
async function open(chat: ChatPage, length: number) {
  const platform = await replacePlatform(chat);
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  platform.sendBatch(...Array.from({ length }, (_, at) => entry(at)));
  await expect(chat.transcript().locator('[data-message-id]')).toHaveCount(length);
  await expect.poll(() => rowCount(chat.page)).toBeLessThanOrEqual(MAX_ROWS);
  return platform;
}

/** Leaves the end as a visitor does, and waits for the end of the movement. */
async function leaveEnd({ page, transcript }: ChatPage) {
  const log = transcript();
  await log.hover();
  const end = await log.evaluate((element) => element.scrollTop);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => log.evaluate((element) => element.scrollTop)).toBe(end - 300);
}

/**
 * Scrolls by `step` every other frame, to an end. Returns the numbers of the messages that came to the middle of the visible
 * part, the largest number of rows, the largest distance by which the middle message moved otherwise than scrolled, and the
 * number of times at which it was text.
 */
const travel = (log: Locator, step: number) =>
  log.evaluate(async (element, step) => {
    const frame = () => new Promise(requestAnimationFrame);
    const { top, height } = element.getBoundingClientRect();
    const entries = () => [...element.querySelectorAll<HTMLElement>('.block > [data-message-id]')];
    const topOf = (entry: Element | undefined) => entry?.getBoundingClientRect().top ?? 0;
    const found = { met: [] as number[], rows: 0, moved: 0, text: 0 };
    for (let stops = 0; stops < 3; ) {
      const middle = entries().find((one) => one.getBoundingClientRect().bottom > top + height / 2);
      const { messageId = '' } = middle?.dataset ?? {};
      found.met.push(Number(messageId.slice(1)));
      if (middle?.closest('.far')) found.text += 1;
      const before = { scrolled: element.scrollTop, top: topOf(middle) };
      element.scrollTop += step;
      const scrolled = element.scrollTop - before.scrolled;
      stops = scrolled === 0 ? stops + 1 : 0;
      await frame();
      await frame();
      const now = entries().find(({ dataset }) => dataset['messageId'] === messageId);
      found.moved = Math.max(found.moved, Math.abs(topOf(now) + scrolled - before.top));
      found.rows = Math.max(found.rows, element.querySelectorAll('.row').length);
    }
    return found;
  }, step);

/** True if only rows are visible. */
const isAllRows = (log: Locator) =>
  log.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll('.far')].every((far) => {
      const box = far.getBoundingClientRect();
      return box.bottom <= top || box.top >= bottom;
    });
  });

for (const [length, step, tags] of [
  [400, 700, []],
  [2_000, 400, ['@full']],
] as const)
  test(`a history of ${length} messages reads in order and without a jump`, {
    tag: [...tags, '@ci'],
  }, async ({ chat }) => {
    await open(chat, length);
    await leaveEnd(chat);
    const log = chat.transcript();
    const up = await travel(log, -step);
    const down = await travel(log, step);
    const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
    expect(up.met).toEqual(ascending(up.met).toReversed());
    expect(down.met).toEqual(ascending(down.met));
    expect([up.met.at(-1), down.met.at(-1)]).toEqual([expect.any(Number), expect.any(Number)]);
    expect([(up.met.at(-1) ?? length) < 9, (down.met.at(-1) ?? 0) > length - 9]).toEqual([true, true]);
    for (const { rows, moved, text } of [up, down]) {
      expect(rows).toBeLessThanOrEqual(MAX_ROWS);
      expect(moved).toBeLessThan(1);
      expect(text).toBe(0);
    }
  });

test('M-4.15: the last messages of a history stay where they were shown before the others came', {
  tag: '@ci',
}, async ({ chat, page }) => {
  const platform = await replacePlatform(chat);
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await page.waitForLoadState('networkidle');
  const log = chat.transcript();
  const shown = log.evaluate(async (element) => {
    const tops: number[] = [];
    while (element.querySelectorAll('[data-message-id]').length < 401) {
      const last = element.querySelector('[data-message-id="m400"]');
      if (last) tops.push(last.getBoundingClientRect().top);
      await new Promise(requestAnimationFrame);
    }
    return tops;
  });
  // The visitor has waited for an answer.
  const own = (at: number) =>
    ({ kind: 'userMessage', messageId: `m${at}`, text: `Question ${at}? `.repeat(9) }) as const;
  platform.sendBatch(...Array.from({ length: 401 }, (_, at) => (at < 385 ? entry(at) : own(at))));
  const tops = await shown;
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(2);
  await expect(log.locator('[data-message-id="m400"]')).toBeInViewport();
  await expect(page.getByRole('button', { name: /new message|Continue reading/ })).toBeHidden();
});

test('messages that come at once leave the text that is read in place', {
  tag: '@ci',
}, async ({ chat }) => {
  const platform = await open(chat, 400);
  await leaveEnd(chat);
  const log = chat.transcript();
  const shown = log.evaluate(async (element) => {
    const { top } = element.getBoundingClientRect();
    const read = [...element.querySelectorAll<HTMLElement>('.block > [data-message-id]')].find(
      (entry) => entry.getBoundingClientRect().top > top,
    );
    const id = read?.dataset['messageId'];
    const tops = new Set<number | undefined>();
    const look = () =>
      tops.add(element.querySelector(`[data-message-id="${id}"]`)?.getBoundingClientRect().top);
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    while (element.querySelectorAll('[data-message-id]').length < 800)
      await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    look();
    return [...tops];
  });
  platform.sendBatch(...Array.from({ length: 400 }, (_, at) => entry(400 + at)));
  expect(await shown).toEqual([expect.any(Number)]);
  await expect(chat.page.getByRole('button', { name: /new messages|Continue reading/ })).toBeVisible();
});

test('far messages are in the accessibility tree, and the browser finds and keeps their text', {
  tag: '@ci',
}, async ({ chat, page }) => {
  const platform = await open(chat, 400);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const names = nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value));
  expect(names.filter((name) => name === 'You said:\nQuestion 13.')).toHaveLength(1);
  expect(names.filter((name) => name.startsWith('Iris said:\nMessage 14. Some'))).toHaveLength(1);

  const find = (text: string) =>
    page.evaluate(
      (text) =>
        (window as unknown as { find(text: string, ...flags: boolean[]): boolean }).find(
          text,
          false,
          false,
          true,
        ),
      text,
    );
  expect(await find('Message 14. Some')).toBe(true);
  const log = chat.transcript();
  const formOf = (id: string) =>
    log.locator(`[data-message-id="${id}"]`).evaluate((element) => element.localName);
  // The block stays text while a part of it is selected, and becomes rows afterwards.
  const next = await log.evaluate((element) => {
    const selected = element.querySelector('[data-message-id="m14"]')?.closest('.block');
    const after = selected?.nextElementSibling as HTMLElement;
    element.scrollTop = after.offsetTop - 200;
    return after.querySelector<HTMLElement>('[data-message-id]')?.dataset['messageId'] ?? '';
  });
  await expect.poll(() => formOf(next)).toBe('div');
  expect(await formOf('m14')).toBe('p');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Message 14. Some');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await expect.poll(() => formOf('m14')).toBe('div');

  // A new message leaves the read text in place, and the end is followed again once it was reached.
  const top = await log.evaluate((element) => element.scrollTop);
  platform.send(agentMessage('late', 'A late message'));
  const button = page.getByRole('button', { name: /new message|Continue reading/ });
  await expect(button).toBeVisible();
  expect(await log.evaluate((element) => element.scrollTop)).toBe(top);
  await button.click();
  const distance = () =>
    log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  await expect.poll(distance).toBeLessThan(2);
  for (let at = 400; at < 460; at++) platform.send(entry(at));
  await expect.poll(() => formOf('m459')).toBe('div');
  await expect.poll(distance).toBeLessThan(2);
  expect(await isAllRows(log)).toBe(true);
});
