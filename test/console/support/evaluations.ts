import fc from 'fast-check';
import { activeAlert } from '../../../src/emulator/alerts/active-alert.ts';
import { decide } from '../../../src/emulator/alerts/decide.ts';
import {
  ALERT_OPERATORS,
  ALERT_WINDOWS,
  type AlertRule,
} from '../../../src/emulator/store/alert-rule-table.ts';

export const STEP_MS = 300_000;
export const START = Date.UTC(2026, 10, 12);

/** A rule that the platform has just created. */
export const newRule: fc.Arbitrary<AlertRule> = fc
  .record({
    operator: fc.constantFrom(...ALERT_OPERATORS),
    threshold_value: fc.nat(4),
    window_duration: fc.constantFrom(...ALERT_WINDOWS),
  })
  .map((item) => ({
    id: 'ar_1',
    account_id: 'ACCOUNT-1',
    name: 'Too slow',
    project_id: null,
    metric: 'call_volume',
    enabled: true,
    created_at: START,
    updated_at: START,
    current_state: 'ok',
    since: START,
    last_evaluated_at: null,
    current_value: null,
    unresolved_since: null,
    ...item,
  }));

/** Values at consecutive evaluations; null: no data. */
export const values = fc.array(fc.option(fc.nat(6), { freq: 3 }), { maxLength: 40 });

export interface Evaluated {
  readonly rule: AlertRule;
  readonly at: number;
  readonly transition: ReturnType<typeof decide>['transition'];
  /** The rule before. */
  readonly before: AlertRule;
}

/** The platform's steps at each evaluation. */
export function evaluate(rule: AlertRule, all: readonly (number | null)[]): readonly Evaluated[] {
  let present = rule;
  return all.map((value, nth) => {
    const at = START + (nth + 1) * STEP_MS;
    const before = present;
    const { evaluation, transition } = decide(
      before,
      value === null ? { status: 'none' } : { status: 'value', value },
      at,
    );
    present = { ...before, ...evaluation };
    return { rule: present, at, transition, before };
  });
}

/** The webhooks of the evaluations, as the relay lists them. */
export const webhooksOf = (evaluations: readonly Evaluated[]) =>
  evaluations.flatMap(({ rule, at, transition, before }, nth) =>
    transition === undefined
      ? []
      : [
          {
            time: new Date(at + 1_000).toISOString(),
            name: 'alerts',
            id: `evt_${nth}`,
            type: transition as string,
            signedWith: 'current' as const,
            body: {
              id: `evt_${nth}`,
              type: transition,
              created_at: new Date(at).toISOString(),
              data: activeAlert({
                ...rule,
                since: transition === 'alerts.triggered' ? rule.since : before.unresolved_since,
              }),
            },
          },
        ],
  );
