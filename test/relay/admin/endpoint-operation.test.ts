import { expect, it } from 'vitest';
import * as z from 'zod';
import { createBaseClient } from '../../../src/platform/client.ts';
import { operationFactory } from '../../../src/relay/admin/api/endpoint-operation.ts';
import type { Operation } from '../../../src/relay/admin/api/operation.ts';
import { readInput } from '../../../src/relay/admin/api/read-input.ts';
import { createBodyReader } from '../../../src/relay/http/read-body.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

it('an operation of an endpoint checks its query and its body once', async () => {
  const checks: string[] = [];
  const counted = <S extends z.ZodObject>(part: string, schema: S) =>
    schema.refine(() => checks.push(part) > 0);
  const endpoint = {
    family: 'base',
    method: 'POST',
    path: '/v1/words',
    summary: 'Counts',
    query: counted('query', z.strictObject({ limit: z.optional(z.string()) })),
    body: counted('body', z.strictObject({ word: z.string() })),
    status: 204,
  } as const;
  const sent: unknown[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push([String(url), init?.body]);
    return new Response(null, { status: 204 });
  };
  const base = createBaseClient({ url: 'http://127.0.0.1:1', key: 'k' }, { fetch });
  const offer = operationFactory({ base, platform: undefined, outbound: undefined });
  const operation = offer('count', 'Events', '/words', endpoint) as unknown as Operation;

  const readBody = createBodyReader(Number.POSITIVE_INFINITY, createFakeClock());
  const body = JSON.stringify({ word: 'hello' });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request('https://relay.example/words?limit=1', { method: 'POST', body, headers });
  const input = await readInput(operation, request, {}, { limit: '1' }, readBody);
  if (!input.ok) throw new Error('refused');
  const call = { ...input.value, who: 'all', signal: request.signal } as unknown as Parameters<
    Operation['perform']
  >[0];
  expect(await operation.perform(call)).toMatchObject({ ok: true, value: { status: 204 } });
  expect([checks.sort(), sent]).toEqual([['body', 'query'], [['http://127.0.0.1:1/v1/words?limit=1', body]]]);
});
