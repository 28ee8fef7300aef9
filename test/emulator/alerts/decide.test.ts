import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type MetricReading } from '../../../src/emulator/alerts/decide.ts';
import { percentile } from '../../../src/emulator/alerts/metrics.ts';
import {
  ALERT_OPERATORS,
  ALERT_STATES,
  type AlertRule,
} from '../../../src/emulator/store/alert-rule-table.ts';

const T0 = Date.UTC(2026, 10, 2, 9);
const RULE: AlertRule = {
  id: 'ar_1',
  account_id: 'lumen-oak',
  name: 'Slow',
  project_id: null,
  metric: 'api_errors',
  operator: '>=',
  threshold_value: 10,
  window_duration: '5m',
  enabled: true,
  created_at: T0,
  updated_at: T0,
  current_state: 'ok',
  since: T0,
  last_evaluated_at: null,
  current_value: null,
  unresolved_since: null,
};
const value = (number: number): MetricReading => ({ status: 'value', value: number });

describe('an evaluation of a rule (R-7.2, R-7.3)', () => {
  it.each([
    ['>', [false, false, true]],
    ['>=', [false, true, true]],
    ['<', [true, false, false]],
    ['<=', [true, true, false]],
  ] as const)(
    'a rule with the threshold "%s 10" fires for the values 9, 10 and 11 as in %j',
    (operator, fires) => {
      const rule = { ...RULE, operator };
      const states = [9, 10, 11].map((number) => decide(rule, value(number), T0).evaluation.current_state);
      expect(states).toEqual(fires.map((fire) => (fire ? 'alert' : 'ok')));
    },
  );

  it.each([
    ['ok', value(9), 'ok', undefined],
    ['ok', value(10), 'alert', 'alerts.triggered'],
    ['ok', { status: 'none' }, 'no_data', undefined],
    ['ok', { status: 'failure' }, 'unknown', undefined],
    ['alert', value(9), 'ok', 'alerts.resolved'],
    ['alert', value(10), 'alert', undefined],
    ['alert', { status: 'none' }, 'no_data', undefined],
    ['alert', { status: 'failure' }, 'unknown', undefined],
    ['no_data', value(9), 'ok', undefined],
    ['no_data', value(10), 'alert', 'alerts.triggered'],
    ['no_data', { status: 'none' }, 'no_data', undefined],
    ['no_data', { status: 'failure' }, 'unknown', undefined],
    ['unknown', value(9), 'ok', undefined],
    ['unknown', value(10), 'alert', 'alerts.triggered'],
    ['unknown', { status: 'none' }, 'no_data', undefined],
    ['unknown', { status: 'failure' }, 'unknown', undefined],
  ] as const)(
    'an evaluation leads from %s with %j to %s and sends %s (R-7.6)',
    (from, reading, to, transition) => {
      const now = T0 + 60_000;
      const unresolved_since = from === 'alert' ? T0 : null;
      expect(decide({ ...RULE, current_state: from, unresolved_since }, reading, now)).toEqual({
        evaluation: {
          current_state: to,
          since: from === to ? T0 : now,
          last_evaluated_at: now,
          current_value: reading.status === 'value' ? reading.value : null,
          unresolved_since: to === 'ok' ? null : (unresolved_since ?? (to === 'alert' ? now : null)),
        },
        transition,
      });
    },
  );

  const reading: fc.Arbitrary<MetricReading> = fc.oneof(
    fc.nat(20).map(value),
    fc.constantFrom<MetricReading>({ status: 'none' }, { status: 'failure' }),
  );

  it('resolves an alert when the rule returns to ok, even after a time without data (R-7.6)', () => {
    const readings = [
      value(10),
      { status: 'none' },
      { status: 'failure' },
      value(9),
      value(9),
      { status: 'none' },
    ] as const;
    let rule: AlertRule = RULE;
    const sent = readings.map((reading, at) => {
      const { evaluation, transition } = decide(rule, reading, T0 + (at + 1) * 60_000);
      rule = { ...rule, ...evaluation };
      return [transition, rule.unresolved_since];
    });
    const began = T0 + 60_000;
    expect(sent).toEqual([
      ['alerts.triggered', began],
      [undefined, began],
      [undefined, began],
      ['alerts.resolved', null],
      [undefined, null],
      [undefined, null],
    ]);
  });

  it('sends each start and each end of an alert once and keeps the time since which a state lasts', () => {
    fc.assert(
      fc.property(
        fc.record({
          operator: fc.constantFrom(...ALERT_OPERATORS),
          threshold_value: fc.nat(20),
          current_state: fc.constantFrom(...ALERT_STATES),
          since: fc.constantFrom(T0, null),
        }),
        fc.array(reading, { minLength: 1, maxLength: 30 }),
        (fields, readings) => {
          const unresolved_since = fields.current_state === 'alert' ? T0 : null;
          let rule: AlertRule = { ...RULE, ...fields, unresolved_since };
          const history = [rule];
          const sent = readings.map((reading, at) => {
            const { evaluation, transition } = decide(rule, reading, T0 + (at + 1) * 60_000);
            rule = { ...rule, ...evaluation };
            history.push(rule);
            return transition;
          });
          const states = history.map((event) => event.current_state);
          let isOpen = states[0] === 'alert';
          expect(sent).toEqual(
            sent.map((_, at) => {
              const [before, after] = [states[at], states[at + 1]];
              const wasOpen = isOpen;
              isOpen = after === 'alert' || (isOpen && after !== 'ok');
              if (after === 'alert' && before !== 'alert') return 'alerts.triggered';
              return wasOpen && !isOpen ? 'alerts.resolved' : undefined;
            }),
          );
          // `since` is the time of the first of the consecutive evaluations that found this state.
          for (const [at, { current_state: state, since }] of history.entries()) {
            if (at === 0) continue;
            let first = at;
            while (first > 0 && history[first - 1]?.current_state === state) first -= 1;
            const began = first === 0 ? (fields.since ?? T0 + 60_000) : T0 + first * 60_000;
            expect(since).toBe(began);
          }
        },
      ),
    );
  });
});

describe('a percentile', () => {
  it.each([
    [[], 50, undefined],
    [[7], 50, 7],
    [[7], 95, 7],
    [[4, 1, 3, 2], 50, 2],
    [[5, 1, 3], 50, 3],
    [Array.from({ length: 20 }, (_, at) => 20 - at), 95, 19],
    [Array.from({ length: 21 }, (_, at) => at + 1), 95, 20],
    [[10, 9, 100, 1000], 95, 1000],
  ])('the percentile of %j at %i is %s, by nearest rank', (values, percent, expected) => {
    expect(percentile(values, percent)).toBe(expected);
  });
});
