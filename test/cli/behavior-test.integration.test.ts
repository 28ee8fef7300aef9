import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settingsFor } from '../../src/cli/emulator-settings.ts';
import { run } from '../../src/cli/run.ts';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { openObedientAgent } from './support/obedient-agent.ts';

const EXAMPLES = join(import.meta.dirname, '../../public/examples/behavior');
const example = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
const SHOP = example('shop.yaml');
const RULES = { 'rules.yaml': example('rules.yaml'), 'rules.txt': example('rules.txt') };

const folder = mkdtempSync(join(tmpdir(), 'foyer-suite-'));
const JUNIT = join(folder, 'junit.xml');
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await emulator.close();
});
let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

type Env = Record<string, string>;
const withPlatform = (): Env => settingsFor(emulator);
/** The setting for an agent that knows nothing but its rules. */
async function withAgent(wrong = 0): Promise<Env> {
  const agent = await openObedientAgent(wrong);
  closing.push(agent.close);
  return { FOYER_AGENT_URL: agent.url };
}

/** Runs `behavior test`. Times are replaced by `…`. */
async function test(files: Record<string, string>, env: Env, ...args: readonly string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const status = await run(['behavior', 'test', ...args], {
    print: (line) => printed.push(line.replace(/\([\d.]+ m?s\)/, '(…)')),
    printError: (line) => errors.push(line),
    env,
    files: { read: (path) => files[path] },
    untilStopped: async () => {},
  });
  return { status, printed, errors };
}

describe('foyer-relay behavior test', () => {
  it('passes the ten scenarios of the example against the embedded platform', async () => {
    const { status, printed } = await test({ 'shop.yaml': SHOP }, withPlatform(), 'shop.yaml');
    expect(printed).toEqual([
      `Lumen & Oak, against the published agent of ${emulator.baseUrl}`,
      '',
      '✓ When are you open on Saturday? (…)',
      '✓ Where is your shop? (…)',
      '✓ How long does delivery take? (…)',
      '✓ How do I return a lamp? (…)',
      '✓ How much is the Halo lamp? (…)',
      '✓ An order is found by its number (…)',
      '✓ A damaged lamp is replaced (…)',
      '✓ Nobody gets a person without asking (…)',
      '✓ A person takes over (…)',
      '✓ French is answered in French (…)',
      '',
      '10 passed, 0 failed',
    ]);
    expect(status).toBe(0);
  });

  it('shows what was said, expected and what came, and writes a report for build servers', async () => {
    const suite = `
cases:
  - say: Where is your shop?
    expect: { says: [14 Lantern Street, at the sea], handoff: true }
  - say: What are your opening hours?
    expect: Saturday
  - name: Ended
    turns: [bye, And now?]
`;
    const { status, printed } = await test({ s: suite }, withPlatform(), 's', '--junit', JUNIT);
    const came =
      'You find us at **14 Lantern Street**, two minutes on foot from the central station. There is free parking behind the house for as long as you shop.';
    expect({ status, printed: printed.slice(2) }).toEqual({
      status: 1,
      printed: [
        '✗ Where is your shop? (…)',
        '    turn 1',
        '    said      Where is your shop?',
        '    expected  says “at the sea”',
        `    came      ${came}`,
        '    expected  a handoff',
        '    came      no handoff',
        '✓ What are your opening hours? (…)',
        '✗ Ended (…)',
        '    turn 2',
        '    said      And now?',
        '    failed    the chat has ended before',
        '',
        '1 passed, 2 failed',
      ],
    });
    const counts = 'tests="3" failures="1" errors="1" skipped="0" time="…"';
    const xml = readFileSync(JUNIT, 'utf8').replace(/time="[\d.]+"/g, 'time="…"');
    expect(xml.replaceAll('&#10;', ' ')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="s" ${counts}>
    <testcase classname="s" name="Where is your shop?" time="…">
      <failure message="0 of 1 passed">turn 1 said      Where is your shop? expected  says “at the sea” came      ${came} expected  a handoff came      no handoff</failure>
    </testcase>
    <testcase classname="s" name="What are your opening hours?" time="…"/>
    <testcase classname="s" name="Ended" time="…">
      <error message="0 of 1 passed">turn 2 said      And now? failed    the chat has ended before</error>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it('begins chats in the environment, channel, variant and language of the suite', async () => {
    const suite = `
environment: sandbox
channel: CHAT
variant: trial
language: fr
cases:
  - { say: Bonjour, expect: { language: fr } }
  - { say: Hello, language: en, expect: { language: en } }
`;
    const platform = await startEmulator();
    closing.push(platform.close);
    expect(await test({ s: suite }, settingsFor(platform), 's')).toMatchObject({ status: 0 });
    const path = `/v3/${platform.accountId}/${platform.projectId}/conversations?client_env=sandbox`;
    const headers = { 'X-API-KEY': platform.platformKey };
    const listed = await fetch(platform.platformUrl + path, { headers });
    const chat = { channel: 'CHAT', variant_id: 'trial', environment: 'sandbox' };
    expect(await listed.json()).toMatchObject({ conversations: [chat, chat] });
  });

  it('waits when the platform has too many requests', async () => {
    const platform = await startEmulator({ controlKey: 'control-key-for-tests' });
    closing.push(platform.close);
    const added = await fetch(`${platform.messagingUrl}/control/faults`, {
      method: 'POST',
      headers: { Authorization: 'Bearer control-key-for-tests', 'Content-Type': 'application/json' },
      body: JSON.stringify({ on: 'rest', host: 'base', do: 'status', status: 429, retryAfterS: 1, count: 1 }),
    });
    expect(added.ok).toBe(true);
    const suite = 'cases: [{ say: Where is your shop?, expect: { says: Lantern Street, within_ms: 900 } }]';
    expect(await test({ s: suite }, settingsFor(platform), 's')).toMatchObject({ status: 0 });
  });

  it('turns red when a sentence of the text is broken, and names that answer alone', async () => {
    const env = await withAgent();
    const args = ['rules.yaml', '--against', 'rules.txt'];
    const green = await test(RULES, env, ...args);
    expect([green.status, green.printed.at(-1)]).toEqual([0, '4 passed, 0 failed']);
    const broken = RULES['rules.txt'].replace('within 30 days', 'within 14 days');
    const red = await test({ ...RULES, 'rules.txt': broken }, env, ...args);
    expect({ status: red.status, printed: red.printed.slice(2) }).toEqual({
      status: 1,
      printed: [
        '✓ On which days is the shop open? (…)',
        '✓ When is furniture delivered? (…)',
        '✗ Can lamps be returned? (…)',
        '    turn 1',
        '    said      Can lamps be returned?',
        '    expected  says “30 days”',
        '    came      Lamps and furniture can be returned within 14 days.',
        '✓ May I talk to a person? (…)',
        '',
        '3 passed, 1 failed',
      ],
    });
    const quiet = RULES['rules.txt'].replace(/If the visitor.*\n/, '');
    const silent = await test({ ...RULES, 'rules.txt': quiet }, env, ...args);
    expect(silent.printed).toContain('    expected  a handoff, visitor_request');
  });

  it('tests the draft of the platform with an agent of one’s own', async () => {
    const platform = await startEmulator();
    closing.push(platform.close);
    const branch = `${platform.baseUrl}/v1/agents/shop/branches/draft/behavior`;
    await fetch(branch, {
      method: 'PATCH',
      headers: { 'X-API-KEY': platform.baseKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ behavior: RULES['rules.txt'] }),
    });
    const env: Env = { ...settingsFor(platform), ...(await withAgent()) };
    const { status, printed } = await test(RULES, env, 'rules.yaml', '--against', 'draft');
    expect([status, printed[0], printed.at(-1)]).toEqual([
      0,
      `Rules of Lumen & Oak, against the branch draft and the agent at ${env['FOYER_AGENT_URL']} (chat-completions)`,
      '4 passed, 0 failed',
    ]);
  });

  it('tests a text on an embedded platform that runs with an agent', async () => {
    const { FOYER_AGENT_URL: url = '' } = await withAgent();
    const platform = await startEmulator({ agentModel: { url } });
    closing.push(platform.close);
    const args = ['rules.yaml', '--against', 'rules.txt'];
    expect(await test(RULES, settingsFor(platform), ...args)).toMatchObject({ status: 0 });
  });

  it('says that a debug chat takes no draft, and what to do', async () => {
    const { status, errors } = await test(RULES, withPlatform(), 'rules.yaml', '--against', 'draft');
    expect([status, errors]).toEqual([
      2,
      [
        expect.stringMatching(
          /^unable to test draft; the debug chat of this platform takes no branch .* published agent answers.* set FOYER_AGENT_URL/,
        ),
      ],
    ]);
  });

  it('repeats cases, prints the share that passed, and is content with at_least', async () => {
    const suite = (atLeast: string) => `${atLeast}
cases:
  - say: Can lamps be returned?
    expect: 30 days
`;
    const args = ['s', '--against', 'rules.txt', '--repeat', '10'];
    const flaky = await test({ ...RULES, s: suite('') }, await withAgent(1), ...args);
    const failure = [
      '    turn 1',
      '    said      Can lamps be returned?',
      '    expected  says “30 days”',
      '    came      Well.',
      '',
    ];
    expect({ status: flaky.status, printed: flaky.printed.slice(2) }).toEqual({
      status: 1,
      printed: ['✗ 9 of 10  Can lamps be returned? (…)', ...failure, '0 passed, 1 failed'],
    });
    const content = await test({ ...RULES, s: suite('at_least: 0.9') }, await withAgent(1), ...args);
    expect({ status: content.status, printed: content.printed.slice(2) }).toEqual({
      status: 0,
      printed: ['✓ 9 of 10  Can lamps be returned? (…)', ...failure, '1 passed, 0 failed'],
    });
  });

  it('ends a pattern that takes too long, and goes on', async () => {
    const suite = `
cases:
  - say: "long 60"
    expect: { matches: '^(\\w+\\s?)+!$' }
  - say: Where is your shop?
    expect: { matches: 14 lantern street.*parking }
`;
    const { status, printed } = await test({ s: suite }, withPlatform(), 's');
    expect([status, printed.slice(5)]).toEqual([
      1,
      [
        '    expected  matches ^(\\w+\\s?)+!$',
        '    came      no result: the pattern takes too long, so make it simpler',
        '✓ Where is your shop? (…)',
        '',
        '1 passed, 1 failed',
      ],
    ]);
  });

  it('ends early with one line when the key is refused', async () => {
    const env = { ...withPlatform(), FOYER_BASE_API_KEY: 'wrong' };
    const { status, printed } = await test({ s: SHOP }, env, 's');
    expect(status).toBe(1);
    expect(printed.slice(2)).toEqual([
      '0 passed, 0 failed, 10 not run',
      expect.stringMatching(/^ended early: The platform does not accept the key\./),
    ]);
  });

  it.each<[string, readonly string[], Env, string]>([
    ['no settings', ['s'], {}, 'unable to test; set FOYER_BASE_URL, FOYER_BASE_API_KEY, FOYER_PROJECT_ID'],
    [
      'a text that is not there',
      ['s', '--against', 'nowhere.txt'],
      {},
      'unable to test; --against expects live, draft or a file with behaviour text; nowhere.txt has none',
    ],
    [
      'an agent that is not there',
      ['s', '--against', 'rules.txt'],
      { FOYER_AGENT_URL: 'http://127.0.0.1:9/v1' },
      'unable to test; nothing answers at FOYER_AGENT_URL, http://127.0.0.1:9/v1',
    ],
    ['no suite', ['none.yaml'], {}, 'unable to read none.yaml; there is no file that can be read'],
    ['an issue', ['bad'], {}, 'bad:1:11: case 1, sai: is unknown here; did you mean say?'],
    [
      'several sites',
      ['s'],
      { sites: 'yes' },
      'unable to test; set FOYER_BASE_URL, FOYER_BASE_API_KEY, FOYER_PROJECT_ID in the environment: foyer.config.json has several sites',
    ],
    [
      'a wrong number',
      ['s', '--repeat', '0'],
      {},
      'foyer-relay: --repeat expects a number from 1 to 100; see foyer-relay --help',
    ],
    ['two suites', ['s', 't'], {}, 'foyer-relay: behavior test expects one file; see foyer-relay --help'],
  ])('ends with status 2 for %s', async (_, args, { sites, ...env }, error) => {
    const files = {
      ...RULES,
      s: SHOP,
      bad: 'cases: [{ sai: a, say: b }]',
      ...(sites && { 'foyer.config.json': '{"sites":{"a":{}}}' }),
    };
    expect(await test(files, env, ...args)).toEqual({ status: 2, printed: [], errors: [error] });
  });
});
