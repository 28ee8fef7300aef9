import { describe } from 'vitest';
import { activeAlerts, alertRules } from '../../src/platform/alerts.ts';
import { behavior } from '../../src/platform/behavior.ts';
import { ACTIVE_ALERT, NEW_RULE, RULE } from './fixtures/alerts.ts';
import { describeContract, row } from './support/contract.ts';

describe('behaviour, on the wire', () => {
  const path = '/v1/agents/agent-1/branches/main/behavior';
  describeContract([
    row(behavior.get, {}, `GET ${path}`, { answer: { behavior: '<channel:sms>Short.</channel>' } }),
    row(behavior.replace, { body: { behavior: 'Be kind.' } }, `PATCH ${path}`, {
      body: { behavior: 'Be kind.' },
      answer: { behavior: 'Be kind.' },
    }),
    row(
      behavior.get,
      { params: { agent_id: 'agent-2', branch_id: 'try.1' } },
      'GET /v1/agents/agent-2/branches/try.1/behavior',
      { answer: { behavior: '' } },
    ),
  ]);
});

describe('alerts, on the wire', () => {
  const params = { rule_id: 'ar_7Qm2' };
  describeContract([
    row(alertRules.list, {}, 'GET /v1/alert-rules', { answer: { data: [] } }),
    row(
      alertRules.list,
      { query: { project_id: 'a b', metric: 'call_volume', enabled: false, state: 'no_data' } },
      'GET /v1/alert-rules?project_id=a%20b&metric=call_volume&enabled=false&state=no_data',
      { answer: { data: [RULE, { ...RULE, metric: 'a_metric_of_later', since: null }] } },
    ),
    row(alertRules.create, { body: NEW_RULE }, 'POST /v1/alert-rules', { body: NEW_RULE, answer: RULE }),
    row(alertRules.get, { params }, 'GET /v1/alert-rules/ar_7Qm2', { answer: RULE }),
    row(
      alertRules.update,
      { params, body: { enabled: false, project_id: null } },
      'PATCH /v1/alert-rules/ar_7Qm2',
      { body: { enabled: false, project_id: null }, answer: { ...RULE, enabled: false } },
    ),
    row(alertRules.remove, { params }, 'DELETE /v1/alert-rules/ar_7Qm2'),
    row(activeAlerts.list, { query: { metric: 'api_errors' } }, 'GET /v1/alerts?metric=api_errors', {
      answer: { data: [ACTIVE_ALERT] },
    }),
  ]);
});
