import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUNNER } from '../../build/runner.ts';
import { JOINED, message, OPEN, scenario } from './samples.ts';

const main = join(import.meta.dirname, 'main.ts');

/** Each test starts processes, on a machine that may be busy. */
export const TIMEOUT_MS = 60_000;

/** Runs the command over a folder with these files. */
export function run(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-scenarios-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { stdout, status } = spawnSync(process.execPath, [...RUNNER, main, folder], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return { lines: stdout.trim().split('\n'), status };
}

export const sample = (id: string, text: string, given = [...JOINED, message(4, 'Good morning')]) => ({
  ...scenario(given, [OPEN], { visible: { messages: [{ role: 'agent', text }] } }),
  id,
});
