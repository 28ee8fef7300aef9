import { describe, expect, it } from 'vitest';
import {
  advance,
  beginProgress,
  nextTask,
  revertFutureProgress,
  type Task,
} from '../../../../src/relay/admin/insights/plan.ts';
import { DAY_MS, floorTo, HOUR_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';

const NOW = Date.UTC(2026, 10, 2, 9, 2);
const TODAY = floorTo(NOW, DAY_MS);
const MINUTE_MS = 60_000;

/** Lists what a relay reads from one time to another. It looks every minute, and reads at once. */
function readFrom(from: number, to: number, progress = beginProgress(from)) {
  const tasks: (Exclude<Task, { readonly type: 'wait' }> & { readonly at: number })[] = [];
  let now = from;
  let reached = progress;
  while (now < to) {
    const task = nextTask(reached, now);
    if (task.type === 'wait') {
      now += MINUTE_MS;
      continue;
    }
    tasks.push({ ...task, at: now });
    reached = advance(reached, task, [], now);
  }
  return { tasks, progress: reached };
}

describe('repeated reading', () => {
  it('reads the last hour again every ten minutes', () => {
    const hours = readFrom(NOW, NOW + DAY_MS).tasks.filter(({ type }) => type === 'read-hour');
    expect(hours.length).toBeGreaterThan(6 * 24 - 10);
    for (const [nth, { at, span }] of hours.entries()) {
      expect(span.to - span.from).toBe(HOUR_MS);
      expect(at - span.to).toBeLessThan(WINDOW_MS + 2 * MINUTE_MS);
      const before = hours[nth - 1];
      if (before) expect(at - before.at).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    }
  });

  it('reads each day again once, in the night that follows it', () => {
    const settled = readFrom(NOW, NOW + 3 * DAY_MS).tasks.filter(({ type }) => type === 'settle');
    const days = [TODAY, TODAY + DAY_MS, TODAY + 2 * DAY_MS];
    expect(settled.map(({ span }) => span.from)).toEqual(
      days.flatMap((day) => [0, 6, 12, 18].map((hour) => day + hour * HOUR_MS)),
    );
    for (const { at, span } of settled) {
      expect(span.to - span.from).toBe(6 * HOUR_MS);
      expect(at - floorTo(span.from, DAY_MS) - DAY_MS).toBeGreaterThanOrEqual(2 * HOUR_MS);
      expect(at - floorTo(span.from, DAY_MS) - DAY_MS).toBeLessThan(2 * HOUR_MS + WINDOW_MS);
    }
  });

  it('reads only yesterday again after relays have stopped for days', () => {
    const { progress } = readFrom(NOW, NOW + HOUR_MS);
    const later = NOW + 5 * DAY_MS;
    const settled = readFrom(later, later + HOUR_MS, progress).tasks.filter(({ type }) => type === 'settle');
    expect(settled[0]?.span.from).toBe(floorTo(later, DAY_MS) - DAY_MS);
  });
});

describe('reading after a pause', () => {
  it('begins after a pause with a whole day, if smaller windows of it are forgotten', () => {
    const { progress } = readFrom(NOW, NOW + HOUR_MS);
    expect(nextTask(progress, NOW + 12 * DAY_MS)).toEqual({
      type: 'read-on',
      span: { from: TODAY, to: TODAY + DAY_MS },
    });
    expect(nextTask(progress, NOW + 2 * DAY_MS)).toEqual({
      type: 'read-on',
      span: { from: progress.until, to: TODAY + DAY_MS },
    });
  });
});

describe('progress that lies beyond now', () => {
  const { progress } = readFrom(NOW, NOW + 3 * HOUR_MS);

  it('takes progress beyond now back to a day ago, and reads again from there', () => {
    const now = NOW + HOUR_MS;
    const taken = revertFutureProgress(progress, now);
    const closed = now - 2 * MINUTE_MS;
    expect(taken).toEqual({
      ...progress,
      until: closed - DAY_MS,
      hourReadAt: now,
      settledUntil: closed - DAY_MS,
    });
    expect(nextTask(taken, now)).toEqual({ type: 'read-on', span: { from: closed - DAY_MS, to: TODAY } });
    expect(revertFutureProgress(taken, now)).toBe(taken);
  });

  it('takes progress back to now, if clocks differ by a window as two relays’ may', () => {
    const now = progress.until - 4 * MINUTE_MS;
    expect(revertFutureProgress(progress, now)).toMatchObject({
      since: progress.since,
      until: progress.until - WINDOW_MS,
    });
    expect(revertFutureProgress(progress, progress.until + MINUTE_MS)).toBe(progress);
  });

  it('takes the progress of a relay that has just begun back to now', () => {
    const { since, until } = revertFutureProgress(beginProgress(NOW + HOUR_MS), NOW);
    expect([since, until]).toEqual([NOW - 2 * MINUTE_MS, NOW - 2 * MINUTE_MS]);
  });
});
