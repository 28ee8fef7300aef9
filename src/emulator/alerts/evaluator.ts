import type { Clock } from '../../base/clock.ts';
import { bareProjectId } from '../model/project.ts';
import type { AlertRule } from '../store/alert-rule-table.ts';
import { prefixedId } from '../store/prefixed-id.ts';
import type { Store } from '../store/store.ts';
import { activeAlert } from './active-alert.ts';
import { type Decision, decide, type MetricReading, WINDOW_MS } from './decide.ts';
import type { MetricSource } from './metrics.ts';

/** Webhook event for a rule that started to fire or returned to `ok`. */
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
  /** Enqueues an event for the webhook endpoints, in the same transaction as the new state. */
  enqueueEvent(accountId: string, event: AlertEvent): void;
  /** Called after each evaluation of all rules. */
  onEvaluated(): void;
  log(line: string): void;
}

const INTERVAL_MS = 60_000;

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Evaluates all enabled rules once a minute until `dispose()`. `dispose()` is idempotent. */
export type Evaluator = ReturnType<typeof createEvaluator>;

export function createEvaluator(ports: EvaluatorPorts) {
  const { store, metrics, clock, enqueueEvent, onEvaluated, log } = ports;
  const { alertRules, atomically } = store;

  function readingFor(rule: AlertRule, now: number): MetricReading {
    try {
      const value = metrics.value(rule.metric, {
        accountId: rule.account_id,
        projectId: rule.project_id === null ? null : bareProjectId(rule.project_id),
        from: now - WINDOW_MS[rule.window_duration],
        to: now,
      });
      return value === undefined ? { status: 'none' } : { status: 'value', value };
    } catch (error) {
      log(`alert rule ${rule.id} not evaluated: ${errorText(error)}`);
      return { status: 'failure' };
    }
  }

  function evaluate(rule: AlertRule, now: number) {
    const { evaluation, transition } = decide(rule, readingFor(rule, now), now);
    atomically(() => {
      alertRules.putEvaluation(rule.id, evaluation);
      if (transition === undefined) return;
      // A resolved alert carries the time at which it began to fire.
      const since = transition === 'alerts.triggered' ? evaluation.since : rule.unresolved_since;
      enqueueEvent(rule.account_id, {
        id: prefixedId('evt_'),
        type: transition,
        created_at: new Date(now).toISOString(),
        data: activeAlert({ ...rule, ...evaluation, since }),
      });
    });
    if (evaluation.current_state !== rule.current_state)
      log(`alert rule ${rule.id} is ${evaluation.current_state}, was ${rule.current_state}`);
  }

  function evaluateAll(now: number) {
    for (const rule of alertRules.enabled()) {
      try {
        evaluate(rule, now);
      } catch (error) {
        log(`alert rule ${rule.id} not kept: ${errorText(error)}`);
      }
    }
  }

  function tick() {
    cancel = clock.after(INTERVAL_MS, tick);
    evaluateAll(clock.now());
    onEvaluated();
  }

  let cancel = clock.after(INTERVAL_MS, tick);
  return {
    /**
     * Evaluates all enabled rules at each minute of a range of the past, as if the platform had run then, from where they
     * are now. The last moment is included. Times are milliseconds.
     */
    evaluatePast(from: number, to: number): void {
      for (let at = from; at <= to; at += INTERVAL_MS) evaluateAll(at);
      onEvaluated();
    },
    dispose: (): void => cancel(),
  };
}
