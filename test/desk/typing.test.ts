import { expect, it } from 'vitest';
import { createTyping } from '../../src/desk/typing.ts';
import { createFakeClock } from '../support/fake-clock.ts';

function typing() {
  const clock = createFakeClock();
  const told: [state: string, at: number][] = [];
  const begin = clock.now();
  return { clock, told, ...createTyping(clock, (state) => told.push([state, clock.now() - begin])) };
}

it('tells at once, then every three seconds while keys are pressed, and five seconds after the last', () => {
  const { clock, told, press } = typing();
  for (let at = 0; at < 7; at += 1) {
    press();
    clock.advance(1_000);
  }
  clock.advance(60_000);
  expect(told).toEqual([
    ['started', 0],
    ['started', 3_000],
    ['started', 6_000],
    ['stopped', 11_000],
  ]);
});

it('tells once that it is over, and begins anew', () => {
  const { clock, told, press, stop } = typing();
  stop();
  press();
  stop();
  stop();
  clock.advance(10_000);
  press();
  expect(told).toEqual([
    ['started', 0],
    ['stopped', 0],
    ['started', 10_000],
  ]);
});
