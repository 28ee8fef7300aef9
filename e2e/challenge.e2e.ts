import { FAST } from './demo-fixture.ts';
import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

test.use({
  demoOptions: { emulator: { pace: FAST }, logLevel: 'silent', settings: { FOYER_CHALLENGE: 'always' } },
});

test('S-138, M-14.16: a visitor who is challenged is connected', { tag: '@ci' }, async ({ page, visit }) => {
  await page.addInitScript(() => {
    const longTasks: PerformanceEntry[] = [];
    Object.assign(window, { longTasks });
    // Chromium alone tells of them.
    if (PerformanceObserver.supportedEntryTypes.includes('longtask'))
      new PerformanceObserver((list) => void longTasks.push(...list.getEntries())).observe({
        type: 'longtask',
      });
  });
  const created: number[] = [];
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/chat/sessions' && response.request().method() === 'POST')
      created.push(response.status());
    if (/\/challenge-[\w-]+\.js$/.test(pathname)) scripts.push(pathname);
  });
  const chat = await visit();
  const before = [...scripts];
  await chat.launcher().click();
  await expect(chat.messages('agent').first()).toBeVisible();
  expect([before, scripts.length, created]).toEqual([[], 1, [429, 201]]);
  const spans = await page.evaluate(() => {
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/chat\/sessions$/.test(name));
    const [challenged, answered] = calls as PerformanceResourceTiming[];
    const [from, to] = [challenged?.responseEnd ?? 0, answered?.startTime ?? 0];
    const { longTasks } = window as unknown as { longTasks: PerformanceEntry[] };
    const during = longTasks.filter((it) => it.startTime < to && it.startTime + it.duration > from);
    return { inMs: Math.round(to - from), longTasks: during.map(({ duration }) => Math.round(duration)) };
  });
  console.log(
    `between challenge and answer: ${spans.inMs} ms, long tasks: ${spans.longTasks.join(', ') || 'none'}`,
  );
});
