import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStore } from '../../../../src/emulator/store/store.ts';
import { shareOf } from '../../../support/sizes.ts';
import { createInProcessHosts } from './in-process-hosts.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const TARGETS = [
  ['PATCH', '/v1/agents/shop/branches/draft/behavior', ['behavior']],
  ['POST', '/v1/agents/shop/branches/main/attributes', ['name']],
  ['POST', '/v1/agents/shop/audio-cache/bulk-delete', ['ids']],
  [
    'POST',
    '/v1/alert-rules',
    ['name', 'metric', 'operator', 'threshold_value', 'window_duration', 'enabled', 'project_id'],
  ],
  ['POST', '/v1/webhook-endpoints', ['name', 'url', 'event_types', 'headers', 'timeout_ms', 'enabled']],
  ['POST', '/v1/outbound-calling', ['to_number', 'country_code', 'metadata', 'encryption']],
  ['GET', '/v1/agents/shop/audio-cache', []],
  ['GET', '/v1/alerts', []],
  ['GET', '/v1/lumen-oak/shop/handoff_state', []],
  ['GET', `/v1/outbound-calling/OUT-${ID}/status`, []],
] as const;

/** Values that are almost valid, and arbitrary ones. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'ok',
    '>=',
    '5m',
    'api_errors',
    'alerts.triggered',
    '+15550100142',
    'https://example.com',
    10,
  ),
  fc.array(fc.string()),
  fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')), fc.string()),
);

it('no input causes an internal error', async () => {
  const store = openStore(':memory:');
  const lines: string[] = [];
  const { base, platform } = createInProcessHosts(
    store,
    (['base', 'platform', 'outbound'] as const).map((family) => ({ family, key: family })),
    (line) => void lines.push(line),
  );
  const request = fc.constantFrom(...TARGETS).chain(([method, path, fields]) =>
    fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      query: fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('limit', 'sort', 'id', 'metric')),
        fc.string(),
      ),
      body: fc.oneof(
        fc
          .dictionary(fc.oneof(fc.constantFrom('x', ...fields), fc.string()), value)
          .map((value) => JSON.stringify(value)),
        fc.string({ unit: 'binary' }),
        fc.json(),
      ),
    }),
  );
  const ask = fc.asyncProperty(request, async ({ method, path, query, body }) => {
    const isPlatform = /outbound|handoff/.test(path);
    const search = method === 'GET' ? `?${new URLSearchParams(query)}` : '';
    const answer = await (isPlatform ? platform : base).request(path + search, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-API-KEY': isPlatform ? 'platform' : 'base',
        'X-Service-Auth-Token': 'outbound',
      },
      ...(method !== 'GET' && { body }),
    });
    await answer.json();
    expect([200, 201, 400, 404, 409, 422]).toContain(answer.status);
  });
  await fc.assert(ask, { numRuns: shareOf(400) });
  expect(lines.filter((line) => line.includes('failed'))).toEqual([]);
  store.close();
});
