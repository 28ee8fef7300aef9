import { describe, expect, it } from 'vitest';
import { peaksOf, turnAt, turnStarts } from '../../src/console/pages/conversations/peaks.ts';

describe('the wave of a recording', () => {
  it('shows the loudest sample of each part, as a share of the loudest of all', () => {
    expect(peaksOf(Float32Array.of(0, -0.5, 0.25, 0.1, 0, 0), 3)).toEqual([1, 0.5, 0]);
  });

  it('leaves silence silent', () => {
    const [loudest = 1] = peaksOf(Float32Array.of(0.001, -0.001), 1);
    expect(loudest).toBeLessThan(0.1);
  });
});

describe('the turns of a recording', () => {
  const turn = (userInputDatetime: string | undefined, agentResponseDatetime?: string) => ({
    userInputDatetime,
    agentResponseDatetime,
  });
  const starts = turnStarts(
    [
      turn(undefined, '2026-11-22T10:00:01Z'),
      turn(undefined),
      turn('2026-11-22T10:00:09.500Z', '2026-11-22T10:00:12Z'),
      turn('2026-11-22T09:59:00Z'),
    ],
    '2026-11-22T10:00:00Z',
  );

  it('turns begin with their first word, and never before the recording', () => {
    expect(starts).toEqual([1, undefined, 9.5, 0]);
    expect(turnStarts([turn('2026-11-22T10:00:01Z')], undefined)).toEqual([undefined]);
  });

  it('the current turn follows the recording', () => {
    const ordered = [1, undefined, 9.5];
    expect([0, 1, 9, 9.5, 60].map((seconds) => turnAt(ordered, seconds))).toEqual([-1, 0, 0, 2, 2]);
  });
});
