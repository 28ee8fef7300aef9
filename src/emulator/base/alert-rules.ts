import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { activeAlert, timeOrNull } from '../alerts/active-alert.ts';
import { bareProjectId, type Caller } from '../keys.ts';
import { FAULTS, type Fault, limitReached, unprocessable } from '../rest/fault.ts';
import { flag, flagText, must, oneOf, text } from '../rest/input.ts';
import { inAccount, nothing, type Route, reply, route } from '../rest/route.ts';
import {
  type AlertRule,
  type AlertRules,
  METRICS,
  OPERATORS,
  STATES,
  WINDOWS,
} from '../store/alert-rules.ts';

const RULES = '/v1/alert-rules';
const RULE = `${RULES}/:rule_id`;
const RULE_ID = /^ar_[A-Za-z0-9]+$/;
/** specification, Limits. */
const MAX_RULES = 10;

const threshold = must('must be a non-negative integer');
const fields = {
  name: text(),
  project_id: text(0, undefined, must('must be a string or null')).nullable(),
  metric: oneOf(METRICS),
  operator: oneOf(OPERATORS),
  threshold_value: z.int(threshold).min(0, threshold),
  window_duration: oneOf(WINDOWS),
  enabled: flag,
};
const creation = z.strictObject({
  ...fields,
  project_id: fields.project_id.default(null),
  enabled: fields.enabled.default(true),
});
const change = z.strictObject(fields).partial();

const filter = z
  .strictObject({ enabled: flagText, metric: oneOf(METRICS), project_id: text(), state: oneOf(STATES) })
  .partial();

export interface AlertPorts {
  readonly alertRules: AlertRules;
  now(): number;
  newId(prefix: string): string;
}

const time = (at: number) => new Date(at).toISOString();

const ruleBody = ({ account_id, ...rule }: AlertRule) => ({
  ...rule,
  created_at: time(rule.created_at),
  updated_at: time(rule.updated_at),
  since: timeOrNull(rule.since),
  last_evaluated_at: timeOrNull(rule.last_evaluated_at),
});

/** A key sees the rules of its projects, and those of the whole account. */
const isSeen = (caller: Caller, { project_id: projectId }: Pick<AlertRule, 'project_id'>) =>
  projectId === null || caller.mayUse(projectId);

function matches(rule: AlertRule, { enabled, metric, project_id, state }: z.output<typeof filter>): boolean {
  const isOfProject = (id: string) =>
    rule.project_id !== null && bareProjectId(rule.project_id) === bareProjectId(id);
  return (
    (project_id === undefined || isOfProject(project_id)) &&
    (enabled === undefined || rule.enabled === enabled) &&
    (metric === undefined || rule.metric === metric) &&
    (state === undefined || rule.current_state === state)
  );
}

const unknownProject = unprocessable('project_id', 'must be a project of the account');

/** Alert rules, and those of them that fire (specification, Alerts). */
export function alertRoutes({ alertRules, now, newId }: AlertPorts): readonly Route[] {
  function find(
    caller: Caller,
    { rule_id: id = '' }: Readonly<Record<string, string>>,
  ): Result<AlertRule, Fault> {
    if (!RULE_ID.test(id)) return err(unprocessable('rule_id', 'must match ^ar_[A-Za-z0-9]+$'));
    const rule = alertRules.get(caller.accountId, id);
    return rule && isSeen(caller, rule) ? ok(rule) : err(FAULTS.notFound);
  }
  const list = (caller: Caller, wanted: z.output<typeof filter>) =>
    alertRules.list(caller.accountId).filter((rule) => isSeen(caller, rule) && matches(rule, wanted));

  return [
    route({
      method: 'GET',
      path: RULES,
      find: inAccount,
      query: filter,
      run: ({ caller, query }) => reply({ data: list(caller, query).map(ruleBody) }),
    }),
    route({
      method: 'POST',
      path: RULES,
      find: inAccount,
      body: creation,
      run({ where: account_id, caller, body }) {
        if (!isSeen(caller, body)) return err(unknownProject);
        if (alertRules.list(account_id).length >= MAX_RULES)
          return err(limitReached('alert rules', MAX_RULES));
        const at = now();
        const rule: AlertRule = {
          id: newId('ar_'),
          account_id,
          ...body,
          created_at: at,
          updated_at: at,
          // specification, Alert rule state: a rule starts in `ok`.
          current_state: 'ok',
          since: at,
          last_evaluated_at: null,
          current_value: null,
        };
        alertRules.put(rule);
        return reply(ruleBody(rule), 201);
      },
    }),
    route({ method: 'GET', path: RULE, find, run: ({ where }) => reply(ruleBody(where)) }),
    route({
      method: 'PATCH',
      path: RULE,
      find,
      body: change,
      run({ where, caller, body }) {
        const rule = { ...where, ...body, updated_at: now() } as AlertRule;
        if (!isSeen(caller, rule)) return err(unknownProject);
        alertRules.put(rule);
        return reply(ruleBody(rule));
      },
    }),
    route({
      method: 'DELETE',
      path: RULE,
      find,
      run({ where }) {
        alertRules.delete(where.id);
        return nothing;
      },
    }),
    route({
      method: 'GET',
      path: '/v1/alerts',
      find: inAccount,
      query: filter.omit({ state: true }),
      run: ({ caller, query }) =>
        reply({ data: list(caller, { ...query, state: 'alert' }).map(activeAlert) }),
    }),
  ];
}
