import { join } from 'node:path';
import { test as base, expect } from 'playwright/test';
import { findBrowser } from '../test/browsers/browser.ts';
import { type BrowserRun, startBrowserRun } from '../test/conformance/engine/browser/run.ts';
import { filesOf, readFile } from '../test/conformance/engine/folder.ts';
import type { Scenario } from '../test/conformance/engine/scenario.ts';
import { richScenario } from '../test/conformance/samples.ts';

const FOLDER = join(import.meta.dirname, '../test/conformance/scenarios');

const files = filesOf(FOLDER).map((path) => readFile(path).flatMap(({ scenario }) => scenario ?? []));

/** Scenarios that need a browser. Slow ones, and those that measure real time, are only in `npm run scenarios -- --browser`. */
const HERE = [
  'LIFE-008',
  'PAGE-002',
  'PAGE-003',
  'PAGE-007',
  'STORE-005',
  'TABS-006',
  'WIRE-026',
  'WIRE-029',
];

/** With those, in `npm test -- --full`, the first of each file that is not slow. `npm test` plays them without a browser. */
const chosen = files.flatMap((all) =>
  all.filter(({ id }) => id !== 'LIFE-001').filter(({ id }, at) => at === 0 || HERE.includes(id)),
);

/** Nothing that slows pages down: some are measured. */
base.use({ trace: 'off' });

const test = base.extend<object, { readonly run: BrowserRun }>({
  run: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument has to be a pattern.
    async ({}, use) => {
      const run = await startBrowserRun(findBrowser());
      await use(run);
      await run.dispose();
    },
    { scope: 'worker' },
  ],
});

for (const scenario of chosen) {
  const tag = HERE.includes(scenario.id) ? '@ci' : '@full';
  test(`${scenario.id} ${scenario.title}`, { tag }, async ({ run }) => {
    expect((await run.run(scenario)).verdict).toMatchObject({ is: 'ok' });
  });
}

const WRONG: readonly Scenario['then'][] = [
  { visible: { messages: [] } },
  { visible: { messages: [{ text: 'Hallo' }, {}, {}, {}] } },
  { visible: { messages: [{}, { delivery: 'failed' }, {}, {}] } },
  { visible: { messages: [{}, {}, {}, { name: 'Teo' }] } },
  { visible: { messages: [{ attachments: 2 }, {}, {}, {}] } },
  { visible: { messages: [{ suggestions: [] }, {}, {}, {}] } },
  { visible: { status: 'offline' } },
  { visible: { handoff: 'none' } },
  { visible: { typing: false } },
  { visible: { typing: { name: 'Teo' } } },
  { visible: { input: 'disabled' } },
  { visible: { agent: { name: 'Noor' } } },
  { visible: { ui_dir: 'rtl' } },
  { visible: { unread: 3 } },
  { stored: { keys: [] } },
  { trace: [{ at_ms_after_offline: 500, status: 'online' }] },
  { connections_total: 2 },
  { outbound: [{ type: 'EVENT_TYPE_USER_MESSAGE', text: 'No' }] },
];

test('accepts a correct expectation and rejects each wrong one', { tag: '@ci' }, async ({ run }) => {
  const right = richScenario({
    visible: {
      messages: [
        { role: 'agent', text: 'Hello', attachments: 1, suggestions: ['Yes'] },
        { role: 'user', text: 'Yes, please', delivery: 'sent' },
        { role: 'notice', kind: 'handoff_started' },
        { role: 'notice', kind: 'live_agent_joined', name: 'Noor' },
      ],
      status: 'online',
      handoff: 'live',
      typing: { name: 'Noor' },
      input: 'enabled',
      unread: 0,
    },
    never: ['text:undefined', 'status:failed', 'delivery:failed'],
    trace: [{ at_ms_after_offline: 500, status: 'offline' }],
    stored: { keys: ['session_id'], session_id: '$S1' },
    invariants: ['I1', 'I3', 'I5', 'I15', 'I17', 'I20'],
  });
  const [faults, ...others] = await run.checkAgainst(right, WRONG);
  expect(faults).toEqual([]);
  expect(WRONG.filter((_, at) => others[at]?.length === 0)).toEqual([]);
});

test('reports each forbidden state', { tag: '@ci' }, async ({ run }) => {
  const then = {
    never: ['text:Hello', 'status:offline', 'handoff:live', 'notice:live_agent_joined', 'typing'],
  };
  const [faults] = await run.checkAgainst(richScenario(then), []);
  expect(faults?.length).toBe(then.never.length);
});
