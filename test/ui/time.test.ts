import { expect, it } from 'vitest';
import { timeText } from '../../src/ui/time.ts';

it('formats the hour after midnight as 00', () => {
  expect(timeText(new Date(2026, 10, 2, 0, 5).getTime())).toBe('00:05');
  expect(timeText(new Date(2026, 10, 2, 23, 59).getTime())).toBe('23:59');
});
