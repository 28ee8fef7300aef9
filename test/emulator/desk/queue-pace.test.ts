import { expect, it } from 'vitest';
import { createQueuePace } from '../../../src/emulator/desk/queue-pace.ts';

const estimates = (pace: ReturnType<typeof createQueuePace>) =>
  [1, 2, 3].map((number) => pace.estimatedSeconds(number));

it('the queue expects half a minute for each visitor until one was taken', () => {
  expect(estimates(createQueuePace())).toEqual([30, 60, 90]);
});

it('the queue expects the pace of the last five visitors', () => {
  const pace = createQueuePace();
  pace.taken(1_000_000, 1_600_000);
  expect(estimates(pace)).toEqual([600, 1200, 1800]);
  for (let at = 1; at <= 5; at += 1) pace.taken(1_000_000, 1_600_000 + at * 20_000);
  expect(estimates(pace)).toEqual([20, 40, 60]);
});

it('the queue does not count the time in which nobody waited', () => {
  const pace = createQueuePace();
  pace.taken(1_000_000, 1_010_000);
  pace.taken(9_000_000, 9_030_000);
  expect(estimates(pace)).toEqual([20, 40, 60]);
});

it('the queue promises nobody a live agent sooner than in five seconds', () => {
  const pace = createQueuePace();
  pace.taken(1_000_000, 1_000_010);
  expect(estimates(pace)).toEqual([5, 10, 15]);
});
