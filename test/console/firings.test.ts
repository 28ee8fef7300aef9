import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firingCounts, firingsOf } from '../../src/console/pages/alerts/firings.ts';
import { evaluate, newRule, START, STEP_MS, values } from './support/evaluations.ts';

const timesOf = (all: readonly unknown[]) => all.map((_, nth) => START + (nth + 1) * STEP_MS);

describe('how often a rule would have fired', () => {
  //
  it('counts as many firings as the platform reports for the same values', () => {
    fc.assert(
      fc.property(newRule, values, (rule, all) => {
        const firings = firingsOf(
          { operator: rule.operator, threshold: rule.threshold_value },
          { times: timesOf(all), values: all },
        );
        const evaluations = evaluate(rule, all);
        const reported = evaluations
          .filter((evaluation) => evaluation.transition === 'alerts.triggered')
          .map(({ at }) => at);
        expect(firings.map(({ from }) => from)).toEqual(reported);
        const firing = evaluations
          .filter((evaluation) => evaluation.rule.current_state === 'alert')
          .map(({ at }) => at);
        const covered = evaluations
          .map(({ at }) => at)
          .filter((at) => firings.some(({ from, to }) => from <= at && (to === undefined || at < to)));
        expect(covered).toEqual(firing);
      }),
    );
  });

  it('counts no firing without a value, and none with an unknown comparison', () => {
    const [times, all] = [timesOf([1, 2]), [null, 9]];
    expect(firingsOf({ operator: '>=', threshold: 0 }, { times, values: [null, null] })).toEqual([]);
    expect(firingsOf({ operator: '!=', threshold: 0 }, { times, values: all })).toEqual([]);
    expect(firingsOf({ operator: '>=', threshold: 9 }, { times, values: all })).toEqual([
      { from: times[1], to: undefined },
    ]);
  });
});

describe('firings of a rule whose values are known within bounds', () => {
  const bounds = fc.array(
    fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 }))
        .map(([low, width]) => [low, low + width]),
    ),
    { maxLength: 8 },
  );

  it('counts between the fewest and the most firings that the bounds allow', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('>', '>=', '<', '<='),
        fc.integer({ min: 0, max: 12 }),
        bounds,
        (operator, threshold, all) => {
          // Only the ends matter: a comparison changes once between them.
          const choices = all.reduce<(number | null)[][]>(
            (before, it) =>
              before.flatMap((values) => (it ?? [null]).map((value) => [...values, value as number | null])),
            [[]],
          );
          const counts = choices.map(
            (values) => firingsOf({ operator, threshold }, { times: timesOf(values), values }).length,
          );
          const lowest = all.map((it) => it?.[0] ?? null);
          const highest = all.map((it) => it?.[1] ?? null);
          expect(firingCounts({ operator, threshold }, { lowest, highest })).toEqual([
            Math.min(...counts),
            Math.max(...counts),
          ]);
        },
      ),
    );
  });

  it('takes a value without a highest for any from its lowest on', () => {
    const bounds = { lowest: [5, null, 5], highest: [null, null, 9] };
    expect(firingCounts({ operator: '>', threshold: 9 }, bounds)).toEqual([0, 1]);
    expect(firingCounts({ operator: '>', threshold: 4 }, bounds)).toEqual([2, 2]);
  });

  it('counts exactly for exact values', () => {
    const exact = [3, null, 9, 9, 1, 9];
    expect(firingCounts({ operator: '>', threshold: 5 }, { lowest: exact, highest: exact })).toEqual([2, 2]);
  });
});
