import { expect, it } from 'vitest';
import { shareOf } from '../../support/sizes.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPrism, PUBLISHED_ENV, prismRequestOf, publishedOperations } from '../support/prism.ts';

/** Prism invents random answers of the platform's published documents; the admin side must accept each of them. */

/** Random answers to each operation. */
const ROUNDS = shareOf(30);

const prism = createPrism(true);
const open = useBench();

it('every random answer of the published documents is accepted', async () => {
  const operations = await publishedOperations();
  let invented: unknown;
  let isExport = false;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const result = await prism.request(await prismRequestOf(input, init), operations)();
    if (result._tag === 'Left') throw new Error(result.left.message);
    const { statusCode, headers = {}, body: random } = result.right.output;
    // The export reads page after page, and a random one would have another behind it.
    const body = isExport ? { ...(random as object), cursor: null } : random;
    invented = { statusCode, body };
    const isText = typeof body === 'string';
    return new Response(
      body === undefined || statusCode === 204 ? null : isText ? body : JSON.stringify(body),
      {
        status: statusCode,
        headers: headers as Record<string, string>,
      },
    );
  };
  const bench = await open({ env: { ...ADMIN_ENV, ...PUBLISHED_ENV }, ports: { fetch } });
  const refused: unknown[] = [];
  let count = 0;
  for (const { id, method, path, body, upstream, scopes } of OPERATIONS) {
    // Prism invents no recording.
    if (!upstream || typeof upstream.answer === 'string') continue;
    isExport = id === 'exportConversations';
    for (let round = 0; round < ROUNDS; round++) {
      // A key for each scope: one key may call 600 times a minute.
      const answer = await bench.call(`/admin/v1${path}`, as(scopes[0] ?? 'all', { method, body }));
      count += 1;
      if (answer.status >= 300) refused.push({ id, status: answer.status, json: answer.json, invented });
    }
  }
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan((800 / 30) * ROUNDS);
});
