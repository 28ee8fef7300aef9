import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOINED, message, OPEN, scenario } from './samples.ts';

const main = join(import.meta.dirname, 'main.mjs');

/** Each test starts processes, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;

/** Runs the command over a folder with these files. */
function run(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-scenarios-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { stdout, status } = spawnSync(process.execPath, [main, folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { lines: stdout.trim().split('\n'), status };
}

const sample = (id: string, text: string, given = [...JOINED, message(4, 'Good morning')]) => ({
  ...scenario(given, [OPEN], { visible: { messages: [{ role: 'agent', text }] } }),
  id,
});

it(
  'runs any folder, prints one line per id and the counts',
  () => {
    expect(
      run({
        'b.json': [
          sample('SEEN-2', 'Good evening'),
          sample('SEEN-3', 'Good morning', [{ teleport: 1 } as never]),
          { id: 'SEEN-4' },
        ],
        'a.json': [sample('SEEN-1', 'Good morning')],
        'c.json': 'nonsense',
        'notes.txt': 'none of it',
      }),
    ).toEqual({
      lines: [
        'SEEN-1 ok',
        'SEEN-2 FAIL  then.visible.messages: expected [{"role":"agent","text":"Good evening"}], found [{"role":"agent","text":"Good morning"}]',
        'SEEN-3 unsupported  given {"teleport":1}',
        expect.stringMatching(/^SEEN-4 unsupported {2}no scenario: title/),
        'c.json unsupported  no list of scenarios',
        '1 ok, 1 FAIL, 3 unsupported, 0 disputed',
      ],
      status: 1,
    });
  },
  TIMEOUT_MS,
);

it(
  'exits with 0 when all are ok, and with 1 when there is no scenario',
  () => {
    const { lines, status } = run({ 'a.json': [sample('SEEN-1', 'Good morning')] });
    expect([lines.at(-1), status]).toEqual(['1 ok, 0 FAIL, 0 unsupported, 0 disputed', 0]);
    expect(run({}).status).toBe(1);
  },
  TIMEOUT_MS,
);

it(
  'runs disputed scenarios, shows their results and never counts them as ok',
  () => {
    const { lines, status } = run({
      'a.json': [
        sample('SEEN-1', 'Good morning'),
        sample('SEEN-2', 'Good evening'),
        sample('SEEN-3', 'Good morning'),
      ],
      'disputed.json': [
        { id: 'SEEN-2', reason: 'It is not evening.' },
        { id: 'SEEN-3', reason: 'It is not good.' },
      ],
    });
    expect([...lines, status]).toEqual([
      'SEEN-1 ok',
      expect.stringMatching(/^SEEN-2 disputed {2}It is not evening\. – FAIL {2}then\.visible\.messages: /),
      'SEEN-3 disputed  It is not good. – ok',
      '1 ok, 0 FAIL, 0 unsupported, 2 disputed',
      1,
    ]);
  },
  TIMEOUT_MS,
);
