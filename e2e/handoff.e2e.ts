import type { Page } from 'playwright/test';
import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';
import { createFrameGate } from './frame-gate.ts';

/** Sum of the layout shifts of a page from now on. */
async function sumShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const shifts = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
    Object.assign(window, { shifts });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

const SIZES = { 'a desktop': { width: 1280, height: 800 }, 'a phone': { width: 390, height: 740 } };
const CONVERSATIONS = { short: [], long: ['What are your opening hours?', 'long 20'] };

test.use({ demoOptions: { emulator: { pace: { wordMs: 5, thinkingMs: 50 } }, logLevel: 'silent' } });

for (const [device, size] of Object.entries(SIZES))
  for (const [length, texts] of Object.entries(CONVERSATIONS))
    test(`M-13.9: nothing moves while a person is looked for and joins: ${device}, a ${length} conversation`, {
      // Each device and each length once.
      tag: (device === 'a phone') === (length === 'short') ? [] : '@full',
    }, async ({ page, visit }) => {
      await page.setViewportSize(size);
      const gate = await createFrameGate(page);
      const chat = await visit();
      await chat.launcher().click();
      await expect(chat.suggestions().first()).toBeVisible();
      for (const [index, text] of texts.entries()) {
        await chat.send(text);
        await expect(chat.messages('agent').nth(index + 1)).not.toHaveAttribute('data-streaming');
      }
      const shifts = await sumShifts(page);
      gate.closeAfter('HANDOFF_QUEUE_STATUS');
      await chat.send('human');
      const card = page.locator('foyer-chat .handoff-card');
      await expect(card).toContainText('3rd in line');
      const waiting = await card.boundingBox();
      gate.open();
      await expect(card).toContainText('has joined');
      expect(await card.boundingBox()).toEqual(waiting);
      await expect(chat.messages('live-agent')).not.toHaveAttribute('data-streaming');
      await expect(card).toHaveCount(0);
      expect(await shifts()).toBeLessThanOrEqual(0.02);
    });

test('M-13.9: a visitor who reads further up stays there while the card comes and goes', async ({
  page,
  visit,
}) => {
  const gate = await createFrameGate(page);
  const chat = await visit();
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.send('long 400');
  await expect(chat.messages('agent').nth(1)).not.toHaveAttribute('data-streaming');
  gate.closeAfter('HANDOFF_QUEUE_STATUS');
  await chat.send('human');
  const card = page.locator('foyer-chat .handoff-card');
  await expect(card).toContainText('in line');
  const top = async () => (await chat.messages('user').first().boundingBox())?.y ?? Number.NaN;
  const atEnd = await top();
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -150);
  await expect.poll(top).toBe(atEnd + 150);
  gate.open();
  await expect(card).toHaveCount(0);
  expect(await top()).toBe(atEnd + 150);
});
