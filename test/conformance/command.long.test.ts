import { expect, it } from 'vitest';
import { run, sample, TIMEOUT_MS } from './command.ts';

it(
  'the scenario command exits with 0 when all are ok, and with 1 without a scenario',
  () => {
    const { lines, status } = run({ 'a.json': [sample('SEEN-1', 'Good morning')] });
    expect([lines.at(-1), status]).toEqual(['1 ok, 0 FAIL, 0 unsupported, 0 disputed', 0]);
    expect(run({}).status).toBe(1);
  },
  TIMEOUT_MS,
);

it(
  'the scenario command runs disputed scenarios, shows their results and never counts them as ok',
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
