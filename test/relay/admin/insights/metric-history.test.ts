import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from '../../../../src/relay/admin/insights/histogram.ts';
import { mergeTallies } from '../../../../src/relay/admin/insights/merge.ts';
import { metricHistory } from '../../../../src/relay/admin/insights/metric-history.ts';
import { NOTHING, rollup } from '../../../../src/relay/admin/insights/rollup.ts';
import { conversation } from './support/conversation.ts';

const steps = fc.array(
  fc
    .array(conversation, { maxLength: 3 })
    .map((all) => all.map((entry) => rollup(entry).all).reduce(mergeTallies, NOTHING.all)),
  { maxLength: 30 },
);
const lengths = fc.constantFrom(1, 2, 12);

describe('the history of a metric', () => {
  //
  it('is that of the sum of each window', () => {
    fc.assert(
      fc.property(steps, lengths, (all, length) => {
        const sums = all
          .map((_, at) => all.slice(at + 1 - length, at + 1).reduce(mergeTallies, NOTHING.all))
          .slice(length - 1);
        expect(metricHistory('call_volume', all, length)).toEqual(
          sums.map(({ conversations: it }) => (it ? { value: it, lowest: it, highest: it } : null)),
        );
        expect(metricHistory('turn_latency_p50', all, length)).toEqual(
          sums.map((sum) => quantile(sum.latency, 0.5) ?? null),
        );
        expect(metricHistory('turn_latency_p95', all, length)).toEqual(
          sums.map((sum) => quantile(sum.latency, 0.95) ?? null),
        );
      }),
    );
  });
});
