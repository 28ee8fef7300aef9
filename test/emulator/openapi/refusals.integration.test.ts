import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesInAnswer, operations } from './document-validator.ts';
import { refusedRequestsOf } from './refused-requests.ts';
import { type RunningPlatform, startPlatform } from './running-platform.ts';

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const PAIRS = operations.flatMap(({ id, statuses }) =>
  statuses.filter((status) => status >= 400).map((status) => [id, status] as const),
);

// are the statuses, R-2.9 the bodies.
it.each(PAIRS)('%s is refused with %i as its document says', async (id, status) => {
  // Fails for a documented status without a request that leads to it.
  const requests = await refusedRequestsOf(platform, id, status);
  expect(requests).not.toEqual([]);
  for (const request of requests) {
    const { answer } = await platform.ask(id, request, request.requester);
    expect([request, answer.status, issuesInAnswer(id, answer)]).toEqual([request, status, []]);
  }
});
