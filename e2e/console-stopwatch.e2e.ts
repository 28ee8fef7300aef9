import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import { beginningOf, dayAfter, dayAt } from '../src/base/time-zone.ts';
import { readCsv } from '../test/support/read-csv.ts';
import { callVolumeFirings } from './back-test.ts';
import { askRelay, begins, countRows, openRead, panel, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';
import { createStopwatch } from './stopwatch.ts';

/** Seven questions of an operator, each answered in so many actions. The table at the end also has the seconds, which decide nothing. */

const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW = Date.now();
const stopwatch = createStopwatch();

// One after the other, so that one table has all of them.
test.describe.configure({ mode: 'default' });
test.afterAll(() => console.log(stopwatch.table()));

const onRail = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
const range = (page: Page) => page.getByRole('button', { name: /^Time range/ });
const lastWeek = (page: Page) => page.getByRole('button', { name: 'Last 7 days' });
const card = (page: Page, name: string) => page.locator('.card').filter({ hasText: name });
const iso = (at: number) => new Date(at).toISOString();

test.describe('after an outage', () => {
  test.use({ demoOptions: { isAlive: true, logLevel: 'silent', settings: { FOYER_TIME_ZONE: ZONE } } });
  test.slow();

  test('the morning check leads from what has changed to its rows', { tag: '@full' }, async ({
    page,
    demo,
  }) => {
    const faults = await openRead(page, demo, '/console', 8);
    const actions = await stopwatch.answer(page, '(a) morning check with rows', async ({ click }) => {
      await expect(card(page, 'Conversations')).toContainText(/ from \d.* the week before|same as/);
      await expect(page.getByRole('listitem').filter({ hasText: 'late_delivery' })).toContainText('New');
      await click(card(page, 'Handoff rate').getByRole('link'));
      const count = await countRows(page);
      await expect(page.getByText(`${count} of ${count}`)).toBeVisible();
    });
    expect([actions, faults]).toEqual([1, []]);
  });

  test('the caller of yesterday at 15:00 is found and heard', { tag: '@full' }, async ({ page, demo }) => {
    const faults = await openRead(page, demo, '/console', 2);
    const day = dayAfter(dayAt(Date.now(), ZONE), -1);
    const from = beginningOf(day, ZONE) + 15 * HOUR_MS;
    const query = `start_time=${iso(from)}&end_time=${iso(from + HOUR_MS)}&channel=VOICE-SIP`;
    const { conversations } = await askRelay(page, demo)(`/conversations?${query}`);
    const started = conversations.map((it: { id: string; started_at: string }) => [it.started_at, it.id]);
    const [first] = started.sort();
    const actions = await stopwatch.answer(
      page,
      '(b) the caller of yesterday at 15:00, heard',
      async (operator) => {
        await operator.click(onRail(page, 'Conversations'));
        await operator.click(range(page));
        await operator.type(page.getByLabel('From', { exact: true }), `${day}T15:00`);
        await operator.type(page.getByLabel('To', { exact: true }), `${day}T16:00`);
        await operator.press('Enter');
        await operator.choose(page.getByLabel('Channel', { exact: true }), 'VOICE-SIP');
        await expect(rows(page)).toHaveCount(conversations.length);
        await operator.click(rows(page).last());
        await expect(panel(page).getByRole('listitem').first()).toContainText(/\S/);
        await operator.press('Space');
        const heard = () =>
          panel(page)
            .locator('audio')
            .evaluate((it: HTMLAudioElement) => it.currentTime);
        await expect.poll(heard).toBeGreaterThan(0);
      },
    );
    expect(new URL(page.url()).searchParams.get('open')).toBe(first[1]);
    expect([actions, faults]).toEqual([8, []]);
  });

  test('an alert says why it fired', { tag: '@full' }, async ({ page, demo }) => {
    const faults = await openRead(page, demo, '/console', 5);
    const actions = await stopwatch.answer(page, '(c) why did this alert fire', async ({ click }) => {
      await click(onRail(page, 'Alerts'));
      await click(range(page));
      await click(lastWeek(page));
      const fired = page.getByRole('table', { name: 'What has fired' });
      await click(fired.getByRole('link', { name: 'Slow turns' }).first());
      const incident = page.getByRole('article');
      await expect(incident.getByText(/^Turn latency, 95th percentile > 4\ss within 10 min/)).toBeVisible();
      await expect(incident.getByRole('listitem').filter({ hasText: 'slow_answers' })).toBeVisible();
      await expect(incident.getByText(/slow turns, up to|a turn of/).first()).toBeVisible();
      await click(incident.getByRole('link', { name: / s$/ }));
      await expect(page.getByRole('button', { name: /^Remove Turns above 4/ })).toBeVisible();
      const count = await countRows(page);
      await expect(page.getByText(`${count} of ${count}`)).toBeVisible();
    });
    expect([actions, faults]).toEqual([5, []]);
  });

  test('a rule is made whose back-test is true', { tag: '@full' }, async ({ page, demo }) => {
    const faults = await openRead(page, demo, '/console', 9);
    const THRESHOLD = 40;
    const before = await callVolumeFirings(page, demo, THRESHOLD);
    const actions = await stopwatch.answer(page, '(d) a rule with a true back-test', async (operator) => {
      await operator.click(onRail(page, 'Alerts'));
      await operator.click(page.getByRole('button', { name: 'Create rule' }));
      const dialog = page.getByRole('dialog');
      await operator.type(dialog.getByLabel('Name'), 'Busy hour');
      await operator.choose(dialog.getByLabel('Metric'), 'Call volume');
      await operator.type(dialog.getByLabel('Threshold'), `${THRESHOLD}`);
      await operator.choose(dialog.getByLabel('Window'), 'within 60 min');
      const status = dialog.getByRole('status');
      await expect(status).toHaveText(/^Would have fired \d+ times since/);
      // The oldest evaluation is forgotten every five minutes.
      const times = Number(/\d+/.exec((await status.textContent()) ?? '')?.[0]);
      expect([before, await callVolumeFirings(page, demo, THRESHOLD)]).toContain(times);
      expect(times).toBeGreaterThan(2);
      await operator.click(dialog.getByRole('button', { name: 'Create rule' }));
      await expect(page.getByRole('table', { name: 'Alert rules' })).toContainText('Busy hour');
    });
    expect([actions, faults]).toEqual([7, []]);
  });

  test('cron gets the report of the day of a zone', { tag: '@full' }, async ({ page, demo }) => {
    await openRead(page, demo, '/console', 3);
    const day = dayAfter(dayAt(Date.now(), ZONE), -1);
    const from = beginningOf(day, ZONE);
    const counted = (await begins(page, demo, [from, beginningOf(dayAfter(day, 1), ZONE)])).length;
    const actions = await stopwatch.answer(page, '(g) the report by cron, in a zone', async ({ run }) => {
      const headers = { Authorization: `Bearer ${demo.adminKey}` };
      const answer = await run(() => fetch(`${demo.relayUrl}/admin/v1/report`, { headers }));
      expect(await answer.json()).toMatchObject({
        day,
        time_zone: ZONE,
        totals: { conversations: counted },
      });
    });
    expect(actions).toBe(1);
  });
});

test.describe('over two weeks', () => {
  test.use({
    demoOptions: {
      // The latest minutes are not read yet.
      emulator: { conversations: { count: 900, seed: 7, from: NOW - 15 * DAY_MS, to: NOW - HOUR_MS } },
      logLevel: 'silent',
    },
  });
  test.slow();

  test('this week is compared with the last', { tag: '@full' }, async ({ page, demo }) => {
    const faults = await openRead(page, demo, '/console', 14.5);
    const actions = await stopwatch.answer(page, '(e) this week against the last', async ({ click }) => {
      await click(range(page));
      const read = page.waitForResponse(/\/admin\/v1\/overview\?/);
      await click(lastWeek(page));
      const spans = await (await read).json();
      const count = async (from: string, to: string) =>
        (await begins(page, demo, [Date.parse(from), Date.parse(to)])).length;
      const [now, then] = [
        await count(spans.from, spans.to),
        await count(spans.previous_from, spans.previous_to),
      ];
      expect(now).not.toBe(then);
      await expect(card(page, 'Conversations').locator('.card-value')).toHaveText(`${now}`);
      await expect(card(page, 'Conversations')).toContainText(`from ${then} the week before`);
      await expect(card(page, 'Handoff rate')).toContainText(/points from .*\s% the week before/);
    });
    expect([actions, faults]).toEqual([2, []]);
  });

  test('a range is exported', { tag: '@full' }, async ({ page, demo }) => {
    const faults = await openRead(page, demo, '/console', 1);
    const actions = await stopwatch.answer(page, '(f) the export of a range', async ({ click }) => {
      await click(onRail(page, 'Conversations'));
      await click(range(page));
      await click(lastWeek(page));
      await click(page.getByRole('button', { name: 'Download CSV' }));
      const link = page.getByRole('link', { name: 'Separated by commas' });
      const timesOf = async () => {
        const { searchParams } = new URL((await link.getAttribute('href')) ?? '', demo.relayUrl);
        return ['start_time', 'end_time'].map((name) => searchParams.get(name) ?? '');
      };
      // Until the rows of the week are there, the file is that of the rows that are shown.
      await expect
        .poll(async () => {
          const [start = '', end = ''] = await timesOf();
          return Date.parse(end) - Date.parse(start);
        })
        .toBe(7 * DAY_MS);
      const [start = '', end = ''] = await timesOf();
      const saving = page.waitForEvent('download');
      await click(link);
      const [, ...lines] = readCsv(await readFile(await (await saving).path(), 'utf8'), ',');
      const query = new URLSearchParams({ start_time: start, end_time: end, limit: '5000' });
      const { conversations } = await askRelay(page, demo)(`/conversations?${query}`);
      expect(lines.map(([id]) => id).sort()).toEqual(
        conversations.map(({ id }: { id: string }) => id).sort(),
      );
    });
    expect([actions, faults]).toEqual([5, []]);
  });
});
