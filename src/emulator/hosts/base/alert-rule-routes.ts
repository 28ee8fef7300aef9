import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { activeAlert, timeOrNull } from '../../alerts/active-alert.ts';
import { booleanField, booleanParameter, issueText, oneOf, storableText } from '../../http/request-input.ts';
import { limitReached, REST_ERRORS, unprocessable } from '../../http/rest-error.ts';
import type { Caller } from '../../model/keys.ts';
import { bareProjectId } from '../../model/project.ts';
import {
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_STATES,
  ALERT_WINDOWS,
  type AlertRule,
} from '../../store/alert-rule-table.ts';
import { prefixedId } from '../../store/prefixed-id.ts';
import { isoTime } from '../rest/conversation-fields.ts';
import {
  type Find,
  findPermittedAccount,
  noContent,
  type Route,
  type RoutePorts,
  reply,
  route,
} from '../rest/route.ts';

const RULES = '/v1/alert-rules';
const RULE = `${RULES}/:rule_id`;
const RULE_ID = /^ar_[A-Za-z0-9]+$/;
/** Limit per account. */
const MAX_RULES = 10;

const thresholdIssue = issueText('must be a non-negative integer');
const fields = {
  name: storableText(),
  project_id: storableText(0, undefined, issueText('must be a string or null')).nullable(),
  metric: oneOf(ALERT_METRICS),
  operator: oneOf(ALERT_OPERATORS),
  threshold_value: z.int(thresholdIssue).min(0, thresholdIssue),
  window_duration: oneOf(ALERT_WINDOWS),
  enabled: booleanField,
};
const creationBody = z.strictObject({
  ...fields,
  project_id: fields.project_id.default(null),
  enabled: fields.enabled.default(true),
});
const changeBody = z.strictObject(fields).partial();

const listQuery = z
  .strictObject({
    enabled: booleanParameter,
    metric: oneOf(ALERT_METRICS),
    project_id: storableText(),
    state: oneOf(ALERT_STATES),
  })
  .partial();

const ruleBody = ({ account_id, unresolved_since, ...rule }: AlertRule) => ({
  ...rule,
  created_at: isoTime(rule.created_at),
  updated_at: isoTime(rule.updated_at),
  since: timeOrNull(rule.since),
  last_evaluated_at: timeOrNull(rule.last_evaluated_at),
});

/** a key sees the rules of its projects and the rules of the whole account. */
const isVisible = (caller: Caller, { project_id: projectId }: Pick<AlertRule, 'project_id'>) =>
  projectId === null || caller.mayUse(projectId);

function matches(
  rule: AlertRule,
  { enabled, metric, project_id, state }: z.output<typeof listQuery>,
): boolean {
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

const findAlertsAccount = findPermittedAccount('alerts');

/** Alert rules and active alerts. */
export function alertRuleRoutes({ store: { alertRules }, now }: RoutePorts): readonly Route[] {
  const find: Find<AlertRule> = (caller, { rule_id: id = '' }) => {
    const account = findAlertsAccount(caller);
    if (!account.ok) return account;
    if (!RULE_ID.test(id)) return err(unprocessable('rule_id', 'must match ^ar_[A-Za-z0-9]+$'));
    const rule = alertRules.get(caller.accountId, id);
    return rule && isVisible(caller, rule) ? ok(rule) : err(REST_ERRORS.notFound);
  };
  const list = (caller: Caller, query: z.output<typeof listQuery>) =>
    alertRules.list(caller.accountId).filter((rule) => isVisible(caller, rule) && matches(rule, query));

  return [
    route('GET', RULES, findAlertsAccount, {
      query: listQuery,
      run: ({ caller, query }) => reply({ data: list(caller, query).map(ruleBody) }),
    }),
    route('POST', RULES, findAlertsAccount, {
      body: creationBody,
      run({ where: account_id, caller, body }) {
        if (!isVisible(caller, body)) return err(unknownProject);
        if (alertRules.list(account_id).length >= MAX_RULES)
          return err(limitReached('alert rules', MAX_RULES));
        const at = now();
        const rule: AlertRule = {
          id: prefixedId('ar_'),
          account_id,
          ...body,
          created_at: at,
          updated_at: at,
          // a rule starts in `ok`.
          current_state: 'ok',
          since: at,
          last_evaluated_at: null,
          current_value: null,
          unresolved_since: null,
        };
        alertRules.put(rule);
        return reply(ruleBody(rule), 201);
      },
    }),
    route('GET', RULE, find, { run: ({ where }) => reply(ruleBody(where)) }),
    route('PATCH', RULE, find, {
      body: changeBody,
      run({ where, caller, body }) {
        const rule = { ...where, ...body, updated_at: now() } as AlertRule;
        if (!isVisible(caller, rule)) return err(unknownProject);
        alertRules.put(rule);
        return reply(ruleBody(rule));
      },
    }),
    route('DELETE', RULE, find, {
      run({ where }) {
        alertRules.delete(where.id);
        return noContent;
      },
    }),
    route('GET', '/v1/alerts', findAlertsAccount, {
      query: listQuery.omit({ state: true }),
      run: ({ caller, query }) =>
        reply({ data: list(caller, { ...query, state: 'alert' }).map(activeAlert) }),
    }),
  ];
}
