import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCENARIO_SEEDS } from '../support/sizes.ts';
import { filesOf, readFile } from './engine/folder.ts';
import { runScenario } from './engine/run.ts';
import type { Scenario } from './engine/scenario.ts';

const scenarios = filesOf(join(import.meta.dirname, 'scenarios'))
  .flatMap(readFile)
  .flatMap(({ scenario }) => scenario ?? []);

/** Scenarios that need a document, layout or a real browser's storage; e2e/scenarios.e2e.ts runs them. */
const IN_BROWSER = [
  'LIFE-001',
  'LIFE-008',
  'LIMIT-009',
  'PAGE-001',
  'PAGE-002',
  'PAGE-003',
  'PAGE-007',
  'STORE-005',
  'WIRE-024',
  'WIRE-026',
  'WIRE-029',
];

const cases = (isIn: (id: string) => boolean) =>
  scenarios.filter(({ id }) => isIn(id)).map((scenario) => [scenario.id, scenario.title, scenario] as const);

describe('the scenarios', () => {
  it.each(cases((id) => !IN_BROWSER.includes(id)))('%s %s', async (_id, _title, scenario) => {
    expect(await runScenario(scenario, SCENARIO_SEEDS)).toMatchObject({ is: 'ok' });
  });

  it.each(cases((id) => IN_BROWSER.includes(id)))(
    '%s %s is unsupported without a browser, never ok',
    async (_id, _title, scenario) => {
      expect(await runScenario(scenario, SCENARIO_SEEDS)).toMatchObject({ is: 'unsupported' });
    },
  );

  it.each([
    ['RECON-001', { connections: [{ n: 2, query: { cursor: '5' } }] }],
    ['RECON-001', { visible: { messages: [{ role: 'agent', text: 'Twelve' }] } }],
    ['JOIN-001', { outbound_exact: [] }],
    ['RECON-002', { timing: { delays_ms: [[0, 400]] } }],
    ['RECON-002', { timing: { jitter_stddev_min_fraction: 0.9 } }],
    ['SESSION-005', { timing: { gaps_ms: [[0, 900]] } }],
    ['SESSION-008', { timing: { per_call_timeout_ms: [1_000, 2_000] } }],
    ['STREAM-006', { visible: { messages: [{ role: 'agent', text: 'alpha beta gamma', streaming: true }] } }],
    [
      'HAND-002',
      { visible: { messages: [{ kind: 'handoff_started' }, { kind: 'queue_status', position: 3 }] } },
    ],
    ['END-010', { visible: { messages: [{ kind: 'conversation_ended', reason: 'REASON_USER_END' }] } }],
    ['ERR-004', { handling: 'rejoin' }],
    ['ERR-007', { handling: 'expired' }],
    ['ERR-010', { handling: 'show' }],
    ['RETRY-012', { visible: { messages: [{ role: 'user', count: 29, delivery: 'sent' }] } }],
    ['SESSION-001', { upstream_calls_order: ['sessions', 'access-token'] }],
    ['SESSION-001', { upstream_headers: { sessions: { Authorization: 'Bearer $T2' } } }],
    ['SESSION-001', { relay_response_excludes: ['$S1'] }],
    ['SESSION-016', { upstream_body: { sessions: { platform: 'ios', streaming_enabled: true } } }],
    ['SESSION-016', { upstream_body_excludes: ['streaming_enabled'] }],
    ['RESUME-003', { upstream_calls: { 'access-token': 1 } }],
    ['RESUME-016', { connections: [{ n: 2, query_matches: { cursor: '^NaN$' } }] }],
    ['TABS-006', { relay_calls: { create: 2 } }],
    ['RECON-025', { invariants: ['listeners=2'] }],
  ])('%s does not pass when it expects %j', async (id, then) => {
    const scenario = scenarios.find((scenario) => scenario.id === id);
    expect(scenario && (await runScenario({ ...scenario, then }, SCENARIO_SEEDS))).toMatchObject({
      is: 'FAIL',
    });
  });

  it.each<Scenario['then']>([
    { timing: { peak_connects_per_100ms_max: 2 } },
    { timing: { all_online_within_ms: 400 } },
  ])('RECON-030 does not pass with a hundred clients when it expects %j', async (then) => {
    const scenario = scenarios.find(({ id }) => id === 'RECON-030');
    const given = scenario?.given.map((step) => ('fleet' in step ? { ...step, fleet: 100 } : step)) ?? [];
    expect(scenario && (await runScenario({ ...scenario, given, then }))).toMatchObject({ is: 'FAIL' });
  });
});
