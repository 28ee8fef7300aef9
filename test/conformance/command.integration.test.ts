import { expect, it } from 'vitest';
import { run, sample, TIMEOUT_MS } from './command.ts';

it(
  'the scenario command runs any folder, and prints one line per id and the counts',
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
