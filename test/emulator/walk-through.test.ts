import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { settingsFor } from '../../src/cli/emulator.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/platform-emulator.md'), 'utf8');

/** Each command with the answer that follows it. */
const steps = [...page.matchAll(/```sh\n(.*?)```\n+```json\n(.*?)```/gs)].map(
  ([, command = '', answer = '']) => ({
    command,
    answer: JSON.parse(answer, (_, value) => (value === '…' ? expect.stringMatching(/./) : value)),
  }),
);

it('the walk with curl in the documentation goes as it says', async () => {
  expect(steps).toHaveLength(page.split('```sh').length - 1);
  const emulator = await startEmulator({ clock: createFakeClock() });
  const env = { ...process.env, ...settingsFor(emulator), no_proxy: '127.0.0.1' };
  const answers = [];
  for (const { command } of steps) {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env });
    answers.push(JSON.parse(stdout));
  }
  expect(answers).toEqual(steps.map(({ answer }) => answer));
  expect(answers).toHaveLength(12);
  await emulator.close();
});
