import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

describe('the fake clock', () => {
  it('runs due callbacks in order, each at its own time, also those that callbacks schedule', () => {
    const clock = createFakeClock(1000);
    const ran: unknown[] = [];
    const note = (name: string) => () => ran.push([name, clock.now()]);
    clock.after(20, note('late'));
    clock.after(10, () => {
      note('early')();
      clock.after(5, note('set on the way'));
      clock.after(0, note('at once'));
    });
    clock.after(10, note('early, set second'));
    clock.after(-5, note('overdue'));
    clock.after(31, note('not yet'));
    clock.advance(30);
    expect(ran).toEqual([
      ['overdue', 1000],
      ['early', 1010],
      ['early, set second', 1010],
      ['at once', 1010],
      ['set on the way', 1015],
      ['late', 1020],
    ]);
    expect([clock.now(), clock.waiting()]).toEqual([1030, 1]);
  });

  it('does not run a cancelled callback; cancelling is idempotent', () => {
    const clock = createFakeClock();
    const cancel = clock.after(1, () => expect.unreachable());
    cancel();
    cancel();
    clock.advance(2);
    expect(clock.waiting()).toBe(0);
  });
});
