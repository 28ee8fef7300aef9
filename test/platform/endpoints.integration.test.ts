import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { activeAlerts, alertRules } from '../../src/platform/alerts.ts';
import { attributes } from '../../src/platform/attributes.ts';
import { audioCache } from '../../src/platform/audio-cache.ts';
import { behavior } from '../../src/platform/behavior.ts';
import { concurrency } from '../../src/platform/concurrency.ts';
import { conversations } from '../../src/platform/conversations.ts';
import { agentConversations } from '../../src/platform/data-api.ts';
import { debugChat } from '../../src/platform/debug-chat.ts';
import type { Endpoint } from '../../src/platform/endpoint.ts';
import { handoffState } from '../../src/platform/handoff-state.ts';
import * as platform from '../../src/platform/index.ts';
import { agentCalls, outboundCalls } from '../../src/platform/outbound-calls.ts';
import { webhookEndpoints } from '../../src/platform/webhook-endpoints.ts';
import { ACTIVE_ALERT, NEW_RULE, RULE } from './fixtures/alerts.ts';
import { CONVERSATION, DEBUG_TURN, LISTED_FIELDS_ONLY, SUMMARY } from './fixtures/conversations.ts';
import { ENDPOINT, NEW_ENDPOINT } from './fixtures/webhook-endpoints.ts';
import { describeContract, described, row } from './support/contract.ts';

//
describe('behaviour, on the wire', () => {
  const path = '/v1/agents/agent-1/branches/main/behavior';
  describeContract([
    row(behavior.get, {}, `GET ${path}`, { answer: { behavior: '<channel:sms>Short.</channel>' } }),
    row(behavior.replace, { body: { behavior: 'Be kind.' } }, `PATCH ${path}`, {
      body: { behavior: 'Be kind.' },
      answer: { behavior: 'Be kind.' },
    }),
    row(
      behavior.get,
      { params: { agent_id: 'agent-2', branch_id: 'try.1' } },
      'GET /v1/agents/agent-2/branches/try.1/behavior',
      { answer: { behavior: '' } },
    ),
  ]);
});

//
describe('alerts, on the wire', () => {
  const params = { rule_id: 'ar_7Qm2' };
  describeContract([
    row(alertRules.list, {}, 'GET /v1/alert-rules', { answer: { data: [] } }),
    row(
      alertRules.list,
      { query: { project_id: 'a b', metric: 'call_volume', enabled: false, state: 'no_data' } },
      'GET /v1/alert-rules?project_id=a%20b&metric=call_volume&enabled=false&state=no_data',
      { answer: { data: [RULE, { ...RULE, metric: 'a_metric_of_later', since: null }] } },
    ),
    row(alertRules.create, { body: NEW_RULE }, 'POST /v1/alert-rules', { body: NEW_RULE, answer: RULE }),
    row(alertRules.get, { params }, 'GET /v1/alert-rules/ar_7Qm2', { answer: RULE }),
    row(
      alertRules.update,
      { params, body: { enabled: false, project_id: null } },
      'PATCH /v1/alert-rules/ar_7Qm2',
      { body: { enabled: false, project_id: null }, answer: { ...RULE, enabled: false } },
    ),
    row(alertRules.remove, { params }, 'DELETE /v1/alert-rules/ar_7Qm2'),
    row(activeAlerts.list, { query: { metric: 'api_errors' } }, 'GET /v1/alerts?metric=api_errors', {
      answer: { data: [ACTIVE_ALERT] },
    }),
  ]);
});

//
describe('webhook endpoints, on the wire', () => {
  const params = { endpoint_id: 'whe_4Bd9' };
  const path = '/v1/webhook-endpoints';
  const withSecret = { ...ENDPOINT, signing_secret: 'whsec_1' };
  const { headers: _, ...withoutHeaders } = ENDPOINT;
  describeContract([
    row(
      webhookEndpoints.list,
      { query: { enabled: 'true', event_type: 'alerts.resolved' } },
      `GET ${path}?enabled=true&event_type=alerts.resolved`,
      { answer: { data: [ENDPOINT, withoutHeaders] } },
    ),
    row(
      webhookEndpoints.create,
      { body: { ...NEW_ENDPOINT, event_types: [...NEW_ENDPOINT.event_types] } },
      `POST ${path}`,
      {
        body: NEW_ENDPOINT,
        answer: withSecret,
      },
    ),
    row(webhookEndpoints.get, { params }, `GET ${path}/whe_4Bd9`, { answer: ENDPOINT }),
    row(webhookEndpoints.update, { params, body: { timeout_ms: 30_000 } }, `PATCH ${path}/whe_4Bd9`, {
      body: { timeout_ms: 30_000 },
      answer: ENDPOINT,
    }),
    row(webhookEndpoints.remove, { params }, `DELETE ${path}/whe_4Bd9`),
    row(webhookEndpoints.rotateSecret, { params }, `POST ${path}/whe_4Bd9/rotate-secret`, {
      answer: { signing_secret: 'whsec_2' },
    }),
  ]);
});

//
describe('audio cache and attributes, on the wire', () => {
  const cache = '/v1/agents/agent-1/audio-cache';
  const path = '/v1/agents/agent-1/branches/main/attributes';
  const params = { attribute_id: 'at-1' };
  const tier = { id: 'at-1', name: 'tier' };
  const entry = {
    id: '7',
    transcript: 'Hello',
    cachedAt: '2026-03-02T09:00:00Z',
    hitCount: 3,
    duration: 0.8,
    regenerated: false,
    provider: 'cartesia',
    providerVoiceId: 'v-7',
    imported: false,
    audioFilename: null,
  };
  describeContract([
    row(audioCache.list, {}, `GET ${cache}`, { answer: { entries: [entry], totalCount: 1 } }),
    row(
      audioCache.list,
      { query: { limit: '200', offset: 0, sort: 'hit_count:desc' } },
      `GET ${cache}?limit=200&offset=0&sort=hit_count%3Adesc`,
      { answer: { entries: [], totalCount: 0 } },
    ),
    row(audioCache.bulkDelete, { body: { ids: ['7', '8'] } }, `POST ${cache}/bulk-delete`, {
      body: { ids: ['7', '8'] },
      answer: { deleted: ['7'], failed: ['8'] },
    }),
    row(attributes.list, {}, `GET ${path}`, { answer: { attributes: [tier] } }),
    row(attributes.create, { body: { name: 'tier' } }, `POST ${path}`, {
      body: { name: 'tier' },
      answer: tier,
    }),
    row(
      attributes.rename,
      { params: { attribute_id: 'a:t+1' }, body: { name: 'tier' } },
      `PATCH ${path}/a%3At%2B1`,
      {
        body: { name: 'tier' },
        answer: tier,
      },
    ),
    row(attributes.remove, { params }, `DELETE ${path}/at-1`, { answer: { id: 'at-1' } }),
  ]);
});

//
describe('the Data API and debug chat, on the wire', () => {
  const path = '/v1/agents/agent-1/conversations';
  const params = { conversation_id: 'CA0001' };
  const annotations = [{ turnId: 0, role: 'user', annotationType: 'wrong_transcript' }] as const;
  const start = { clientEnv: 'sandbox', integrationAttributes: { tier: 'gold', n: 1 } } as const;
  const say = { clientEnv: 'sandbox', message: 'Hello', metadata: { a: [null] } } as const;
  describeContract([
    row(agentConversations.list, {}, `GET ${path}`, {
      answer: { conversations: [SUMMARY], count: 1, limit: 50, offset: 0 },
    }),
    row(agentConversations.list, { query: { limit: 5, offset: 10 } }, `GET ${path}?limit=5&offset=10`, {
      answer: { conversations: [], count: 10, limit: 5, offset: 10 },
    }),
    row(agentConversations.get, { params }, `GET ${path}/CA0001`, {
      answer: { ...SUMMARY, turns: [{ any: 'thing' }], metrics: {}, functionEvents: {} },
    }),
    row(
      agentConversations.annotate,
      { params, body: { annotations: [...annotations] } },
      `POST ${path}/CA0001/annotation`,
      { body: { annotations }, answer: { success: true } },
    ),
    row(agentConversations.note, { params, body: { note: '' } }, `POST ${path}/CA0001/note`, {
      body: { note: '' },
      answer: {},
    }),
    row(debugChat.start, { body: start }, 'POST /v1/agents/agent-1/debug-chat', {
      body: start,
      answer: DEBUG_TURN,
    }),
    row(
      debugChat.continue,
      { params: { conversation_id: 'dbg-1' }, body: say },
      'POST /v1/agents/agent-1/debug-chat/dbg-1',
      { body: say, answer: DEBUG_TURN },
    ),
  ]);
});

//
describe('the platform family, on the wire', () => {
  const span = { start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-08T01:00:00+01:00' };
  const handedOver = {
    id: 'CA0001',
    shared_id: 'x',
    data: { text: ' \u00e4\u2028"', deep: { n: [1, '1'] } },
  };
  describeContract([
    row(conversations.v3, {}, 'GET /v3/acme/shop/conversations?limit=100', {
      answer: { conversations: [CONVERSATION], next_offset: 100, cursor: null },
    }),
    row(
      conversations.v3,
      {
        params: { account_id: 'ACCOUNT-1', project_id: 'PROJECT-2' },
        query: {
          ...span,
          query_type: 'transcript',
          query: 'red + blue & "green"',
          turn_type: 'agent',
          client_env: 'pre-release',
          channel: ['WEBCHAT', 'VOICE-SIP'],
          variant_name: 'Shop, north',
          in_progress: false,
          limit: 1000,
          offset: 0,
          cursor: 'a-_=.',
          include_latency: true,
          include_context_state: 'false',
          include_turn_metadata: true,
        },
      },
      'GET /v3/ACCOUNT-1/PROJECT-2/conversations?start_time=2026-03-01T00%3A00%3A00Z' +
        '&end_time=2026-03-08T01%3A00%3A00%2B01%3A00&query_type=transcript' +
        '&query=red%20%2B%20blue%20%26%20%22green%22&turn_type=agent&client_env=pre-release' +
        '&channel=WEBCHAT&channel=VOICE-SIP&variant_name=Shop%2C%20north&in_progress=false&limit=1000' +
        '&offset=0&include_latency=true&include_context_state=false&include_turn_metadata=true&cursor=a-_%3D.',
      { answer: { conversations: [], cursor: null } },
    ),
    row(
      conversations.v2,
      { query: { sample: 'random', ...span, channel: 'CHAT', variant_id: 'v-1' } },
      'GET /v2/acme/shop/conversations?start_time=2026-03-01T00%3A00%3A00Z' +
        '&end_time=2026-03-08T01%3A00%3A00%2B01%3A00&sample=random&channel=CHAT&variant_id=v-1&limit=100',
      { answer: { conversations: [{ ...CONVERSATION, from_number: null, handoff_reason: null }] } },
    ),
    row(
      conversations.v1,
      { query: { offset: 20, limit: 5 } },
      'GET /v1/acme/shop/conversations?limit=5&offset=20',
      { answer: { conversations: [LISTED_FIELDS_ONLY], next_offset: 25, descriptions: { any: 'text' } } },
    ),
    row(
      concurrency.get,
      { query: { ...span, variant_name: 'Shop, north', slice_by: 'variant' } },
      'GET /v1/acme/shop/conversations/concurrency?start_time=2026-03-01T00%3A00%3A00Z' +
        '&end_time=2026-03-08T01%3A00%3A00%2B01%3A00&variant_name=Shop%2C%20north&slice_by=variant',
      {
        answer: {
          account_id: 'acme',
          project_id: 'shop',
          intervals: [{ variant_id: 'v-1', time: '2026-03-01T00:00:00Z', max_concurrent_conversations: 3 }],
        },
      },
    ),
    row(
      handoffState.get,
      { query: { shared_id: 'a/b' } },
      'GET /v1/acme/shop/handoff_state?shared_id=a%2Fb',
      {
        answer: handedOver,
      },
    ),
  ]);
});

//
describe('outbound calls, on the wire', () => {
  const call = {
    to_number: '020 7946 0018',
    country_code: 'GB',
    metadata: { name: ' Zoë\t', empty: '' },
    encryption: 'TLS/RTP',
  } as const;
  describeContract([
    row(outboundCalls.place, { body: { to_number: '+442079460018' } }, 'POST /v1/outbound-calling', {
      body: { to_number: '+442079460018' },
      answer: { call_sid: 'OUT-1' },
    }),
    row(outboundCalls.place, { body: call }, 'POST /v1/outbound-calling', {
      body: call,
      answer: { call_sid: 'OUT-1' },
    }),
    row(
      outboundCalls.status,
      { params: { call_sid: 'OUT-550e8400-e29b' } },
      'GET /v1/outbound-calling/OUT-550e8400-e29b/status',
      { answer: { status: 'failure', reason: 'busy' } },
    ),
  ]);
});

//
describe('outbound calls of the agents host, on the wire', () => {
  const path = '/v1/agents/agent-1/telephony/outbound-calls';
  const call = {
    toNumber: '020 7946 0018',
    environment: 'sandbox',
    countryCode: 'GB',
    variantId: 'v-1',
    encryption: 'tls_rtp',
    metadata: { name: ' Zoë\t' },
  } as const;
  describeContract([
    row(agentCalls.place, { body: call }, `POST ${path}`, {
      body: call,
      answer: { callSid: 'OUT-1', status: 'QUEUED' },
    }),
    row(
      agentCalls.status,
      { params: { call_sid: 'OUT-550e8400-e29b' }, query: { environment: 'sandbox' } },
      `GET ${path}/OUT-550e8400-e29b/status?environment=sandbox`,
      { answer: { callSid: 'OUT-550e8400-e29b', status: 'FAILURE', reason: 'busy' } },
    ),
  ]);
});

describe('the endpoints that are exported', () => {
  const isEndpoint = (item: unknown): item is Endpoint =>
    typeof item === 'object' && item !== null && 'family' in item && 'path' in item;
  const all = Object.values(platform).flatMap((value) => Object.values(value).filter(isEndpoint));

  it('the tests above cover every exported endpoint, except the one without a JSON answer', () => {
    expect(all).toHaveLength(36);
    expect(all.filter((endpoint) => !described.has(endpoint))).toEqual([agentConversations.audio]);
  });

  it('the path names of exported endpoints match their params, and schemas convert to JSON schema', () => {
    for (const { path, params, query, headers, body, answer } of all) {
      expect(Object.keys(params?.shape ?? {}).map((name) => `{${name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      );
      for (const it of [params, query, headers, body]) {
        if (it) expect(z.toJSONSchema(it, { io: 'input' })).toMatchObject({ additionalProperties: false });
      }
      if (answer) expect(z.toJSONSchema(answer)).toMatchObject({ type: 'object' });
    }
  });
});
