import type Database from 'libsql';
import { firstRow } from './database.ts';

export const ALERT_METRICS = [
  'turn_latency_p50',
  'turn_latency_p95',
  'api_errors',
  'function_errors',
  'call_crashes',
  'call_volume',
] as const;
export const ALERT_OPERATORS = ['>', '<', '>=', '<='] as const;
export const ALERT_WINDOWS = ['5m', '10m', '60m'] as const;
export const ALERT_STATES = ['ok', 'alert', 'no_data', 'unknown'] as const;

/** The part of a rule that an integrator sets. */
export interface AlertCondition {
  readonly name: string;
  /** In the spelling of the request; null for the whole account. */
  readonly project_id: string | null;
  readonly metric: (typeof ALERT_METRICS)[number];
  readonly operator: (typeof ALERT_OPERATORS)[number];
  readonly threshold_value: number;
  readonly window_duration: (typeof ALERT_WINDOWS)[number];
  readonly enabled: boolean;
}

/** Result of the last evaluation. Times are milliseconds. */
export interface AlertEvaluation {
  readonly current_state: (typeof ALERT_STATES)[number];
  readonly since: number | null;
  readonly last_evaluated_at: number | null;
  readonly current_value: number | null;
  /** The time of the alert that is not resolved yet; null when there is none. */
  readonly unresolved_since: number | null;
}

export interface AlertRule extends AlertCondition, AlertEvaluation {
  readonly id: string;
  readonly account_id: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Alert rules. Fields are spelled as their columns and as in REST answers. */
export interface AlertRuleTable {
  /** The rules of an account, oldest first. */
  list(accountId: string): readonly AlertRule[];
  /** The enabled rules of all accounts. */
  enabled(): readonly AlertRule[];
  get(accountId: string, id: string): AlertRule | undefined;
  /** Inserts or replaces a rule. A replaced rule keeps its evaluation. */
  put(rule: AlertRule): void;
  delete(id: string): void;
  putEvaluation(id: string, evaluation: AlertEvaluation): void;
}

type Row = Omit<AlertRule, 'enabled'> & { readonly enabled: number };
const ruleOf = (row: Row): AlertRule => ({ ...row, enabled: row.enabled === 1 });

export function createAlertRuleTable(db: Database.Database): AlertRuleTable {
  const readAll = db.prepare('SELECT * FROM alert_rules WHERE account_id = ? ORDER BY rowid');
  const readEnabled = db.prepare('SELECT * FROM alert_rules WHERE enabled = 1 ORDER BY rowid');
  const read = db.prepare('SELECT * FROM alert_rules WHERE account_id = ? AND id = ?');
  const write = db.prepare(`
    INSERT INTO alert_rules (
      id, account_id, name, project_id, metric, operator, threshold_value, window_duration, enabled,
      created_at, updated_at, current_state, since, last_evaluated_at, current_value, unresolved_since
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      name = excluded.name, project_id = excluded.project_id, metric = excluded.metric,
      operator = excluded.operator, threshold_value = excluded.threshold_value,
      window_duration = excluded.window_duration, enabled = excluded.enabled, updated_at = excluded.updated_at
  `);
  const remove = db.prepare('DELETE FROM alert_rules WHERE id = ?');
  const writeEvaluation = db.prepare(`
    UPDATE alert_rules SET current_state = ?, since = ?, last_evaluated_at = ?, current_value = ?, unresolved_since = ?
    WHERE id = ?
  `);
  return {
    list: (accountId) => (readAll.all(accountId) as Row[]).map(ruleOf),
    enabled: () => (readEnabled.all() as Row[]).map(ruleOf),
    get(accountId, id) {
      const row = firstRow<Row>(read, accountId, id);
      return row && ruleOf(row);
    },
    put(it) {
      write.run(
        it.id,
        it.account_id,
        it.name,
        it.project_id,
        it.metric,
        it.operator,
        it.threshold_value,
        it.window_duration,
        it.enabled ? 1 : 0,
        it.created_at,
        it.updated_at,
        it.current_state,
        it.since,
        it.last_evaluated_at,
        it.current_value,
        it.unresolved_since,
      );
    },
    delete: (id) => void remove.run(id),
    putEvaluation: (id, it) =>
      void writeEvaluation.run(
        it.current_state,
        it.since,
        it.last_evaluated_at,
        it.current_value,
        it.unresolved_since,
        id,
      ),
  };
}
