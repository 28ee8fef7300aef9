import type { Clock } from '../../base/clock.ts';
import { bareProjectId } from '../keys.ts';
import type { AlertRule } from '../store/alert-rules.ts';
import type { Store } from '../store/index.ts';
import { activeAlert } from './active-alert.ts';
import { type Decision, decide, type Reading, WINDOW_MS } from './decide.ts';
import type { MetricSource } from './metrics.ts';

/** What subscribers are told of a rule that began or ceased to fire (spec rest, Webhook delivery). */
export interface AlertEvent {
  readonly id: string;
  readonly type: NonNullable<Decision['transition']>;
  readonly created_at: string;
  readonly data: ReturnType<typeof activeAlert>;
}

export interface EvaluatorPorts {
  readonly store: Pick<Store, 'alertRules' | 'atomically'>;
  readonly metrics: MetricSource;
  readonly clock: Clock;
  newId(prefix: string): string;
  /** Keeps an event for whoever is to be told of it; it is kept together with the new state, or neither is. */
  keepEvent(accountId: string, event: AlertEvent): void;
  /** Called when events may have been kept. */
  onEvaluated(): void;
  log(line: string): void;
}

const EVERY_MS = 60_000;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Evaluates all enabled rules once a minute until it is disposed of, which may be done twice. */
export function createEvaluator(ports: EvaluatorPorts): { dispose(): void } {
  const { store, metrics, clock, newId, keepEvent, onEvaluated, log } = ports;
  const { alertRules, atomically } = store;

  function readingFor(rule: AlertRule, now: number): Reading {
    try {
      const value = metrics.value(rule.metric, {
        accountId: rule.account_id,
        projectId: rule.project_id === null ? null : bareProjectId(rule.project_id),
        from: now - WINDOW_MS[rule.window_duration],
        to: now,
      });
      return value === undefined ? { is: 'none' } : { is: 'value', value };
    } catch (error) {
      log(`alert rule ${rule.id} not evaluated: ${reasonOf(error)}`);
      return { is: 'failure' };
    }
  }

  function evaluate(rule: AlertRule) {
    const now = clock.now();
    const { evaluation, transition } = decide(rule, readingFor(rule, now), now);
    atomically(() => {
      alertRules.keepEvaluation(rule.id, evaluation);
      if (transition === undefined) return;
      // A resolved alert says since when it had fired.
      const { since } = transition === 'alerts.triggered' ? evaluation : rule;
      keepEvent(rule.account_id, {
        id: newId('evt_'),
        type: transition,
        created_at: new Date(now).toISOString(),
        data: activeAlert({ ...rule, ...evaluation, since }),
      });
    });
    if (evaluation.current_state !== rule.current_state)
      log(`alert rule ${rule.id} is ${evaluation.current_state}, was ${rule.current_state}`);
  }

  function evaluateAll() {
    cancel = clock.after(EVERY_MS, evaluateAll);
    for (const rule of alertRules.enabled()) {
      try {
        evaluate(rule);
      } catch (error) {
        log(`alert rule ${rule.id} not kept: ${reasonOf(error)}`);
      }
    }
    onEvaluated();
  }

  let cancel = clock.after(EVERY_MS, evaluateAll);
  return { dispose: () => cancel() };
}
