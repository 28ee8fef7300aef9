import { signal } from '@preact/signals';
import { act, render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { LocalTime, localTimeText } from '../../src/ui/time.tsx';

const at = (...parts: [day: number, hour: number, minute: number]) => new Date(2026, 10, ...parts).getTime();

it.each([
  ['00:05', at(2, 0, 5), at(2, 23, 59)],
  ['23:59', at(2, 23, 59), at(2, 23, 59)],
  ['2 Nov 23:59', at(2, 23, 59), at(3, 0, 0)],
  ['22 Nov 14:36', at(22, 14, 36), at(21, 14, 36)],
])('the console shows the time %s', (text, time, now) => {
  expect(localTimeText(time, now)).toBe(text);
});

it('a shown time gets its day at midnight, and follows another time', () => {
  const now = signal(at(2, 23, 59));
  const { container, rerender } = render(<LocalTime at={at(2, 9, 30)} now={now} />);
  const element = container.querySelector('time');
  expect([element?.textContent, element?.dateTime, element?.title]).toEqual([
    '09:30',
    '2026-11-02T09:30:00.000Z',
    '2026-11-02T09:30:00.000Z',
  ]);
  act(() => {
    now.value = at(3, 0, 0);
  });
  expect(element?.textContent).toBe('2 Nov 09:30');
  rerender(<LocalTime at={at(3, 8, 0)} now={now} />);
  expect(element?.textContent).toBe('08:00');
});
