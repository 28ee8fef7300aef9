import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runScenario } from './engine/run.ts';
import type { Scenario } from './engine/scenario.ts';

const scenarios = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Scenario[]);

/** What needs pages, tabs or layout: not judged by this runner. */
const ELSEWHERE = [
  'LIFE-001',
  'LIFE-005',
  'LIFE-008',
  'LIMIT-009',
  'RESUME-016',
  'STORE-005',
  'TABS-005',
  'TABS-006',
  'TABS-009',
  'WIRE-024',
  'WIRE-026',
  'WIRE-029',
];

const byId = (id: string): Scenario => {
  const found = scenarios.find((it) => it.id === id);
  if (!found) throw new Error(`there is no scenario ${id}`);
  return found;
};

describe('the scenarios', () => {
  it.each(scenarios.filter(({ id }) => !ELSEWHERE.includes(id)).map((it) => [it.id, it.title, it] as const))(
    '%s %s',
    async (_id, _title, scenario) => {
      expect(await runScenario(scenario)).toEqual({ is: 'ok' });
    },
  );

  it.each(ELSEWHERE)('%s is said to be unsupported, never ok', async (id) => {
    expect(await runScenario(byId(id))).toMatchObject({ is: 'unsupported' });
  });

  it.each([
    ['RECON-001', { connections: [{ n: 2, query: { cursor: '5' } }] }],
    ['RECON-001', { visible: { messages: [{ role: 'agent', text: 'Twelve' }] } }],
    ['JOIN-001', { outbound_exact: [] }],
    ['RECON-002', { timing: { delays_ms: [[0, 400]] } }],
    ['STREAM-006', { visible: { messages: [{ role: 'agent', text: 'alpha beta gamma', streaming: true }] } }],
    ['SESSION-001', { no_such_check: true }],
    ['SESSION-001', { upstream_calls_order: ['sessions', 'access-token'] }],
    ['SESSION-016', { upstream_body: { sessions: { platform: 'ios', streaming_enabled: true } } }],
    ['RECON-030', { timing: { peak_connects_per_100ms_max: 20 } }],
    ['RECON-030', { timing: { all_online_within_ms: 400 } }],
  ])('%s does not pass when it expects %j', async (id, then) => {
    expect((await runScenario({ ...byId(id), then })).is).not.toBe('ok');
  });
});
