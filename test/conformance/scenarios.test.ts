import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCENARIO_SEEDS } from '../support/sizes.ts';
import { filesOf, readFile } from './engine/folder.ts';
import { runScenario } from './engine/run.ts';

const scenarios = filesOf(join(import.meta.dirname, 'scenarios'))
  .flatMap(readFile)
  .flatMap(({ scenario }) => scenario ?? []);

/** Scenarios that need a document, layout or a real browser's storage; `npm run scenarios -- --browser` runs them. */
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

/** Scenarios whose script ends a connection while a frame waits at the relay for the next answer to a poll. */
const WAITING_AT_RELAY = ['LIFE-005', 'RECON-028'];

const cases = (isIn: (id: string) => boolean) =>
  scenarios.filter(({ id }) => isIn(id)).map((scenario) => [scenario.id, scenario.title, scenario] as const);

describe('the scenarios', () => {
  it.each(cases((id) => !IN_BROWSER.includes(id)))('%s %s', async (_id, _title, scenario) => {
    expect(await runScenario(scenario, SCENARIO_SEEDS)).toMatchObject({ is: 'ok' });
  });

  it.each(cases((id) => !IN_BROWSER.includes(id) && !WAITING_AT_RELAY.includes(id)))(
    '%s %s, also where the frames travel by polls',
    async (_id, _title, scenario) => {
      expect(await runScenario(scenario, SCENARIO_SEEDS, true)).toMatchObject({ is: 'ok' });
    },
  );

  it.each(cases((id) => IN_BROWSER.includes(id)))(
    '%s %s is unsupported without a browser, never ok',
    async (_id, _title, scenario) => {
      expect(await runScenario(scenario, SCENARIO_SEEDS)).toMatchObject({ is: 'unsupported' });
    },
  );
});
