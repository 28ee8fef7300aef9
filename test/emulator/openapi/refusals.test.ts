import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsIn, operations } from './contract.ts';
import { refusedWith } from './refused.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const PAIRS = operations.flatMap(({ id, statuses }) =>
  statuses.filter((it) => it >= 400).map((status) => [id, status] as const),
);

it.each(PAIRS)('%s is refused with %i as its document says', async (id, status) => {
  // None: the status stands in the document, and nobody knows how it comes about.
  const requests = await refusedWith(world, id, status);
  expect(requests).not.toEqual([]);
  for (const request of requests) {
    const { answer } = await world.ask(id, request, request.who);
    expect([request, answer.status, faultsIn(id, answer)]).toEqual([request, status, []]);
  }
});
