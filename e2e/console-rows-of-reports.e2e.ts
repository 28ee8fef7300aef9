import { expect, type Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { ALIVE, askRelay, countRows, openRead, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

const DAY_MS = 86_400_000;
const FIVE_MINUTES = 300_000;

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
  test.use({ demoOptions: ALIVE });

  const openBoth = async (page: Page, demo: Demo, path: string) => {
    const faults = await openRead(page, demo, path, 2);
    const ask = askRelay(page, demo);
    /** The conversations that began in a range, as the platform lists them. */
    const listed = async (from: number, to: number): Promise<readonly Listed[]> => {
      const span = new URLSearchParams({
        start_time: new Date(from).toISOString(),
        end_time: new Date(to).toISOString(),
        ...{ include_latency: 'true', client_env: 'live', limit: '5000' },
      });
      return (await ask(`/conversations?${span}`)).conversations;
    };
    return { faults, ask, listed };
  };
  const sortedIds = (all: readonly Listed[]) => all.map(({ id }) => id).sort();

  test('each number of a report opens exactly the rows that it has counted', { tag: '@full' }, async ({
    page,
    demo,
  }) => {
    test.slow();
    const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const path = `/console/report?day=${day}`;
    const { faults, ask, listed } = await openBoth(page, demo, path);
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
        await expect(page.locator('.concurrency figure > .hint').getByRole('link')).toHaveText(
          new RegExp(`^${totals.peak_concurrency}, `),
        );
        await expect(page.getByRole('heading', { name: 'Peak of conversations' })).toBeInViewport();
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
    const { faults, ask, listed } = await openBoth(page, demo, '/console/alerts?range=7d');
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
      emulator: { conversations: { count: 900, seed: 7, from: Date.now() - 15 * DAY_MS } },
      logLevel: 'silent',
      settings: { FOYER_TIME_ZONE: 'Asia/Kolkata' },
    },
  });

  test('a day that is counted by the hour says so, and opens the rows of these hours', {
    tag: '@ci',
  }, async ({ page, demo }) => {
    test.slow();
    const day = new Date(Date.now() - 11 * DAY_MS).toISOString().slice(0, 10);
    const faults = await openRead(page, demo, `/console/report?day=${day}`, 13);
    await expect(page.getByRole('article').getByText(/^Counted/)).toBeVisible();
    await page.getByRole('article').getByRole('link', { name: 'Conversations' }).click();
    const { totals, is_rounded: isRounded } = await askRelay(page, demo)(`/report?day=${day}`);
    expect([isRounded, await countRows(page)]).toEqual([true, totals.conversations]);
    expect(totals.conversations).toBeGreaterThan(10);
    expect(faults).toEqual([]);
  });
});
