import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { settingsFor } from '../../src/cli/emulator-settings.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { KEY, postFaults, startWithFaults } from './faults/control-client.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/platform-emulator.md'), 'utf8');

/** The commands of the page, each with the answer that follows it. */
const steps = [...page.matchAll(/```sh\n(.*?)```\n+```json\n(.*?)```/gs)].map(
  ([, command = '', answer = '']) => ({
    command,
    answer: JSON.parse(answer, (_, value) => (value === '…' ? expect.stringMatching(/./) : value)),
  }),
);

it('the curl commands of the documentation give the documented answers', async () => {
  expect(steps).toHaveLength(page.split('```sh').length - 1);
  const emulator = await startEmulator({ clock: createFakeClock(), controlKey: KEY });
  const settings = { ...settingsFor(emulator), FOYER_CONTROL_KEY: KEY };
  const env = { ...process.env, ...settings, no_proxy: '127.0.0.1' };
  const answers = [];
  for (const { command } of steps) {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env });
    answers.push(JSON.parse(stdout));
  }
  expect(answers).toEqual(steps.map(({ answer }) => answer));
  expect(answers).toHaveLength(4);
  await emulator.close();
});

it('every documented fault can be injected as documented, and every fault is documented', async () => {
  const faults = [...page.matchAll(/\| `(\{"on".*\})` \|$/gm)].map(([, body = '']) => JSON.parse(body));
  const { emulator } = await startWithFaults();
  const { status, body } = await postFaults(emulator, faults);
  expect(status).toBe(201);
  expect(body).toEqual({
    added: faults.map((fault, at) => ({ ...fault, id: `fault-${at + 1}`, applied: 0 })),
    active: expect.any(Array),
  });
  expect(faults.map(({ on, do: what }) => `${on} ${what}`)).toEqual([
    ...['drop', 'delay', 'duplicate', 'reorder', 'corrupt', 'trickle', 'cut', 'close'].map((name) =>
      expect.stringMatching(`^frames-(down|up) ${name}$`),
    ),
    ...['refuse', 'slow', 'reset'].map((name) => `handshake ${name}`),
    'session expire',
    ...['cut', 'close'].map((name) => `connection ${name}`),
    ...['status', 'html', 'slow', 'reset', 'throttle'].map((name) => `rest ${name}`),
  ]);
});
