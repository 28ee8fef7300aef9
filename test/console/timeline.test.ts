import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertRule } from '../../src/console/answers.ts';
import { timelineOf } from '../../src/console/pages/alerts/timeline.ts';
import type { AlertRule as PlatformRule } from '../../src/emulator/store/alert-rule-table.ts';
import { evaluate, newRule, values, webhooksOf } from './support/evaluations.ts';

const isoOf = (at: number | null) => (at === null ? undefined : new Date(at).toISOString());

/** A rule as the list of rules has it. */
const listed = (platformRule: PlatformRule): AlertRule => ({
  id: platformRule.id,
  name: platformRule.name,
  projectId: undefined,
  metric: platformRule.metric,
  operator: platformRule.operator,
  thresholdValue: platformRule.threshold_value,
  windowDuration: platformRule.window_duration,
  enabled: platformRule.enabled,
  currentState: platformRule.current_state,
  since: isoOf(platformRule.since),
  currentValue: platformRule.current_value ?? undefined,
});

const story = fc
  .record({ rule: newRule, values })
  .map(({ rule, values }) => ({ rule, evaluations: evaluate(rule, values) }))
  .chain((value) => {
    const webhooks = webhooksOf(value.evaluations);
    return fc.record({
      rule: fc.constant(value.evaluations.at(-1)?.rule ?? value.rule),
      evaluations: fc.constant(value.evaluations),
      // In another order, and some of them at two endpoints.
      webhooks: fc
        .shuffledSubarray([...webhooks, ...webhooks], { minLength: webhooks.length * 2 })
        .map((all) => all.slice()),
    });
  });

describe('the timeline of alerts', () => {
  //
  it('the timeline is the same in whatever order and however often webhooks arrive', () => {
    fc.assert(
      fc.property(story, ({ rule, evaluations, webhooks }) => {
        const expected = evaluations
          .flatMap(({ at, rule: { unresolved_since }, before }) =>
            unresolved_since === null && before.unresolved_since !== null
              ? [{ from: before.unresolved_since, end: { status: 'resolved', at } }]
              : [],
          )
          .concat(
            rule.unresolved_since === null
              ? []
              : [{ from: rule.unresolved_since, end: { status: 'open' } as never }],
          )
          .reverse();
        const alerts = timelineOf(webhooks, [listed(rule)]);
        expect(alerts.map(({ from, end }) => ({ from, end }))).toEqual(expected);
        const reports = evaluations.filter(
          (evaluation) => evaluation.transition === 'alerts.triggered',
        ).length;
        expect(alerts.reduce((sum, alert) => sum + alert.reports, 0)).toBe(reports);
      }),
    );
  });

  it('shows by the states of the rules what no webhook has told', () => {
    const rule: AlertRule = {
      id: 'ar_1',
      name: 'Too slow',
      projectId: undefined,
      metric: 'turn_latency_p95',
      operator: '>',
      thresholdValue: 900,
      windowDuration: '5m',
      enabled: true,
      currentState: 'alert',
      since: '2026-11-12T10:00:00Z',
      currentValue: 1_200,
    };
    const begun = {
      time: '2026-11-12T10:00:01Z',
      name: 'alerts',
      id: 'evt_1',
      type: 'alerts.triggered',
      signedWith: 'current' as const,
      body: {
        created_at: rule.since,
        data: {
          alert_rule_id: 'ar_1',
          name: 'Too slow',
          metric: 'turn_latency_p95',
          operator: '>',
          threshold_value: 900,
          window_duration: '5m',
          since: rule.since,
        },
      },
    };
    const endOf = (...[webhooks, rules]: Parameters<typeof timelineOf>) =>
      timelineOf(webhooks, rules).map(({ end }) => end);
    const at = Date.parse('2026-11-12T11:00:00Z');
    const ok = { ...rule, currentState: 'ok', since: new Date(at).toISOString() };
    expect([
      endOf([], [rule]),
      endOf([], [{ ...rule, enabled: false }]),
      endOf([begun], [rule]),
      endOf([begun], [ok]),
      endOf([begun], []),
      endOf([begun], [{ ...rule, enabled: false }]),
    ]).toEqual([
      [{ status: 'open' }],
      [],
      [{ status: 'open' }],
      [{ status: 'resolved', at }],
      [{ status: 'unknown' }],
      [{ status: 'unknown' }],
    ]);
  });

  it('leaves out webhooks of other kinds and those that it cannot read', () => {
    const webhook = { time: 'x', name: 'alerts', id: undefined, signedWith: 'current' as const };
    const all = [
      { ...webhook, type: 'unknown', body: { data: { alert_rule_id: 'ar_1' } } },
      { ...webhook, type: 'alerts.triggered', body: undefined },
      { ...webhook, type: 'alerts.triggered', body: { data: { alert_rule_id: 'ar_1' } } },
    ];
    expect(timelineOf(all, [])).toEqual([]);
  });
});
