import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'playwright/test';
import { type ConformanceReport, conformanceReport } from '../src/cli/conformance/report.ts';
import { test } from './demo-fixture.ts';

/** Commands of the built program, each in a process of its own, as somebody runs them in a terminal. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../dist/node/cli.js', import.meta.url));
const CONTROL_KEY = 'a-control-key-for-tests';

type Env = Readonly<Record<string, string>>;

const closings: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** Starts the embedded platform. Returns the settings that it prints. */
async function startPlatform(): Promise<Env> {
  const child = spawn(process.execPath, [PROGRAM, 'emulator'], {
    env: { PATH: process.env['PATH'], FOYER_CONTROL_KEY: CONTROL_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closings.push(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const platform: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, key, value] = /^(FOYER_\w+)=(.*)$/.exec(line) ?? [];
    if (key && value) platform[key] = value;
    // The last one.
    if (key === 'FOYER_DIALECT') return platform;
  }
  throw new Error('the platform has ended');
}

/** Runs a command with the settings of a platform. */
async function foyer(
  platform: Env,
  ...args: readonly string[]
): Promise<{ readonly status: number; readonly out: string }> {
  const options = { cwd: ROOT, env: { ...platform, PATH: process.env['PATH'] } };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], options);
    return { status: 0, out: stdout };
  } catch (error) {
    const { code, stdout } = error as { readonly code: number; readonly stdout: string };
    return { status: code, out: stdout };
  }
}

async function judge(platform: Env): Promise<readonly [status: number, ConformanceReport]> {
  const { status, out } = await foyer(
    platform,
    'conformance',
    `${platform['FOYER_MESSAGING_URL']}`,
    '--json',
  );
  return [status, conformanceReport.parse(JSON.parse(out))];
}

const brokenIn = ({ rules }: ConformanceReport) =>
  rules.filter(({ outcome }) => outcome === 'broken').map(({ rule }) => rule);

test('a platform keeps the rules, and one that drops heartbeats breaks theirs', {
  tag: '@full',
}, async () => {
  const [whole, faulty] = await Promise.all([startPlatform(), startPlatform()]);
  const { status } = await fetch(`${faulty['FOYER_MESSAGING_URL']}/control/faults`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${CONTROL_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ on: 'frames-up', do: 'drop', kinds: ['HEARTBEAT'] }]),
  });
  expect(status).toBe(201);
  const [kept, broken] = await Promise.all([judge(whole), judge(faulty)]);
  expect([kept[0], brokenIn(kept[1]), kept[1].kept > 80]).toEqual([0, [], true]);
  expect([broken[0], brokenIn(broken[1])]).toEqual([1, ['M-3.9', 'M-4.10']]);
});

test('the suite of the shop passes, and one with a wrong expectation fails', { tag: '@full' }, async () => {
  const platform = await startPlatform();
  const { status, out } = await foyer(platform, 'behavior', 'test', 'public/examples/behavior/shop.yaml');
  expect([status, out.trimEnd().split('\n').at(-1)]).toEqual([0, '10 passed, 0 failed']);

  const wrong = test.info().outputPath('wrong.yaml');
  const cases = [
    { say: 'Where is your shop?', expect: '14 Lantern Street' },
    { say: 'How do I return a lamp?', expect: '90 days' },
  ];
  writeFileSync(wrong, JSON.stringify({ name: 'The way to us', cases }));
  const failed = await foyer(platform, 'behavior', 'test', wrong);
  expect([failed.status, failed.out.trimEnd().split('\n').at(-1)]).toEqual([1, '1 passed, 1 failed']);
});
