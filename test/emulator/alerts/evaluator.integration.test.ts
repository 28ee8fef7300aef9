import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEvaluator, type EvaluatorPorts } from '../../../src/emulator/alerts/evaluator.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import type { AlertRule } from '../../../src/emulator/store/alert-rule-table.ts';
import { openStore } from '../../../src/emulator/store/store.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { type Call, onBase } from '../hosts/rest/rest-calls.ts';
import { newSession, openSocket, type Socket } from '../support/visitor.ts';
import { isSigned, openReceiver } from '../webhooks/receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-evaluator-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MINUTE = 60_000;
/** The message `slow` makes the agent think thirty times as long. */
const pace = { wordMs: 0, thinkingMs: 100 };
const iso = (at: number) => new Date(at).toISOString();

let clock: FakeClock;
let emulator: Emulator;
let base: Call;
async function start(journal = ':memory:') {
  const keys = [{ family: 'base', key: 'other', accountId: 'other', projectIds: ['shop'] }] as const;
  emulator = await startEmulator({ clock, pace, journal, keys, sessionIdleMs: 24 * 60 * MINUTE });
  base = onBase(emulator);
}
beforeEach(async () => {
  clock = createFakeClock();
  await start();
});
afterEach(() => emulator.close());

async function createRule(fields: object = {}, call = base): Promise<string> {
  const body = {
    name: 'Slow turns',
    metric: 'turn_latency_p95',
    operator: '>=',
    threshold_value: 1500,
    window_duration: '5m',
    ...fields,
  };
  return ((await call('POST', '/v1/alert-rules', body)).body as { id: string }).id;
}
async function evaluationOf(id: string, call = base) {
  const { current_state, since, last_evaluated_at, current_value } = (
    await call('GET', `/v1/alert-rules/${id}`)
  ).body as Record<string, unknown>;
  return [current_state, since, last_evaluated_at, current_value];
}
const firingRules = async () =>
  ((await base('GET', '/v1/alerts')).body as { data: { alert_rule_id: string }[] }).data.map(
    (alert) => alert.alert_rule_id,
  );

async function visitor(): Promise<Socket> {
  const socket = await openSocket(emulator, await newSession(emulator));
  socket.join();
  await socket.settled();
  clock.advance(100);
  return socket;
}
/** Sends a message and gives the agent time to answer. */
async function say(socket: Socket, text: string, forMs = 100) {
  socket.say(text);
  await socket.settled();
  clock.advance(forMs);
}

describe('the evaluator', () => {
  it('evaluates every rule once a minute and finds no data without conversations', async () => {
    const t0 = clock.now();
    const id = await createRule();
    clock.advance(MINUTE - 1);
    expect(await evaluationOf(id)).toEqual(['ok', iso(t0), null, null]);
    clock.advance(1);
    expect(await evaluationOf(id)).toEqual(['no_data', iso(t0 + MINUTE), iso(t0 + MINUTE), null]);
    clock.advance(MINUTE);
    expect(await evaluationOf(id)).toEqual(['no_data', iso(t0 + MINUTE), iso(t0 + 2 * MINUTE), null]);
  });

  it('fires on slow turns, lists the alert and resolves it when the turns leave the window', async () => {
    const t0 = clock.now();
    const at = (minutes: number) => iso(t0 + minutes * MINUTE);
    const [p95, p50] = [await createRule(), await createRule({ metric: 'turn_latency_p50' })];
    const socket = await visitor();
    await say(socket, 'hello');
    await say(socket, 'slow', 3000);
    clock.advance(MINUTE - (clock.now() - t0));
    expect([await evaluationOf(p95), await evaluationOf(p50), await firingRules()]).toEqual([
      ['alert', at(1), at(1), 3000],
      ['ok', iso(t0), at(1), 100],
      [p95],
    ]);
    clock.advance(2 * MINUTE);
    await say(socket, 'hello');
    clock.advance(2 * MINUTE - 100);
    expect(await evaluationOf(p95)).toEqual(['alert', at(1), at(5), 3000]);
    clock.advance(MINUTE);
    expect([await evaluationOf(p95), await firingRules()]).toEqual([['ok', at(6), at(6), 100], []]);
  });

  it('counts agent failures and conversations in each rule’s own window (R-7.4)', async () => {
    const rules = await Promise.all(
      [
        { metric: 'api_errors', threshold_value: 2 },
        { metric: 'api_errors', threshold_value: 2, window_duration: '10m' },
        { metric: 'function_errors', threshold_value: 1 },
        { metric: 'call_crashes', threshold_value: 1 },
        { metric: 'call_volume', threshold_value: 2, window_duration: '60m' },
        { metric: 'call_volume', operator: '<', threshold_value: 2, window_duration: '60m' },
      ].map((fields) => createRule(fields)),
    );
    const states = () =>
      Promise.all(rules.map(async (id) => [(await evaluationOf(id))[0], (await evaluationOf(id))[3]]));
    const socket = await visitor();
    await visitor();
    await say(socket, 'overload');
    clock.advance(6 * MINUTE);
    await say(socket, 'overload');
    await say(socket, 'error');
    clock.advance(MINUTE);
    expect(await states()).toEqual([
      ['ok', 1],
      ['alert', 2],
      ['alert', 1],
      ['ok', 0],
      ['alert', 2],
      ['ok', 2],
    ]);
  });

  it('measures the project that a rule names, in either spelling, or the whole account', async () => {
    const other = onBase(emulator, 'other');
    const condition = { metric: 'call_volume', operator: '>', threshold_value: 0 };
    const own = await createRule({ ...condition, project_id: 'PROJECT-shop' });
    const foreign = await createRule({ ...condition, project_id: 'shop' }, other);
    await visitor();
    clock.advance(MINUTE);
    expect([(await evaluationOf(own))[0], (await evaluationOf(foreign, other))[0]]).toEqual([
      'alert',
      'no_data',
    ]);
  });

  it('keeps a disabled rule listed in its state until it is enabled again', async () => {
    const t0 = clock.now();
    const id = await createRule({ metric: 'call_volume', operator: '>', threshold_value: 0 });
    await visitor();
    clock.advance(MINUTE - 100);
    await base('PATCH', `/v1/alert-rules/${id}`, { enabled: false });
    const fired = ['alert', iso(t0 + MINUTE), iso(t0 + MINUTE), 1];
    clock.advance(10 * MINUTE);
    expect([await evaluationOf(id), await firingRules()]).toEqual([fired, [id]]);
    expect((await base('GET', '/v1/alerts?enabled=true')).body).toEqual({ data: [] });
    await base('PATCH', `/v1/alert-rules/${id}`, { enabled: true });
    clock.advance(MINUTE);
    expect((await evaluationOf(id))[0]).toBe('no_data');
  });

  it('continues with the stored state after a restart', async () => {
    const file = join(folder, 'evaluator.db');
    await emulator.close();
    await start(file);
    const t0 = clock.now();
    const id = await createRule({ metric: 'call_volume', operator: '>', threshold_value: 0 });
    const socket = await visitor();
    clock.advance(MINUTE - 100);
    await Promise.all([emulator.close(), socket.closed]);
    await start(file);
    clock.advance(MINUTE);
    expect(await evaluationOf(id)).toEqual(['alert', iso(t0 + MINUTE), iso(t0 + 2 * MINUTE), 1]);
  });
});

describe('an evaluation of the past', () => {
  const HOUR = 60 * MINUTE;
  /** A day of conversations with an hour of slow answers. */
  async function startWithIncident() {
    await emulator.close();
    const now = clock.now();
    const incident = { from: now - 20 * HOUR, to: now - 19 * HOUR };
    emulator = await startEmulator({
      clock,
      allowLoopbackWebhooks: true,
      conversations: { count: 3_000, from: now - 24 * HOUR, incidents: [{ ...incident, slowdown: 8 }] },
    });
    base = onBase(emulator);
    return incident;
  }

  it('evaluating the past sends what rules would have found, and leaves them as they are (R-7.6)', async () => {
    const { from, to } = await startWithIncident();
    const receiver = await openReceiver();
    const { body } = await base('POST', '/v1/webhook-endpoints', {
      name: 'Ours',
      url: receiver.url,
      event_types: ['alerts.triggered', 'alerts.resolved'],
    });
    const id = await createRule({ threshold_value: 4_000, window_duration: '10m' });
    emulator.evaluateAlerts({ from: from - 10 * MINUTE, to: to + 30 * MINUTE });
    const requests = [await receiver.nth(1), await receiver.nth(2)];
    const { signing_secret } = body as { signing_secret: string };
    for (const request of requests) {
      expect(await isSigned(request, signing_secret)).toBe(true);
      expect(request.headers['x-service-timestamp']).toBe(String(Math.floor(clock.now() / 1_000)));
    }
    const [triggered, resolved] = requests.map((request) => JSON.parse(request.body));
    expect([triggered.type, resolved.type]).toEqual(['alerts.triggered', 'alerts.resolved']);
    const [begun, ended] = [Date.parse(triggered.created_at), Date.parse(resolved.created_at)];
    expect(begun).toBeGreaterThan(from);
    expect(begun).toBeLessThan(from + 5 * MINUTE);
    expect(ended).toBeGreaterThan(to);
    expect(ended).toBeLessThan(to + 25 * MINUTE);
    expect([triggered.data.since, resolved.data.since]).toEqual([iso(begun), iso(begun)]);
    const [state, since, evaluatedAt] = await evaluationOf(id);
    expect([state, since, evaluatedAt]).toEqual(['ok', iso(ended), iso(to + 30 * MINUTE)]);
    clock.advance(MINUTE);
    expect((await evaluationOf(id)).slice(0, 3)).toEqual(['ok', iso(ended), iso(clock.now())]);
    await receiver.close();
  });

  it.each([
    ['is in the future', 0, 1],
    ['is backwards', -1, -2],
    ['is longer than 31 days', -32 * 24 * 60, 0],
  ])('refuses an evaluation of a range that %s', (_, from, to) => {
    const now = clock.now();
    expect(() => emulator.evaluateAlerts({ from: now + from * MINUTE, to: now + to * MINUTE })).toThrow(
      'unable to evaluate alerts',
    );
  });
});

const FIELDS = {
  account_id: 'a',
  name: 'x',
  project_id: null,
  operator: '>',
  threshold_value: 0,
  window_duration: '60m',
  enabled: true,
  created_at: 0,
  updated_at: 0,
  current_state: 'ok',
  since: 0,
  last_evaluated_at: null,
  current_value: null,
  unresolved_since: null,
} as const;
const ERRORS: AlertRule = { ...FIELDS, id: 'ar_1', metric: 'api_errors' };
const VOLUME: AlertRule = { ...FIELDS, id: 'ar_2', metric: 'call_volume', project_id: 'PROJECT-p' };

/** Starts an evaluator with two rules that fire when their metric is above 0. */
function startEvaluator(ports: Partial<EvaluatorPorts>) {
  const store = openStore(':memory:');
  for (const it of [ERRORS, VOLUME]) store.alertRules.put(it);
  const lines: string[] = [];
  const enqueued: unknown[] = [];
  const evaluator = createEvaluator({
    store,
    clock,
    metrics: { value: () => 5 },
    enqueueEvent: (accountId, { type, data }) => void enqueued.push([accountId, type, data.alert_rule_id]),
    onEvaluated: () => {},
    log: (line) => void lines.push(line),
    ...ports,
  });
  closings.push(() => {
    evaluator.dispose();
    store.close();
  });
  return { lines, enqueued, rules: () => store.alertRules.list('a') };
}
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

describe('an evaluation that fails', () => {
  it('a failed evaluation makes the rule unknown, logs the reason and stops no other rules (R-7.3)', () => {
    const asked: unknown[] = [];
    const { lines, enqueued, rules } = startEvaluator({
      metrics: {
        value(metric, scope) {
          asked.push([metric, scope]);
          if (metric === 'api_errors') throw new Error('no such table');
          return 5;
        },
      },
    });
    clock.advance(MINUTE);
    const now = clock.now();
    const scope = { accountId: 'a', projectId: null, from: now - 60 * MINUTE, to: now };
    const evaluated = { since: now, last_evaluated_at: now };
    expect(rules()).toEqual([
      { ...ERRORS, ...evaluated, current_state: 'unknown' },
      { ...VOLUME, ...evaluated, current_state: 'alert', current_value: 5, unresolved_since: now },
    ]);
    expect(asked).toEqual([
      ['api_errors', scope],
      ['call_volume', { ...scope, projectId: 'p' }],
    ]);
    expect(lines).toEqual([
      'alert rule ar_1 not evaluated: no such table',
      'alert rule ar_1 is unknown, was ok',
      'alert rule ar_2 is alert, was ok',
    ]);
    expect(enqueued).toEqual([['a', 'alerts.triggered', 'ar_2']]);
  });

  it('stores a state and its event together or not at all', () => {
    let isFull = true;
    const { lines, rules } = startEvaluator({
      enqueueEvent() {
        if (isFull) throw new Error('disk full');
      },
    });
    clock.advance(MINUTE);
    expect(rules()).toEqual([ERRORS, VOLUME]);
    isFull = false;
    clock.advance(MINUTE);
    expect(rules().map((rule) => rule.current_state)).toEqual(['alert', 'alert']);
    expect(lines).toEqual([
      'alert rule ar_1 not kept: disk full',
      'alert rule ar_2 not kept: disk full',
      'alert rule ar_1 is alert, was ok',
      'alert rule ar_2 is alert, was ok',
    ]);
  });
});
