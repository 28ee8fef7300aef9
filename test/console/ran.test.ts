import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/console/answers.ts';
import { ranWithin, widened } from '../../src/console/pages/conversations/ran.ts';

const at = (minute: number) => Date.UTC(2026, 10, 27, 12, minute);
const row = (minute: number, more: Partial<Row>) =>
  ({ id: 'C1', turns: [], startedAt: new Date(at(minute)).toISOString(), ...more }) as unknown as Row;
const window = { from: at(30), to: at(35) };

describe('the conversations that ran in a time', () => {
  it.each([
    ['began and ended in it', row(31, { totalDuration: 60 }), true],
    ['began before and ended in it', row(10, { totalDuration: 21 * 60 }), true],
    ['began before and ended after it', row(10, { totalDuration: 60 * 60 }), true],
    ['began before and is in progress', row(10, { inProgress: true, totalDuration: 60 }), true],
    ['ended as it began', row(10, { totalDuration: 20 * 60 }), false],
    ['began as it ended', row(35, { totalDuration: 60 }), false],
    ['began in it, without a duration', row(30, {}), true],
    ['began before it, without a duration', row(29, {}), false],
  ])('one that %s', (_, it, expected) => {
    expect(ranWithin(window, it)).toBe(expected);
  });

  it('are looked for among those that began up to an hour before', () => {
    expect(widened(window)).toEqual({ from: at(-30), to: at(35) });
  });
});
