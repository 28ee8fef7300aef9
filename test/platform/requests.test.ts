import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { alertRules } from '../../src/platform/alerts.ts';
import { attributes } from '../../src/platform/attributes.ts';
import { audioCache } from '../../src/platform/audio-cache.ts';
import { behavior } from '../../src/platform/behavior.ts';
import { createBaseClient } from '../../src/platform/client.ts';
import { concurrency } from '../../src/platform/concurrency.ts';
import { conversations } from '../../src/platform/conversations.ts';
import { agentConversations } from '../../src/platform/data-api.ts';
import { debugChat } from '../../src/platform/debug-chat.ts';
import type { Endpoint } from '../../src/platform/endpoint.ts';
import { handoffState } from '../../src/platform/handoff-state.ts';
import { createHost } from '../../src/platform/host.ts';
import { agentCalls, outboundCalls } from '../../src/platform/outbound-calls.ts';
import { buildRequest, checkInput } from '../../src/platform/request.ts';
import { webhookEndpoints } from '../../src/platform/webhook-endpoints.ts';
import { NEW_RULE } from './fixtures/alerts.ts';
import { NEW_ENDPOINT } from './fixtures/webhook-endpoints.ts';

const presets = { agent_id: 'agent-1', branch_id: 'main', account_id: 'acme', project_id: 'shop' };
const hostOf = (family: Endpoint['family']) =>
  createHost({ family, url: 'http://127.0.0.1:1/', key: 'key-3f9c', presets });
function build(endpoint: Endpoint, input: unknown) {
  const host = hostOf(endpoint.family);
  const checked = checkInput(host, endpoint, input as object, false);
  return checked.ok ? ok(buildRequest(host, endpoint, checked.value)) : checked;
}

/** The fields that a request is refused for; undefined when it would be sent. */
function refusedFor(endpoint: Endpoint, input: unknown): string[] | undefined {
  const built = build(endpoint, input);
  if (built.ok) return undefined;
  //
  const isMalformedId =
    ID_FIELDS.has(built.error.errors.map(({ field }) => field).join()) && 'params' in (input as object);
  expect(built.error).toMatchObject({ code: 'INVALID_REQUEST', status: isMalformedId ? 422 : 400 });
  return built.error.errors.map(({ field }) => field);
}

const ID_FIELDS = new Set([
  'rule_id',
  'endpoint_id',
  'call_sid',
  'attribute_id',
  'conversation_id',
  'agent_id',
  'branch_id',
  'account_id',
  'project_id',
]);
const rule = { rule_id: 'ar_1' };
const sid = (call_sid: string) => ({ params: { call_sid } });
const call = (body: object) => ({ body: { to_number: '+442079460018', ...body } });
const span = (start_time: string, end_time: string) => ({ query: { start_time, end_time } });

const REFUSED: readonly (readonly [Endpoint, unknown, readonly string[]])[] = [
  [behavior.replace, {}, ['behavior']],
  [behavior.replace, { body: { behavior: '' } }, ['behavior']],
  [behavior.replace, { body: { behavior: 'x', is_admin: true } }, ['is_admin']],
  [behavior.replace, { params: { branch_id: '..' }, body: { behavior: 3 } }, ['branch_id', 'behavior']],
  [alertRules.get, { params: { rule_id: 'ar-1' } }, ['rule_id']],
  [alertRules.get, { params: { rule_id: 'ar_1/../../v1' } }, ['rule_id']],
  [alertRules.get, {}, ['rule_id']],
  [
    alertRules.list,
    { query: { metric: 'speed', enabled: 'yes', state: '' } },
    ['metric', 'enabled', 'state'],
  ],
  [alertRules.list, { query: { connector: '1' } }, ['connector']],
  [alertRules.create, { body: { ...NEW_RULE, threshold_value: -1 } }, ['threshold_value']],
  [alertRules.create, { body: { ...NEW_RULE, threshold_value: 1.5 } }, ['threshold_value']],
  [alertRules.create, { body: { name: 'x' } }, ['metric', 'operator', 'threshold_value', 'window_duration']],
  [alertRules.create, { body: [] }, ['']],
  [alertRules.update, { params: rule, body: { window_duration: '1h' } }, ['window_duration']],
  [webhookEndpoints.get, { params: { endpoint_id: 'ar_1' } }, ['endpoint_id']],
  [webhookEndpoints.create, { body: { ...NEW_ENDPOINT, name: '' } }, ['name']],
  [webhookEndpoints.create, { body: { ...NEW_ENDPOINT, name: 'x'.repeat(256) } }, ['name']],
  [webhookEndpoints.create, { body: { ...NEW_ENDPOINT, timeout_ms: 999 } }, ['timeout_ms']],
  [webhookEndpoints.create, { body: { ...NEW_ENDPOINT, timeout_ms: 30_001 } }, ['timeout_ms']],
  [webhookEndpoints.create, { body: { ...NEW_ENDPOINT, event_types: [] } }, ['event_types']],
  [webhookEndpoints.create, { body: { ...NEW_ENDPOINT, event_types: ['all'] } }, ['event_types.0']],
  [
    webhookEndpoints.create,
    { body: { ...NEW_ENDPOINT, headers: { 'X-A': 'a\r\nX-B: b' } } },
    ['headers.X-A'],
  ],
  [audioCache.bulkDelete, { body: { ids: [] } }, ['ids']],
  [audioCache.bulkDelete, { body: { ids: Array.from({ length: 21 }, String) } }, ['ids']],
  [audioCache.list, { query: { limit: 201, offset: -1 } }, ['limit', 'offset']],
  [attributes.rename, { params: { attribute_id: 'a b' }, body: { name: '' } }, ['attribute_id', 'name']],
  [
    agentConversations.annotate,
    { params: { conversation_id: 'c' }, body: { annotations: [] } },
    ['annotations'],
  ],
  [
    agentConversations.audio,
    { params: { conversation_id: 'c' }, headers: { range: 'bytes=0-1,3-4' } },
    ['range'],
  ],
  [
    agentConversations.audio,
    { params: { conversation_id: 'c' }, headers: { range: 'x\r\nA: b' } },
    ['range'],
  ],
  [debugChat.start, { body: {} }, ['clientEnv']],
  [outboundCalls.place, call({ to_number: '020 7946 0018' }), ['to_number']],
  [outboundCalls.place, call({ to_number: '+0123' }), ['to_number']],
  [outboundCalls.place, call({ metadata: { a: 1 } }), ['metadata.a']],
  [outboundCalls.place, call({ metadata: { a: 'x'.repeat(20_000) } }), ['metadata']],
  [outboundCalls.place, call({ encryption: 'NONE' }), ['encryption']],
  [agentCalls.place, { body: { toNumber: '020 7946 0018', environment: 'live' } }, ['toNumber']],
  [agentCalls.place, { body: { toNumber: '+442079460018' } }, ['environment']],
  [agentCalls.status, sid('OUT-1'), ['environment']],
  [outboundCalls.status, sid('550e8400'), ['call_sid']],
  [outboundCalls.status, sid('OUT-1/../..'), ['call_sid']],
  [handoffState.get, {}, ['id']],
  [concurrency.get, {}, ['start_time', 'end_time']],
  [concurrency.get, span('2026-03-01T00:00:00Z', '2026-03-08T00:00:01Z'), ['end_time']],
  [concurrency.get, span('2026-03-01T00:00:01Z', '2026-03-01T00:00:00Z'), ['end_time']],
  [concurrency.get, span('yesterday', '2026-03-01'), ['start_time', 'end_time']],
];

const WHEN = { start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-02T00:00:00Z' };

/** A second implementation of the rules between the parameters of conversations. */
function brokenRules(query: Record<string, unknown>): string[] {
  const has = (name: string) => query[name] !== undefined;
  const broken: string[] = [];
  if (has('query_type') && has('sample')) broken.push('sample');
  if (has('query_type') && !has('query')) broken.push('query');
  if (has('turn_type') && query.query_type !== 'transcript') broken.push('turn_type');
  if (has('variant_id') && has('variant_name')) broken.push('variant_name');
  if (has('query_type') || has('sample')) broken.push(...Object.keys(WHEN).filter((name) => !has(name)));
  return broken.sort();
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyQuery = fc.record({
  query_type: maybe(fc.constantFrom('transcript', 'semantic')),
  sample: maybe(fc.constant('random')),
  query: maybe(fc.string({ minLength: 1, unit: 'binary' })),
  turn_type: maybe(fc.constantFrom('user', 'agent')),
  variant_id: maybe(fc.constant('v')),
  variant_name: maybe(fc.string({ minLength: 1 })),
  channel: maybe(fc.array(fc.string({ minLength: 1 }))),
  start_time: maybe(fc.constant(WHEN.start_time)),
  end_time: maybe(fc.constant(WHEN.end_time)),
  limit: maybe(fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }).map(String))),
});

describe('a request', () => {
  it.each(REFUSED)('refuses a request before it is sent: %#', (endpoint, input, fields) => {
    expect(refusedFor(endpoint, input)).toEqual(fields);
  });

  it('refuses a request with at most fifty field errors', () => {
    const body = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`extra${nth}`, 1]));
    expect(refusedFor(alertRules.update, { params: rule, body })).toEqual(Object.keys(body).slice(0, 50));
  });

  it('a refused request never reaches the network', async () => {
    const fetch = () => Promise.reject(new Error('the network was reached'));
    const client = createBaseClient({ url: 'http://127.0.0.1:1', key: 'k' }, { fetch });
    expect(await client.call(behavior.get, {})).toEqual({
      ok: false,
      error: {
        code: 'INVALID_REQUEST',
        status: 400,
        message: 'The request is not valid; it was not sent',
        errors: ['agent_id', 'branch_id'].map((field) => ({
          field,
          message: 'is required',
        })),
      },
    });
  });

  //
  it('refuses a request for conversations with one entry for each broken rule', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const built = build(conversations.v3, { query });
        const expected = brokenRules(query);
        if (!built.ok) {
          expect(built.error.errors.map(({ field }) => field).sort()).toEqual(expected);
          return;
        }
        expect(expected).toEqual([]);
        const { origin, pathname, searchParams, search } = new URL(built.value.url);
        expect([origin, pathname]).toEqual(['http://127.0.0.1:1', '/v3/acme/shop/conversations']);
        expect(search).not.toContain('+');
        const { channel = [], limit = 100, ...rest } = query;
        const said = Object.entries(rest).filter(([, value]) => value !== undefined);
        const wellFormed = (item: unknown) =>
          new TextDecoder().decode(new TextEncoder().encode(String(item)));
        expect([...searchParams].sort()).toEqual(
          [...said, ...channel.map((item) => ['channel', item]), ['limit', limit]]
            .map(([name, item]) => [name, wellFormed(item)])
            .sort(),
        );
      }),
    );
  });

  it('reports broken rules together with invalid fields', () => {
    const query = { sample: 'random', query_type: 'guess', limit: 0, start_time: 'now', cursor: '' };
    expect(refusedFor(conversations.v3, { query })?.sort()).toEqual(
      ['cursor', 'end_time', 'limit', 'query', 'query_type', 'sample', 'start_time'].sort(),
    );
  });

  //
  it('a request for conversations v1 has no cursor', () => {
    expect(refusedFor(conversations.v1, { query: { cursor: 'abc' } })).toEqual(['cursor']);
    expect(refusedFor(conversations.v2, { query: { cursor: 'abc' } })).toBeUndefined();
  });

  it('goes to the configured host and path for any parameters', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '.',
        '..',
        '%2e%2e',
        '../x',
        '..\\x',
        '@evil.example',
        '//evil.example',
        'a?b',
        'a#b',
        'a\r\nb',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (agent_id, branch_id) => {
        const built = build(behavior.get, { params: { agent_id, branch_id } });
        if (!built.ok) return;
        const { origin, pathname, search, hash } = new URL(built.value.url);
        expect([origin, decodeURIComponent(pathname), search, hash]).toEqual([
          'http://127.0.0.1:1',
          `/v1/agents/${agent_id}/branches/${branch_id}/behavior`,
          '',
          '',
        ]);
        expect(pathname.split('/')).toHaveLength(7);
      }),
    );
  });

  it('accepts booleans, numbers and lists as text', () => {
    const text = build(conversations.v3, { query: { in_progress: 'true', limit: '7', channel: 'CHAT' } });
    expect(text).toEqual(
      build(conversations.v3, { query: { in_progress: true, limit: 7, channel: ['CHAT'] } }),
    );
  });
});
