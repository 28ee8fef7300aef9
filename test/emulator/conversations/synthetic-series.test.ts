import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSyntheticSeries } from '../../../src/emulator/conversations/synthetic-series.ts';
import {
  type SyntheticConversations,
  withSyntheticDefaults,
} from '../../../src/emulator/model/synthetic-options.ts';

const HOUR_MS = 3_600_000;
/** A Monday. */
const FROM = Date.UTC(2026, 10, 2);
const TO = FROM + 168 * HOUR_MS;

/** The conversations of a week. */
function week(options: Partial<SyntheticConversations> = {}) {
  const series = createSyntheticSeries(
    withSyntheticDefaults({ count: 8_000, from: FROM, to: TO, ...options }, TO),
  );
  return Array.from({ length: series.count }, (_, index) => series.at(index));
}
type Conversation = ReturnType<typeof week>[number];

const share = (all: readonly Conversation[], of: (it: Conversation) => boolean) =>
  all.filter(of).length / all.length;

describe('the hours of synthetic conversations', () => {
  it('the hours of synthetic conversations are as busy as their weights say, from Monday on', () => {
    const hours = Array.from({ length: 168 }, (_, hour) => (hour < 24 ? 1 : hour === 30 ? 60 : 2));
    const all = week({ hours });
    const inHour = (hour: number) =>
      all.filter(({ startedAt }) => Math.floor((startedAt - FROM) / HOUR_MS) === hour).length;
    const sum = hours.reduce((total, hour) => total + hour, 0);
    for (const hour of [0, 23, 24, 30, 100, 167])
      expect(Math.abs(inHour(hour) - (8_000 * (hours[hour] ?? 0)) / sum)).toBeLessThan(4);
  });

  it('busier hours never make a later conversation begin earlier, and stay within any range', () => {
    const weight = fc.double({ min: 0.01, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(weight, { minLength: 168, maxLength: 168 }),
        fc.integer({ min: -1e9, max: 2e12 }),
        fc.integer({ min: HOUR_MS, max: 300 * HOUR_MS }),
        (hours, from, length) => {
          const starts = week({ count: 50, hours, from, to: from + length }).map(
            (conversation) => conversation.startedAt,
          );
          expect(starts.at(0)).toBeGreaterThanOrEqual(from);
          expect(starts.at(-1)).toBeLessThan(from + length);
          // The last ones begin early enough to end within the range.
          const free = starts.filter((at) => at < from + length - 20 * 60_000);
          expect(free).toEqual(free.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the variants of synthetic conversations', () => {
  it('variants are as frequent as their weights, and absent without a weight', () => {
    const all = week({ variants: { main: 3, trial: 1 } });
    expect(share(all, (conversation) => conversation.variantId === 'main')).toBeCloseTo(0.75, 1);
    expect(share(all, (conversation) => conversation.variantId === 'spring')).toBe(0);
  });

  it('weights of variants change nothing else of the conversations', () => {
    const others = (conversation: Conversation) => ({ ...conversation, variantId: null });
    expect(week({ variants: { spring: 1 } }).map(others)).toEqual(week().map(others));
  });
});

describe('an incident', () => {
  const incident = { from: FROM + 50 * HOUR_MS, to: FROM + 60 * HOUR_MS };
  const isIn = ({ startedAt }: Conversation) => startedAt >= incident.from && startedAt < incident.to;
  const plain = week();

  it('an incident makes the answers of the conversations that begin in it slower', () => {
    const all = week({ incidents: [{ ...incident, slowdown: 6 }] });
    for (const [index, it] of all.entries()) {
      const before = plain[index] as Conversation;
      const factor = isIn(before) ? 6 : 1;
      expect(it.plan.latencies).toEqual(before.plan.latencies.map((latencyMs) => latencyMs * factor));
      expect(it.startedAt).toBe(before.startedAt);
    }
  });

  it('an incident gives handoffs a reason and fails a share of answers', () => {
    const incidents = [{ ...incident, share: 0.3, handoffReason: 'recall', failure: 'api_errors' } as const];
    const all = week({ incidents });
    const changed = all.filter((conversation) => conversation.handoffReason === 'recall');
    expect(changed.every(isIn)).toBe(true);
    expect(changed.length / all.filter(isIn).length).toBeCloseTo(0.3, 1);
    for (const { failures, plan, startedAt } of changed) {
      const answers = plan.latencies.map((latencyMs, at) => startedAt + (plan.inputs[at] ?? 0) + latencyMs);
      expect(failures).toEqual([{ failure: 'api_errors', at: expect.any(Number) }]);
      expect(answers.slice(1)).toContain(failures[0]?.at);
    }
    const others = all.filter((conversation) => conversation.handoffReason === undefined);
    expect(others.flatMap((other) => other.failures)).toEqual([]);
  });

  it('an incident adds to others at the same time, and the last reason counts', () => {
    const incidents = [
      { ...incident, slowdown: 4, handoffReason: 'first' },
      { ...incident, slowdown: 2, handoffReason: 'last', failure: 'function_errors' as const },
    ];
    const [index] = plain.flatMap((text, at) => (isIn(text) ? [at] : []));
    const { plan, handoffReason, failures } = week({ incidents })[index ?? 0] as Conversation;
    expect(plan.latencies).toEqual(plain[index ?? 0]?.plan.latencies.map((latencyMs) => latencyMs * 4));
    expect([handoffReason, failures.length]).toEqual(['last', 1]);
  });
});
