import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesInAnswer, issuesInRequest, operations } from './document-validator.ts';
import { type RunningPlatform, startPlatform } from './running-platform.ts';
import { SUCCESSFUL_REQUESTS } from './successful-requests.ts';

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Deletions run last, after the tests of the deleted resource. */
const isDeletion = (id: string) => Number(id.startsWith('delete'));
const PAIRS = operations
  .flatMap(({ id, statuses }) =>
    statuses.filter((status) => status < 400).map((status) => [id, status] as const),
  )
  .sort(([one], [other]) => isDeletion(one) - isDeletion(other));

/** Paths of empty lists in a body. An empty list would not test the schema of its items. */
function emptyLists(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : [];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([name, value]) => emptyLists(value, `${path}/${name}`));
}

it.each(PAIRS)('%s is answered with %i as its document says', async (id, status) => {
  const input = SUCCESSFUL_REQUESTS[id]?.[status];
  if (input === undefined) throw new Error(`unable to ask ${id} for ${status}; no request is known`);
  const { request, answer } = await platform.ask(id, input);
  expect(issuesInRequest(id, request)).toEqual([]);
  expect([answer.status, issuesInAnswer(id, answer)]).toEqual([status, []]);
  // Lists that the embedded platform may leave empty.
  const mayBeEmpty = ['/tags', '/metadata/functionEvents'];
  expect(emptyLists(answer.body).filter((path) => !mayBeEmpty.includes(path))).toEqual([]);
});

it('every request belongs to an operation and status of a document', () => {
  const requested = Object.entries(SUCCESSFUL_REQUESTS).flatMap(([id, value]) =>
    Object.keys(value).map((status) => `${id} ${status}`),
  );
  expect(requested.toSorted()).toEqual(PAIRS.map(([id, status]) => `${id} ${status}`).toSorted());
});
