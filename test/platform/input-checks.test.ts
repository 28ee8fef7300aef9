import { expect, it } from 'vitest';
import * as z from 'zod';
import { createBaseClient, createOutboundClient } from '../../src/platform/client.ts';
import type { Endpoint } from '../../src/platform/endpoint.ts';
import { segment } from '../../src/platform/fields.ts';

/** An endpoint that counts how often a body was checked, and the bodies that were sent to it. */
function createCounter<F extends Endpoint['family']>(family: F) {
  const count = { checks: 0, sent: [] as unknown[] };
  const endpoint = {
    family,
    method: 'POST',
    path: '/v1/{agent_id}',
    summary: 'Counts',
    params: z.strictObject({ agent_id: segment }),
    body: z.strictObject({ word: z.string().min(1) }).refine(() => {
      count.checks += 1;
      return true;
    }),
    status: 204,
  } as const;
  const fetchWith = (statuses: number[]) => async (_: unknown, init?: RequestInit) => {
    count.sent.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: statuses.shift() ?? 204 });
  };
  return { count, endpoint, fetchWith };
}

it('an input is checked once, even when it is sent in both dialects', async () => {
  const { count, endpoint, fetchWith } = createCounter('outbound');
  const dialect = { read: async () => undefined, learn: async () => {} };
  const client = createOutboundClient(
    { url: 'http://127.0.0.1:1', key: 'k', dialect },
    { fetch: fetchWith([401, 204]) },
  );
  const input = { params: { agent_id: 'a' }, body: { word: 'hello' } };
  expect(await client.call(endpoint, input)).toEqual({ ok: true, value: undefined });
  expect(count).toEqual({ checks: 1, sent: [input.body, input.body] });
});

it('an input that the schemas have made is sent unchecked, but for its ids', async () => {
  const { count, endpoint, fetchWith } = createCounter('base');
  const client = createBaseClient({ url: 'http://127.0.0.1:1', key: 'k' }, { fetch: fetchWith([]) });
  const ask = (agent_id: string | undefined) =>
    client.call(endpoint, { params: { agent_id }, body: { word: 'hello' } }, { isChecked: true });
  const results = [await ask('a'), await ask('../b'), await ask(undefined)];
  expect(results.map((result) => (result.ok ? 'sent' : result.error.status))).toEqual(['sent', 422, 400]);
  expect(count).toEqual({ checks: 0, sent: [{ word: 'hello' }] });
});
