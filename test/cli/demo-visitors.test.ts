import { expect, it } from 'vitest';
import { demoTrafficAt } from '../../src/cli/demo-traffic.ts';
import { addVisitors } from '../../src/cli/demo-visitors.ts';
import { createVisitorHistory } from '../../src/relay/admin/insights/visitor-history.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const DAY_MS = 24 * 3_600_000;

it('the pages of a demo report for 15 days, about one a conversation, and a relay keeps that', async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 4, 12, 3));
  const store = createMemoryStore(clock);
  const traffic = demoTrafficAt(clock.now());
  await addVisitors(store, traffic);
  const history = createVisitorHistory({ clock, store, signal: new AbortController().signal });
  await history.flush();
  const today = Date.UTC(2026, 10, 4);
  const days = Array.from({ length: 8 }, (_, day) => ({
    from: today - (day + 1) * DAY_MS,
    to: today - day * DAY_MS,
  }));
  const { sums, knownSince } = await history.read([
    ...days,
    { from: today - 15 * DAY_MS, to: today + DAY_MS },
  ]);
  const pages = sums.map(({ counts }) => counts.usable + counts.failed);
  expect(knownSince).toBe(today - 15 * DAY_MS);
  expect(Math.min(...pages)).toBeGreaterThan(100);
  const all = pages.at(-1) ?? 0;
  expect(Math.abs(all / traffic.past.count - 1)).toBeLessThan(0.1);
  const failed = sums.at(-1)?.counts.failed ?? 0;
  expect(failed / all).toBeGreaterThan(0.01);
  expect(failed / all).toBeLessThan(0.03);
});
