import { expect } from 'playwright/test';
import { askRelay, countRows, openRead } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 600, seed: 7 } },
    logLevel: 'silent',
  },
});

const DAY_MS = 86_400_000;
const FIVE_MINUTES = 300_000;

test('each figure of a range opens exactly the conversations that it has counted', {
  tag: '@full',
}, async ({ page, demo }) => {
  test.slow();
  // Whole windows, of which all conversations have been read.
  const end = Math.floor(Date.now() / FIVE_MINUTES) * FIVE_MINUTES - 4 * FIVE_MINUTES;
  const range = new URLSearchParams({
    from: new Date(end - 2 * DAY_MS).toISOString(),
    to: new Date(end).toISOString(),
  });
  const faults = await openRead(page, demo, `/console/overview?${range}`, 3);
  const ask = askRelay(page, demo);
  const { totals, handoff_reasons: reasons, other_handoffs: others } = await ask(`/overview?${range}`);
  const slow = await ask(
    `/conversations?start_time=${range.get('from')}&end_time=${range.get('to')}&slower_than=${totals.latency_p95_ms}`,
  );
  expect([totals.handoffs > 10, reasons.length > 2, slow.total > 0]).toEqual([true, true, true]);

  const overview = `${demo.relayUrl}/console/overview?${range}`;
  const opens = async (name: RegExp, count: number, from = overview) => {
    await page.goto(from);
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
    expect([`${name}`, await countRows(page)]).toEqual([`${name}`, count]);
  };
  await opens(/^Conversations/, totals.conversations);
  await opens(/^Handoff rate/, totals.handoffs);
  await expect(page.getByText(`${totals.handoffs} of ${totals.handoffs}`)).toBeVisible();
  await opens(/^p95/, slow.total);
  await opens(/^Out-of-domain turns/, totals.out_of_domain_conversations);
  await opens(/^Silent turns/, totals.silent_conversations);
  const shown: { reason: string; handoffs: number }[] = reasons.slice(0, 8);
  const textOf = (reason: string) =>
    new RegExp(`^${reason.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') || 'No reason given'}$`);
  for (const { reason, handoffs } of shown) await opens(textOf(reason), handoffs);
  const rest = totals.handoffs - shown.reduce((sum, { handoffs }) => sum + handoffs, 0);
  if (rest > 0) await opens(/other reason|^Other reasons$/, rest);
  expect(others).toBeLessThanOrEqual(rest);

  // A filter is removed by its chip.
  await page.goto(`${demo.relayUrl}/console/conversations?${range}&handoff=any`);
  expect(await countRows(page)).toBe(totals.handoffs);
  await page.getByRole('button', { name: 'Remove Handoff' }).click();
  await expect(page).not.toHaveURL(/handoff/);
  await expect(page.getByText(`${totals.handoffs} of ${totals.handoffs}`)).toBeHidden();
  expect(await countRows(page)).toBe(totals.conversations);

  expect(faults).toEqual([]);
});
