import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { openStore } from '../../../../src/emulator/store/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { type Call, fieldError, messageError, onBase } from './rest-calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keys = [
  { family: 'base', key: 'shop', projectIds: ['shop'] },
  { family: 'base', key: 'warehouse', projectIds: ['warehouse'] },
  { family: 'base', key: 'stranger', accountId: 'other', projectIds: ['shop'] },
] as const;

let clock: ReturnType<typeof createFakeClock>;
let emulator: Emulator;
let base: Call;
async function start(journal = ':memory:') {
  emulator = await startEmulator({ clock, keys, journal });
  base = onBase(emulator);
}
beforeEach(async () => {
  clock = createFakeClock();
  await start();
});
afterEach(() => emulator.close());

const RULES = '/v1/alert-rules';
const RULE = {
  name: 'Slow turns',
  metric: 'turn_latency_p95',
  operator: '>=',
  threshold_value: 1500,
  window_duration: '5m',
};
const ID = expect.stringMatching(/^ar_[A-Za-z0-9]{22}$/);
const iso = (at: number) => new Date(at).toISOString();
const created = (at = clock.now()) => ({
  id: ID,
  ...RULE,
  project_id: null,
  enabled: true,
  created_at: iso(at),
  updated_at: iso(at),
  current_state: 'ok',
  since: iso(at),
  last_evaluated_at: null,
  current_value: null,
});
const NOT_FOUND = messageError(404, 'Resource not found');

async function createRule(fields: object = {}, call = base): Promise<string> {
  const { status, body } = await call('POST', RULES, { ...RULE, ...fields });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}
const idsOf = ({ body }: { body: unknown }) => (body as { data: { id: string }[] }).data.map(({ id }) => id);

describe('alert rules (R-6.1 to R-6.5)', () => {
  it('creates alert rules enabled, in the state ok, for the whole account (R-7.2)', async () => {
    expect(await base('POST', RULES, RULE)).toEqual({ status: 201, body: created() });
  });

  it('reads, lists, changes and deletes alert rules, the oldest first (R-6.1, R-6.4)', async () => {
    const at = clock.now();
    const [first, second] = [await createRule(), await createRule({ name: 'Second', enabled: false })];
    expect(await base('GET', `${RULES}/${first}`)).toEqual({
      status: 200,
      body: { ...created(), id: first },
    });
    expect(await base('GET', RULES)).toEqual({
      status: 200,
      body: {
        data: [
          { ...created(), id: first },
          { ...created(), id: second, name: 'Second', enabled: false },
        ],
      },
    });

    clock.advance(1000);
    const changed = {
      ...created(at),
      id: first,
      threshold_value: 0,
      enabled: false,
      project_id: 'PROJECT-shop',
      updated_at: iso(at + 1000),
    };
    const change = { threshold_value: 0, enabled: false, project_id: 'PROJECT-shop' };
    expect(await base('PATCH', `${RULES}/${first}`, change)).toEqual({ status: 200, body: changed });
    expect(await base('GET', `${RULES}/${first}`)).toEqual({ status: 200, body: changed });
    expect((await base('PATCH', `${RULES}/${first}`, { project_id: null })).body).toMatchObject({
      project_id: null,
    });

    expect(await base('DELETE', `${RULES}/${first}`)).toEqual({ status: 204, body: undefined });
    expect(await base('GET', `${RULES}/${first}`)).toEqual(NOT_FOUND);
    expect(await base('DELETE', `${RULES}/${first}`)).toEqual(NOT_FOUND);
    expect(await base('PATCH', `${RULES}/${first}`, {})).toEqual(NOT_FOUND);
    expect(idsOf(await base('GET', RULES))).toEqual([second]);
  });

  it.each([
    'turn_latency_p50',
    'turn_latency_p95',
    'api_errors',
    'function_errors',
    'call_crashes',
    'call_volume',
  ])('accepts the metric %s (R-6.3)', async (metric) => {
    expect(await base('POST', RULES, { ...RULE, metric })).toEqual({
      status: 201,
      body: { ...created(), metric },
    });
  });

  it('accepts every operator, every window and a threshold from 0 (R-6.3)', async () => {
    for (const operator of ['>', '<', '>=', '<=']) await createRule({ operator });
    for (const window_duration of ['5m', '10m', '60m']) await createRule({ window_duration });
    const id = await createRule({ threshold_value: Number.MAX_SAFE_INTEGER });
    expect((await base('GET', `${RULES}/${id}`)).body).toMatchObject({
      threshold_value: Number.MAX_SAFE_INTEGER,
    });
    await createRule({ threshold_value: 0 });
  });

  const METRIC =
    'must be one of turn_latency_p50, turn_latency_p95, api_errors, function_errors, call_crashes, call_volume';
  it.each([
    ['threshold_value', -1, 'must be a non-negative integer'],
    ['threshold_value', 1.5, 'must be a non-negative integer'],
    ['threshold_value', '10', 'must be a non-negative integer'],
    ['threshold_value', 2 ** 53, 'must be a non-negative integer'],
    ['metric', 'latency', METRIC],
    ['metric', null, METRIC],
    ['operator', '=', 'must be one of >, <, >=, <='],
    ['window_duration', '15m', 'must be one of 5m, 10m, 60m'],
    ['enabled', 'true', 'must be a boolean'],
    ['name', 7, 'must be a string'],
    ['project_id', 7, 'must be a string or null'],
    ['current_state', 'alert', 'is not known here'],
    ['id', 'ar_1', 'is not known here'],
  ])('refuses alert rules with 400 when %s is %j, in creation and change', async (field, value, message) => {
    const id = await createRule();
    expect(await base('POST', RULES, { ...RULE, [field]: value })).toEqual(fieldError(field, message));
    expect(await base('PATCH', `${RULES}/${id}`, { [field]: value })).toEqual(fieldError(field, message));
    expect(idsOf(await base('GET', RULES))).toEqual([id]);
  });

  it('refuses alert rules with all issues at once', async () => {
    const required = (field: string) => ({ field, message: 'is required' });
    expect(await base('POST', RULES, { threshold_value: -1 })).toEqual(
      messageError(400, 'Validation error', [
        required('name'),
        required('metric'),
        required('operator'),
        { field: 'threshold_value', message: 'must be a non-negative integer' },
        required('window_duration'),
      ]),
    );
  });

  it('limits alert rules to ten per account; one more is 409 until one is deleted (R-3.1)', async () => {
    const ids = [];
    for (let at = 0; at < 10; at += 1) ids.push(await createRule());
    expect(await base('POST', RULES, RULE)).toEqual(
      messageError(409, 'An account may have at most 10 alert rules'),
    );
    // The limit of another account is separate.
    await createRule({}, onBase(emulator, 'stranger'));
    await base('DELETE', `${RULES}/${ids[0]}`);
    await createRule();
    expect((await base('POST', RULES, RULE)).status).toBe(409);
  });

  it.each(['ar_', 'ar-1', 'rule', 'AR_1', 'ar_1-2', 'ar_1%20', 'whe_1', 'ar_ä'])(
    'answers 422 for the malformed id %s (R-6.5)',
    async (id) => {
      const answer = fieldError('rule_id', 'must match ^ar_[A-Za-z0-9]+$', 422);
      expect(await base('GET', `${RULES}/${id}`)).toEqual(answer);
      expect(await base('PATCH', `${RULES}/${id}`, { name: 'x' })).toEqual(answer);
      expect(await base('DELETE', `${RULES}/${id}`)).toEqual(answer);
    },
  );

  it('filters alert rules by project, metric, enabled and state (R-6.2)', async () => {
    const a = await createRule({ project_id: 'shop' });
    const b = await createRule({ metric: 'api_errors', enabled: false });
    const c = await createRule({ project_id: 'PROJECT-warehouse', metric: 'api_errors' });
    const listed = async (query: string) => idsOf(await base('GET', `${RULES}?${query}`));
    expect([
      await listed(''),
      await listed('project_id=shop'),
      await listed('project_id=PROJECT-shop'),
      await listed('project_id=nowhere'),
      await listed('project_id='),
      await listed('metric=api_errors'),
      await listed('enabled=false'),
      await listed('enabled=true&metric=api_errors'),
      await listed('state=ok'),
      await listed('state=alert'),
    ]).toEqual([[a, b, c], [a], [a], [], [], [b, c], [b], [c], [a, b, c], []]);
  });

  it.each([
    ['state=firing', 'state', 'must be one of ok, alert, no_data, unknown'],
    ['enabled=1', 'enabled', 'must be true or false'],
    ['metric=', 'metric', METRIC],
  ])('answers 400 for the filter ?%s', async (query, field, message) => {
    expect(await base('GET', `${RULES}?${query}`)).toEqual(fieldError(field, message));
  });

  it('alert rules of another project or account do not exist for a key (R-1.6)', async () => {
    const [foreign, shared] = [await createRule({ project_id: 'warehouse' }), await createRule()];
    for (const [key, seen] of [
      ['shop', [shared]],
      ['warehouse', [foreign, shared]],
      ['stranger', []],
    ] as const) {
      expect(idsOf(await onBase(emulator, key)('GET', RULES))).toEqual(seen);
    }
    for (const key of ['shop', 'stranger']) {
      const call = onBase(emulator, key);
      expect(await call('GET', `${RULES}/${foreign}`)).toEqual(NOT_FOUND);
      expect(await call('PATCH', `${RULES}/${foreign}`, { name: 'x' })).toEqual(NOT_FOUND);
      expect(await call('DELETE', `${RULES}/${foreign}`)).toEqual(NOT_FOUND);
    }
    const shop = onBase(emulator, 'shop');
    const elsewhere = fieldError('project_id', 'must be a project of the account', 422);
    expect(await base('POST', RULES, { ...RULE, project_id: 'nowhere' })).toEqual(elsewhere);
    expect(await shop('POST', RULES, { ...RULE, project_id: 'warehouse' })).toEqual(elsewhere);
    expect(await shop('PATCH', `${RULES}/${shared}`, { project_id: 'warehouse' })).toEqual(elsewhere);
    expect(idsOf(await base('GET', RULES))).toEqual([foreign, shared]);
  });
});

describe('active alerts (R-7.1)', () => {
  it('the active alerts are an empty list while no rule fires', async () => {
    await createRule();
    expect(await base('GET', '/v1/alerts')).toEqual({ status: 200, body: { data: [] } });
  });

  it('the active alerts are the rules in the state alert, even after a restart', async () => {
    const file = join(folder, 'alerts.db');
    await emulator.close();
    await start(file);
    const [fires, quiet, other] = [
      await createRule({ project_id: 'shop' }),
      await createRule(),
      await createRule({ metric: 'api_errors', enabled: false }),
    ];
    await emulator.close();
    const store = openStore(file);
    const [since, at] = [clock.now() - 60_000, clock.now()];
    const evaluated = { since, last_evaluated_at: at, unresolved_since: null };
    store.alertRules.putEvaluation(fires, { ...evaluated, current_state: 'alert', current_value: 1700 });
    store.alertRules.putEvaluation(quiet, { ...evaluated, current_state: 'no_data', current_value: null });
    store.alertRules.putEvaluation(other, { ...evaluated, current_state: 'alert', current_value: 3 });
    store.close();
    await start(file);

    const alert = {
      alert_rule_id: fires,
      ...RULE,
      project_id: 'shop',
      since: iso(since),
      last_evaluated_at: iso(at),
      current_value: 1700,
    };
    const second = {
      ...alert,
      alert_rule_id: other,
      metric: 'api_errors',
      project_id: null,
      current_value: 3,
    };
    const listed = async (query: string, call = base) =>
      ((await call('GET', `/v1/alerts${query}`)).body as { data: unknown }).data;
    expect([
      await listed(''),
      await listed('?project_id=shop'),
      await listed('?metric=api_errors'),
      await listed('?enabled=true'),
      await listed('', onBase(emulator, 'warehouse')),
      await listed('', onBase(emulator, 'stranger')),
    ]).toEqual([[alert, second], [alert], [second], [alert], [second], []]);
    expect(await base('GET', '/v1/alerts?state=ok')).toEqual(fieldError('state', 'is not known here'));
    expect(await base('GET', `${RULES}/${quiet}`)).toMatchObject({
      body: { current_state: 'no_data', since: iso(since), last_evaluated_at: iso(at), current_value: null },
    });
    expect(idsOf(await base('GET', `${RULES}?state=alert`))).toEqual([fires, other]);

    // A change of a rule keeps its evaluation.
    await base('PATCH', `${RULES}/${fires}`, { name: 'Renamed' });
    expect(await listed('?project_id=shop')).toEqual([{ ...alert, name: 'Renamed' }]);
  });
});
