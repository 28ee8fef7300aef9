import { expect, it } from 'vitest';
import { createTypingReporter } from '../../src/desk/typing.ts';
import { createFakeClock } from '../support/fake-clock.ts';

function setup() {
  const clock = createFakeClock();
  const reports: [state: string, at: number][] = [];
  const begin = clock.now();
  return {
    clock,
    reports,
    ...createTypingReporter(clock, (state) => reports.push([state, clock.now() - begin])),
  };
}

it('the desk reports typing at once, every three seconds, and its end five seconds after the last key', () => {
  const { clock, reports, keyPressed } = setup();
  for (let at = 0; at < 7; at += 1) {
    keyPressed();
    clock.advance(1_000);
  }
  clock.advance(60_000);
  expect(reports).toEqual([
    ['started', 0],
    ['started', 3_000],
    ['started', 6_000],
    ['stopped', 11_000],
  ]);
});

it('the desk reports the end of typing once, and the next start at once', () => {
  const { clock, reports, keyPressed, stop } = setup();
  stop();
  keyPressed();
  stop();
  stop();
  clock.advance(10_000);
  keyPressed();
  expect(reports).toEqual([
    ['started', 0],
    ['stopped', 0],
    ['started', 10_000],
  ]);
});
