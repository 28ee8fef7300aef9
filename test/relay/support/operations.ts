import type { Scope } from '../../../src/relay/config/values.ts';

type Family = 'base' | 'platform' | 'outbound';

/** One call of the admin interface, the expected call to the platform, and the platform's answer. */
export interface Operation {
  readonly id: string;
  readonly scopes: readonly Exclude<Scope, 'pii'>[];
  readonly method: string;
  /** Path and query below `/admin/v1`. */
  readonly path: string;
  readonly body?: unknown;
  /** The relay's answer, made of the platform's; default: that answer. */
  readonly made?: string;
  /** undefined: the relay answers without the platform. */
  readonly upstream?: {
    readonly family: Family;
    /** Method, path and query of the HTTP request. */
    readonly line: string;
    readonly status: number;
    /** null: without a body. */
    readonly answer: unknown;
  };
}

const AGENT = '/v1/agents/PROJECT-1';
const BRANCH = `${AGENT}/branches/main`;
const DATA = '/PROJECT-1/conversations';

const rule = {
  id: 'ar_1',
  name: 'Slow',
  project_id: null,
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1_500,
  window_duration: '5m',
  enabled: true,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  current_state: 'alert',
  since: '2026-11-01T00:05:00Z',
  last_evaluated_at: '2026-11-01T00:06:00Z',
  current_value: 1_700,
  not_known_yet: { kept: true },
};
const newRule = {
  name: 'Slow',
  metric: 'turn_latency_p95',
  operator: '>',
  threshold_value: 1_500,
  window_duration: '5m',
};
const endpoint = {
  id: 'whe_1',
  name: 'Desk',
  url: 'https://desk.example.com/hook',
  enabled: true,
  event_types: ['alerts.triggered'],
  timeout_ms: 5_000,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
};
const turn = {
  conversationId: 'c-1',
  userInput: 'hi',
  response: 'Hello',
  metadata: { state: null },
  conversationEnded: false,
  delayedResponse: false,
};
const detail = { conversationId: 'c-1', accountId: 'ACCOUNT-1', projectId: 'PROJECT-1', turns: [{ a: 1 }] };

const base = (line: string, answer: unknown, status = 200) => ({
  family: 'base' as const,
  line,
  status,
  answer,
});
const platform = (line: string, answer: unknown) => ({
  family: 'platform' as const,
  line,
  status: 200,
  answer,
});

/** Every operation of contract §5. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'getBehavior',
    scopes: ['read'],
    method: 'GET',
    path: '/behavior',
    upstream: base(`GET ${BRANCH}/behavior`, { behavior: 'Be kind.' }),
  },
  {
    id: 'replaceBehavior',
    scopes: ['write'],
    method: 'PATCH',
    path: '/behavior?agent_id=PROJECT-2&branch_id=next',
    body: { behavior: 'Be brief.' },
    upstream: base('PATCH /v1/agents/PROJECT-2/branches/next/behavior', { behavior: 'Be brief.' }),
  },
  {
    id: 'listBehaviorVersions',
    scopes: ['read'],
    method: 'GET',
    path: '/behavior/versions?branch_id=next&limit=10',
  },
  {
    id: 'listBranches',
    scopes: ['read'],
    method: 'GET',
    path: '/branches',
  },
  {
    id: 'lintBehavior',
    scopes: ['read'],
    method: 'POST',
    path: '/behavior/lint',
    body: { behavior: '' },
  },
  {
    id: 'readSuite',
    scopes: ['read'],
    method: 'POST',
    path: '/behavior/suite',
    body: { suite: 'cases: [{ say: Hello }]' },
  },
  {
    id: 'previewBehavior',
    scopes: ['read'],
    method: 'POST',
    path: '/behavior/preview',
    body: { behavior: '', channel: 'sms', language: 'en' },
  },
  {
    id: 'listAlertRules',
    scopes: ['read'],
    method: 'GET',
    path: '/alert-rules?project_id=PROJECT-1&enabled=true&metric=api_errors&state=ok',
    upstream: base('GET /v1/alert-rules?project_id=PROJECT-1&metric=api_errors&enabled=true&state=ok', {
      data: [rule],
    }),
  },
  {
    id: 'createAlertRule',
    scopes: ['write'],
    method: 'POST',
    path: '/alert-rules',
    body: newRule,
    upstream: base('POST /v1/alert-rules', rule, 201),
  },
  {
    id: 'getAlertRule',
    scopes: ['read'],
    method: 'GET',
    path: '/alert-rules/ar_1',
    upstream: base('GET /v1/alert-rules/ar_1', rule),
  },
  {
    id: 'updateAlertRule',
    scopes: ['write'],
    method: 'PATCH',
    path: '/alert-rules/ar_1',
    body: { threshold_value: 0, enabled: false },
    upstream: base('PATCH /v1/alert-rules/ar_1', rule),
  },
  {
    id: 'deleteAlertRule',
    scopes: ['write'],
    method: 'DELETE',
    path: '/alert-rules/ar_1',
    upstream: base('DELETE /v1/alert-rules/ar_1', null, 204),
  },
  {
    id: 'listActiveAlerts',
    scopes: ['read'],
    method: 'GET',
    path: '/alerts?metric=api_errors&enabled=true',
    upstream: base('GET /v1/alerts?metric=api_errors&enabled=true', { data: [] }),
  },
  {
    id: 'listConversations',
    scopes: ['read'],
    method: 'GET',
    path: '/conversations?variant_name=Black%20Friday&channel=WEBCHAT&channel=VOICE-SIP&cursor=abc&limit=7',
    upstream: platform(
      'GET /v3/ACCOUNT-1/PROJECT-1/conversations?channel=WEBCHAT&channel=VOICE-SIP&variant_name=Black%20Friday&limit=7&cursor=abc',
      { conversations: [{ id: 'c-1', state: { raw: ' kept ' } }], cursor: null },
    ),
  },
  {
    id: 'exportConversations',
    scopes: ['read'],
    method: 'GET',
    path: '/conversations/export?start_time=2026-11-26T08:00:00Z&end_time=2026-11-27T08:00:00Z',
    made:
      'id,started_at,ended_at,language,environment,channel,variant,from_number,to_number,in_progress,duration_s,turns,' +
      'handoff,handoff_reason,latency_p50_ms,latency_p95_ms,latency_max_ms,silent_turns,out_of_domain_turns\r\n' +
      `c-1${','.repeat(18)}\r\n`,
    upstream: platform(
      'GET /v3/ACCOUNT-1/PROJECT-1/conversations?start_time=2026-11-26T08%3A00%3A00Z&end_time=2026-11-27T08%3A00%3A00Z&limit=200&include_latency=true&include_context_state=true&include_turn_metadata=false',
      { conversations: [{ id: 'c-1' }], cursor: null },
    ),
  },
  {
    id: 'getConversation',
    scopes: ['read'],
    method: 'GET',
    path: '/conversations/c-1',
    upstream: base(`GET /v1/agents${DATA}/c-1`, detail),
  },
  {
    id: 'getConversationAudio',
    scopes: ['read'],
    method: 'GET',
    path: '/conversations/c-1/audio?direction=user&redacted=true',
    upstream: base(`GET /v1/agents${DATA}/c-1/audio?direction=user&redacted=true`, 'RIFF'),
  },
  {
    id: 'noteConversation',
    scopes: ['write'],
    method: 'POST',
    path: '/conversations/c-1/note',
    body: { note: 'Call back.' },
    upstream: base(`POST /v1/agents${DATA}/c-1/note`, { success: true }, 201),
  },
  {
    id: 'listAnnotations',
    scopes: ['read'],
    method: 'GET',
    path: '/conversations/c-1/annotations',
  },
  {
    id: 'annotateConversation',
    scopes: ['write'],
    method: 'POST',
    path: '/conversations/c-1/annotations',
    body: { annotations: [{ turnId: 0, role: 'agent', annotationType: 'wrong_info' }] },
    upstream: base(`POST /v1/agents${DATA}/c-1/annotation`, { success: true }, 201),
  },
  {
    id: 'getConcurrency',
    scopes: ['read'],
    method: 'GET',
    path: '/concurrency?start_time=2026-11-01T00:00:00Z&end_time=2026-11-08T00:00:00Z&slice_by=variant',
    upstream: platform(
      'GET /v1/ACCOUNT-1/PROJECT-1/conversations/concurrency?start_time=2026-11-01T00%3A00%3A00Z&end_time=2026-11-08T00%3A00%3A00Z&slice_by=variant',
      { account_id: 'ACCOUNT-1', project_id: 'PROJECT-1', intervals: [] },
    ),
  },
  {
    id: 'getHandoffState',
    scopes: ['read'],
    method: 'GET',
    path: '/handoff-state?shared_id=crm-7&account_id=ACCOUNT-2',
    upstream: platform('GET /v1/ACCOUNT-2/PROJECT-1/handoff_state?shared_id=crm-7', {
      id: 'c-1',
      data: { ' opaque ': [1, null] },
    }),
  },
  {
    id: 'listOutboundCalls',
    scopes: ['read', 'call'],
    method: 'GET',
    path: '/outbound-calls?limit=10',
  },
  {
    id: 'placeOutboundCall',
    scopes: ['call'],
    method: 'POST',
    path: '/outbound-calls',
    body: { to_number: '+14155552671', metadata: { ' order ': ' 7 ' } },
    upstream: {
      family: 'outbound',
      line: 'POST /v1/outbound-calling',
      status: 200,
      answer: { call_sid: 'OUT-1' },
    },
  },
  {
    id: 'getOutboundCall',
    scopes: ['read', 'call'],
    method: 'GET',
    path: '/outbound-calls/OUT-1',
    upstream: {
      family: 'outbound',
      line: 'GET /v1/outbound-calling/OUT-1/status',
      status: 200,
      answer: { status: 'calling', reason: null },
    },
  },
  {
    id: 'listAudioCache',
    scopes: ['read'],
    method: 'GET',
    path: '/audio-cache?limit=10',
    upstream: base(`GET ${AGENT}/audio-cache?limit=10`, { entries: [], totalCount: 0 }),
  },
  {
    id: 'deleteAudioCacheEntries',
    scopes: ['write'],
    method: 'POST',
    path: '/audio-cache/bulk-delete',
    body: { ids: ['a', 'b'] },
    upstream: base(`POST ${AGENT}/audio-cache/bulk-delete`, { deleted: ['a'], failed: ['b'] }),
  },
  {
    id: 'listAttributes',
    scopes: ['read'],
    method: 'GET',
    path: '/attributes',
    upstream: base(`GET ${BRANCH}/attributes`, { attributes: [{ id: 'a', name: 'Tone' }] }),
  },
  {
    id: 'createAttribute',
    scopes: ['write'],
    method: 'POST',
    path: '/attributes',
    body: { name: 'Tone' },
    upstream: base(`POST ${BRANCH}/attributes`, { id: 'a', name: 'Tone' }, 201),
  },
  {
    id: 'renameAttribute',
    scopes: ['write'],
    method: 'PATCH',
    path: '/attributes/a',
    body: { name: 'Voice' },
    upstream: base(`PATCH ${BRANCH}/attributes/a`, { id: 'a', name: 'Voice' }),
  },
  {
    id: 'deleteAttribute',
    scopes: ['write'],
    method: 'DELETE',
    path: '/attributes/a',
    upstream: base(`DELETE ${BRANCH}/attributes/a`, { id: 'a' }),
  },
  {
    id: 'listWebhookEndpoints',
    scopes: ['read'],
    method: 'GET',
    path: '/webhook-endpoints?event_type=alerts.resolved',
    upstream: base('GET /v1/webhook-endpoints?event_type=alerts.resolved', { data: [endpoint] }),
  },
  {
    id: 'createWebhookEndpoint',
    scopes: ['write'],
    method: 'POST',
    path: '/webhook-endpoints',
    body: { name: 'Desk', url: endpoint.url, event_types: ['alerts.triggered'] },
    upstream: base('POST /v1/webhook-endpoints', { ...endpoint, signing_secret: 'whsec-shown-once' }, 201),
  },
  {
    id: 'getWebhookEndpoint',
    scopes: ['read'],
    method: 'GET',
    path: '/webhook-endpoints/whe_1',
    upstream: base('GET /v1/webhook-endpoints/whe_1', endpoint),
  },
  {
    id: 'updateWebhookEndpoint',
    scopes: ['write'],
    method: 'PATCH',
    path: '/webhook-endpoints/whe_1',
    body: { headers: { 'X-Team': 'desk' }, timeout_ms: 30_000 },
    upstream: base('PATCH /v1/webhook-endpoints/whe_1', endpoint),
  },
  {
    id: 'deleteWebhookEndpoint',
    scopes: ['write'],
    method: 'DELETE',
    path: '/webhook-endpoints/whe_1',
    upstream: base('DELETE /v1/webhook-endpoints/whe_1', null, 204),
  },
  {
    id: 'rotateWebhookSecret',
    scopes: ['write'],
    method: 'POST',
    path: '/webhook-endpoints/whe_1/rotate-secret',
    upstream: base('POST /v1/webhook-endpoints/whe_1/rotate-secret', { signing_secret: 'whsec-shown-once' }),
  },
  {
    id: 'startDebugChat',
    scopes: ['write'],
    method: 'POST',
    path: '/debug-chat',
    body: { clientEnv: 'sandbox' },
    upstream: base(`POST ${AGENT}/debug-chat`, turn, 201),
  },
  {
    id: 'continueDebugChat',
    scopes: ['write'],
    method: 'POST',
    path: '/debug-chat/c-1',
    body: { clientEnv: 'sandbox', message: 'hi' },
    upstream: base(`POST ${AGENT}/debug-chat/c-1`, turn),
  },
];
