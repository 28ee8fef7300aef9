import type Database from 'libsql';
import { firstRow, insertInto } from './database.ts';

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

type Row = Omit<AlertRule, 'enabled'> & { readonly enabled: number };
const ruleOf = (row: Row): AlertRule => ({ ...row, enabled: row.enabled === 1 });

const COLUMNS =
  'id, account_id, name, project_id, metric, operator, threshold_value, window_duration, enabled, created_at, updated_at, ' +
  'current_state, since, last_evaluated_at, current_value, unresolved_since';

/** Alert rules. Fields are spelled as their columns and as in REST answers. */
export function createAlertRuleTable(db: Database.Database) {
  const readAll = db.prepare('SELECT * FROM alert_rules WHERE account_id = ? ORDER BY rowid');
  const readEnabled = db.prepare('SELECT * FROM alert_rules WHERE enabled = 1 ORDER BY rowid');
  const read = db.prepare('SELECT * FROM alert_rules WHERE account_id = ? AND id = ?');
  const write = db.prepare(`
    ${insertInto('alert_rules', COLUMNS)}
    ON CONFLICT (id) DO UPDATE SET
      name = :name, project_id = :project_id, metric = :metric, operator = :operator,
      threshold_value = :threshold_value, window_duration = :window_duration, enabled = :enabled,
      updated_at = :updated_at
  `);
  const remove = db.prepare('DELETE FROM alert_rules WHERE id = ?');
  const writeEvaluation = db.prepare(`
    UPDATE alert_rules SET current_state = :current_state, since = :since, last_evaluated_at = :last_evaluated_at,
      current_value = :current_value, unresolved_since = :unresolved_since
    WHERE id = :id
  `);
  return {
    /** The rules of an account, oldest first. */
    list: (accountId: string): readonly AlertRule[] => (readAll.all(accountId) as Row[]).map(ruleOf),
    /** The enabled rules of all accounts. */
    enabled: (): readonly AlertRule[] => (readEnabled.all() as Row[]).map(ruleOf),
    get(accountId: string, id: string): AlertRule | undefined {
      const row = firstRow<Row>(read, accountId, id);
      return row && ruleOf(row);
    },
    /** Inserts or replaces a rule. A replaced rule keeps its evaluation. */
    put: (rule: AlertRule): void => void write.run({ ...rule, enabled: Number(rule.enabled) }),
    delete: (id: string): void => void remove.run(id),
    putEvaluation: (id: string, evaluation: AlertEvaluation): void =>
      void writeEvaluation.run({ ...evaluation, id }),
  };
}
