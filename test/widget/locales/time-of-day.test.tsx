import { act, render } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { timeOfDay } from '../../../src/widget/locales/time-of-day.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const NOON = new Date(2026, 10, 2, 12).getTime();

describe('the time of a message', () => {
  it('the time appears after the message for the first format of a language, later with it', () => {
    const clock = createFakeClock();
    const shown = render(<time>{timeOfDay(NOON, 'de-CH', clock)}</time>).container;
    expect(shown.textContent).toBe('\u00a0');
    act(() => clock.advance(50));
    expect(shown.textContent).toBe('12:00');
    expect(timeOfDay(NOON + 3_600_000, 'de-CH', clock)).toBe('13:00');
  });
});
