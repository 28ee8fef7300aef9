import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from '../../../../src/relay/admin/insights/histogram.ts';
import { sumOf } from '../../../../src/relay/admin/insights/merge.ts';
import { metricHistory } from '../../../../src/relay/admin/insights/metric-history.ts';
import { createMetricSteps, stepOf } from '../../../../src/relay/admin/insights/metric-steps.ts';
import { ENVIRONMENTS } from '../../../../src/relay/admin/insights/plan.ts';
import { rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { DAY_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';
import { conversation } from './support/conversation.ts';

const tallies = fc.array(
  fc
    .array(conversation, { maxLength: 3 })
    .map((all) => sumOf(all.map((conversation) => rollup(conversation)))),
  { maxLength: 30 },
);
const lengths = fc.constantFrom(1, 2, 12);

describe('the history of a metric', () => {
  //
  it('the history of a metric is computed from the sum of each window', () => {
    fc.assert(
      fc.property(tallies, lengths, (all, length) => {
        const steps = all.map((it) => stepOf([it.all]));
        const sums = all.map((_, at) => sumOf(all.slice(at + 1 - length, at + 1)).all).slice(length - 1);
        expect(metricHistory('call_volume', steps, length)).toEqual(
          sums.map(({ conversations: it }) => (it ? { value: it, lowest: it, highest: it } : null)),
        );
        expect(metricHistory('turn_latency_p50', steps, length)).toEqual(
          sums.map((sum) => quantile(sum.latency, 0.5) ?? null),
        );
        expect(metricHistory('turn_latency_p95', steps, length)).toEqual(
          sums.map((sum) => quantile(sum.latency, 0.95) ?? null),
        );
      }),
    );
  });
});

describe('the steps of eight days', () => {
  const NOW = Date.UTC(2026, 10, 2, 9);
  const known = {
    since: NOW - 9 * DAY_MS,
    until: NOW,
    target: NOW - 9 * DAY_MS,
    open: [],
    hourReadAt: NOW,
    settledUntil: NOW - DAY_MS,
  };

  function open() {
    const reads: string[] = [];
    const clock = { at: NOW };
    const windows = {
      read: async (environment: string, { start }: { readonly start: number }) => {
        reads.push(`${environment} ${start}`);
        return rollup({ id: 'c', turns: [{ latency: 400 }] });
      },
    };
    const shared = { readProgress: async () => ({ ...known, until: clock.at }) };
    return { reads, clock, read: createMetricSteps({ shared, windows, now: () => clock.at }) };
  }

  it('reads the steps of all environments once for all who ask at the same time', async () => {
    const { read, reads } = open();
    const answers = await Promise.all(Array.from({ length: 10 }, read));
    expect(reads.length).toBe(ENVIRONMENTS.length * 8 * 288);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]?.steps[0]).toEqual({
      ...stepOf([]),
      ...stepOf(ENVIRONMENTS.map(() => rollup({ id: 'c', turns: [{ latency: 400 }] }).all)),
    });
  });

  it('reads again only steps whose conversations may be in progress', async () => {
    const { clock, read, reads } = open();
    const before = (await read()).steps.length;
    reads.length = 0;
    clock.at += WINDOW_MS;
    const { steps, known: range } = await read();
    expect([before, steps.length, range.to - range.from]).toEqual([8 * 288, 8 * 288, 8 * DAY_MS]);
    expect(reads.length).toBe(ENVIRONMENTS.length * (7 * 12 + 1));
  });

  it('shows no steps before every environment was read', async () => {
    const read = createMetricSteps({
      shared: { readProgress: async (environment) => (environment === 'sandbox' ? undefined : known) },
      windows: { read: async () => undefined },
      now: () => NOW,
    });
    expect(await read()).toEqual({ known: { from: 0, to: 0 }, steps: [] });
  });
});
