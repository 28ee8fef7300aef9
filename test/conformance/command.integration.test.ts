import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RUNNER } from '../../build/runner.ts';
import { readFile } from './engine/folder.ts';

const [joining] = readFile(join(import.meta.dirname, 'scenarios/join.json'));

/** A conversation in which the agent says "Hi, I am Iris.", and the expectation that it says `text`. */
function sample(id: string, text: string, more: object = {}) {
  const then = { visible: { messages: [{ role: 'agent', text }] } };
  return { ...joining?.scenario, id, then, ...more };
}

/** Runs the command over a folder with these files. */
function run(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-scenarios-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const main = join(import.meta.dirname, 'main.ts');
  const { stdout, status } = spawnSync(process.execPath, [...RUNNER, main, folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { lines: stdout.trim().split('\n'), status };
}

it('runs the scenarios of any folder, and prints one line per id and the counts', () => {
  expect(
    run({
      'b.json': [
        sample('SEEN-2', 'Good evening'),
        sample('SEEN-3', 'Hi, I am Iris.', { given: [{ teleport: 1 }] }),
        { id: 'SEEN-4' },
        sample('SEEN-5', 'Hi, I am Iris.'),
      ],
      'a.json': [sample('SEEN-1', 'Hi, I am Iris.')],
      'c.json': 'nonsense',
      'disputed.json': [{ id: 'SEEN-5', reason: 'She is not Iris.' }],
      'notes.txt': 'none of it',
    }),
  ).toEqual({
    lines: [
      'SEEN-1 ok',
      'SEEN-2 FAIL  then.visible.messages: expected [{"role":"agent","text":"Good evening"}], found [{"role":"agent","text":"Hi, I am Iris."}]',
      'SEEN-3 unsupported  given {"teleport":1}',
      expect.stringMatching(/^SEEN-4 unsupported {2}no scenario: title/),
      'SEEN-5 disputed  She is not Iris. – ok',
      'c.json unsupported  no list of scenarios',
      '1 ok, 1 FAIL, 3 unsupported, 1 disputed',
    ],
    status: 1,
  });
});
