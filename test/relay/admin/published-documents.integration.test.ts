import type { IHttpRequest } from '@stoplight/prism-http';
import { expect, it } from 'vitest';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPrism, PUBLISHED_ENV, prismRequestOf, publishedOperations } from '../support/prism.ts';

/** Prism, a validator that others wrote, judges each request that the admin side makes by the platform's published documents. */

const prism = createPrism(false);
const open = useBench();

/** Returns the violations of one request, or the reason why no document describes it. */
async function judge(request: IHttpRequest, operations: Awaited<ReturnType<typeof publishedOperations>>) {
  const result = await prism.request(request, operations)();
  if (result._tag === 'Left') return [`${request.method} ${request.url.path}: ${result.left.message}`];
  return result.right.validations.input.map(
    ({ path = [], message }) => `${request.method} ${request.url.path}: ${path.join('.')} ${message}`,
  );
}

/** Calls with parameters that the table of operations does not use. */
const MORE = [
  '/conversations?version=v1&limit=7&start_time=2026-11-01T00:00:00Z&end_time=2026-11-02T00:00:00Z',
  '/conversations?version=v3&limit=7&start_time=2026-11-01T00:00:00Z&end_time=2026-11-02T00:00:00Z&variant_name=B&client_env=live',
  '/conversations?source=data&limit=5&offset=10',
  '/alert-rules?project_id=PROJECT-1&metric=call_volume&enabled=true&state=alert',
  '/alerts?project_id=PROJECT-1&metric=call_volume',
  '/webhook-endpoints?enabled=true&event_type=alerts.triggered',
  '/concurrency?start_time=2026-11-01T00:00:00Z&end_time=2026-11-02T00:00:00Z',
  '/handoff-state?shared_id=abc',
];

it('every request of the admin operations is as the platform has published it', async () => {
  const operations = await publishedOperations();
  const requests: IHttpRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(await prismRequestOf(input, init));
    return new Response('{}', { headers: { 'Content-Type': 'application/json' } });
  };
  const { call } = await open({ env: { ...ADMIN_ENV, ...PUBLISHED_ENV }, ports: { fetch } });
  for (const { id, method, path, body, upstream } of OPERATIONS) {
    if (!upstream) continue;
    const before = requests.length;
    await call(`/admin/v1${path}`, as('all', { method, body }));
    expect([id, requests.length > before]).toEqual([id, true]);
  }
  for (const path of MORE) {
    const before = requests.length;
    const { json } = await call(`/admin/v1${path}`, as('all'));
    expect([path, requests.length > before ? undefined : json]).toEqual([path, undefined]);
  }
  const violations = (await Promise.all(requests.map((request) => judge(request, operations)))).flat();
  expect(violations).toEqual([]);
});

it('a request that differs from the documents is noticed', async () => {
  const operations = await publishedOperations();
  const rule = {
    method: 'post',
    url: { baseUrl: 'https://api.us.poly.ai', path: '/v1/alert-rules' },
  } as const;
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' };
  const found = [
    await judge({ ...rule, headers, body: { name: 1 } }, operations),
    await judge({ ...rule, headers: { 'content-type': 'application/json' }, body: {} }, operations),
    await judge({ ...rule, url: { ...rule.url, path: '/v1/rules' }, headers }, operations),
  ];
  expect(found.map((differences) => differences.length > 0)).toEqual([true, true, true]);
});
