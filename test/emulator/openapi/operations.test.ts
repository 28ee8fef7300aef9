import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANSWERED } from './answered.ts';
import { faultsIn, faultsInRequest, operations } from './contract.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What is deleted must have been looked at before. */
const isDeletion = (id: string) => Number(id.startsWith('delete'));
const PAIRS = operations
  .flatMap(({ id, statuses }) => statuses.filter((it) => it < 400).map((status) => [id, status] as const))
  .sort(([one], [other]) => isDeletion(one) - isDeletion(other));

/** Lists without an item, at the top of a body or below: they would show nothing of their items' shape. */
function emptyLists(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : [];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, it]) => emptyLists(it, `${path}/${name}`));
}

it.each(PAIRS)('%s is answered with %i as its document says', async (id, status) => {
  const sent = ANSWERED[id]?.[status];
  if (sent === undefined) throw new Error(`unable to ask ${id} for ${status}; no request is known`);
  const { request, answer } = await world.ask(id, sent);
  expect(faultsInRequest(id, request)).toEqual([]);
  expect([answer.status, faultsIn(id, answer)]).toEqual([status, []]);
  // What nobody has found, tagged or called yet.
  const mayBeEmpty = ['/tags', '/metadata/functionEvents'];
  expect(emptyLists(answer.body).filter((path) => !mayBeEmpty.includes(path))).toEqual([]);
});

it('no request is there for what no document has', () => {
  const asked = Object.entries(ANSWERED).flatMap(([id, it]) =>
    Object.keys(it).map((status) => `${id} ${status}`),
  );
  expect(asked.toSorted()).toEqual(PAIRS.map(([id, status]) => `${id} ${status}`).toSorted());
});
