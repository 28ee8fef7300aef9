import { expect, type Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { askRelay, countRows, figuresRead, openConsole, rows } from './console-page.ts';
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
  tag: '@ci',
}, async ({ page, demo }) => {
  test.slow();
  // Whole windows, of which all conversations have been read.
  const end = Math.floor(Date.now() / FIVE_MINUTES) * FIVE_MINUTES - 4 * FIVE_MINUTES;
  const range = new URLSearchParams({
    from: new Date(end - 2 * DAY_MS).toISOString(),
    to: new Date(end).toISOString(),
  });
  const faults = await openConsole(page, demo, `/console/overview?${range}`);
  const ask = askRelay(page, demo);
  await figuresRead(ask, 3);
  const { totals, handoff_reasons: reasons, other_handoffs: others } = await ask(`/overview?${range}`);
  const slow = await ask(`/insights/conversations?${range}&kind=slow&above_ms=${totals.latency_p95_ms}`);
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

interface Listed {
  readonly id: string;
  readonly started_at: string;
  readonly handoff?: boolean;
  readonly handoff_reason?: string;
  readonly turns: readonly { readonly latency?: number }[];
}
const isSlower = (ms: number) => (it: Listed) => it.turns.some(({ latency = 0 }) => latency > ms);
const aligned = (from: string, to: string) => [
  Math.floor(Date.parse(from) / FIVE_MINUTES) * FIVE_MINUTES,
  Math.ceil(Date.parse(to) / FIVE_MINUTES) * FIVE_MINUTES,
];

/** The ids of the whole list. */
async function idsOf(page: Page): Promise<readonly (string | null)[]> {
  await countRows(page);
  const ids = await rows(page).evaluateAll((links) => links.map((it) => it.getAttribute('data-row')));
  return ids.sort();
}

test.describe('with alerts', () => {
  test.use({ demoOptions: { isAlive: true, logLevel: 'silent' } });

  const openRead = async (page: Page, demo: Demo, path: string) => {
    const faults = await openConsole(page, demo, path);
    const ask = askRelay(page, demo);
    await figuresRead(ask, 2);
    /** The conversations that began in a range, as the platform lists them. */
    const listed = async (from: number, to: number): Promise<readonly Listed[]> => {
      const span = new URLSearchParams({
        start_time: new Date(from).toISOString(),
        end_time: new Date(to).toISOString(),
        ...{ include_latency: 'true', client_env: 'live', limit: '5000' },
      });
      return (await ask(`/conversations?${span}`)).conversations;
    };
    await page.reload();
    return { faults, ask, listed };
  };
  const sortedIds = (all: readonly Listed[]) => all.map(({ id }) => id).sort();

  test('each number of a report opens exactly the rows that it has counted', { tag: '@ci' }, async ({
    page,
    demo,
  }) => {
    test.slow();
    const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const path = `/console/report?day=${day}`;
    const { faults, ask, listed } = await openRead(page, demo, path);
    const { totals, handoff_reasons: reasons, alerts } = await ask(`/report?day=${day}`);
    const all = await listed(Date.parse(day), Date.parse(day) + DAY_MS);
    const handoffs = all.filter((it) => it.handoff);
    expect([all.length, handoffs.length]).toEqual([totals.conversations, totals.handoffs]);

    const links = page.getByRole('article').getByRole('link');
    const names = await links.allTextContents();
    const opened: string[] = [];
    for (const [nth, name] of names.entries()) {
      await page.goto(`${demo.relayUrl}${path}`);
      await links.nth(nth).click();
      const reason = reasons.find((it: { reason: string }) => (it.reason || 'No reason given') === name);
      const alert = alerts.find((it: { name: string }) => it.name === name);
      if (alert) {
        const fired = page.getByRole('table', { name: 'What has fired' }).getByRole('row', { name });
        await expect(fired).not.toHaveCount(0);
        const times = await fired
          .locator('time')
          .evaluateAll((them) => them.map((it) => it.getAttribute('datetime') ?? ''));
        expect([name, times.filter((it) => it.startsWith(day)).length]).toEqual([name, alert.fired]);
      } else if (name === 'Peak') {
        await expect(page.locator('.maximum strong')).toHaveText(`${totals.peak_concurrency}`);
      } else if (name === 'Silent turns' || name === 'Out-of-domain turns') {
        const kind = name === 'Silent turns' ? 'silent' : 'out_of_domain';
        expect([name, await countRows(page)]).toEqual([name, totals[`${kind}_conversations`]]);
      } else {
        const counted = reason
          ? handoffs.filter((it) => (it.handoff_reason ?? '') === reason.reason)
          : name === 'Handoff rate'
            ? handoffs
            : name === 'Turn latency, 95th percentile'
              ? all.filter(isSlower(totals.latency_p95_ms))
              : all;
        expect([name, await idsOf(page)]).toEqual([name, sortedIds(counted)]);
        if (reason) expect(counted.length).toBe(reason.handoffs);
      }
      opened.push(name);
    }
    expect(opened).toEqual(
      expect.arrayContaining([
        ...['Conversations', 'Handoff rate', 'Turn latency, median', 'Turn latency, 95th percentile'],
        ...['Out-of-domain turns', 'Silent turns', 'Peak', 'Slow turns', reasons[0].reason],
      ]),
    );
    expect(faults).toEqual([]);
  });

  test('each number of an alert opens exactly its rows', { tag: '@ci' }, async ({ page, demo }) => {
    test.slow();
    const { faults, ask, listed } = await openRead(page, demo, '/console/alerts?range=7d');
    await page
      .getByRole('table', { name: 'What has fired' })
      .getByRole('link', { name: 'Slow turns' })
      .first()
      .click();
    const incident = page.url();
    const shown = page.getByRole('table', { name: 'Conversations' }).getByRole('row');
    await expect(shown).not.toHaveCount(0);
    const marked = await shown.filter({ hasText: /slow turns, up to|a turn of/ }).count();
    const shownCount = await shown.count();

    await page.getByRole('link', { name: 'All of this time' }).click();
    const query = new URL(page.url()).searchParams;
    const [from = '', to = ''] = ['from', 'to'].map((name) => query.get(name) ?? '');
    const exactly = await listed(Date.parse(from), Date.parse(to));
    expect(await idsOf(page)).toEqual(sortedIds(exactly));
    expect(shownCount).toBe(Math.min(50, exactly.length));

    const [begin = 0, end = 0] = aligned(from, to);
    const counted = await listed(begin, end);
    const { data: rules } = await ask('/alert-rules');
    const { threshold_value: threshold } = rules.find((it: { name: string }) => it.name === 'Slow turns');
    await page.goto(incident);
    await page.locator('.incident > p').getByRole('link', { name: / s$/ }).click();
    const slow = counted.filter(isSlower(threshold));
    expect(await idsOf(page)).toEqual(sortedIds(slow));
    if (shownCount === exactly.length) expect(marked).toBe(exactly.filter(isSlower(threshold)).length);

    const lines = page
      .locator('.incident section')
      .filter({ hasText: 'Handoff reasons' })
      .getByRole('listitem');
    await page.goto(incident);
    await expect(lines).not.toHaveCount(0);
    const reasons = (await lines.allTextContents()).map((it) => /^(.*?) (\d+)$/.exec(it) ?? []);
    expect(reasons.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(
      counted.filter((it) => it.handoff).length,
    );
    for (const [nth, [, reason, count]] of reasons.entries()) {
      await page.goto(incident);
      await lines.nth(nth).getByRole('link').click();
      expect([reason, await countRows(page)]).toEqual([reason, Number(count)]);
    }
    expect(faults).toEqual([]);
  });
});

test.describe('in a zone with half an hour', () => {
  test.use({
    demoOptions: {
      emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 600, seed: 7 } },
      logLevel: 'silent',
      settings: { FOYER_TIME_ZONE: 'Asia/Kolkata' },
    },
  });

  test('a day that is counted by the hour says so, and opens the rows of these hours', {
    tag: '@ci',
  }, async ({ page, demo }) => {
    test.slow();
    const day = new Date(Date.now() - 11 * DAY_MS).toISOString().slice(0, 10);
    const faults = await openConsole(page, demo, `/console/report?day=${day}`);
    const ask = askRelay(page, demo);
    await figuresRead(ask, 13);
    await page.reload();
    await expect(page.getByRole('article').getByText(/^Counted/)).toBeVisible();
    await page.getByRole('article').getByRole('link', { name: 'Conversations' }).click();
    const { totals, is_rounded: isRounded } = await ask(`/report?day=${day}`);
    expect([isRounded, await countRows(page)]).toEqual([true, totals.conversations]);
    expect(faults).toEqual([]);
  });
});
