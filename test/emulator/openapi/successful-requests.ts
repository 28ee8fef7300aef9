import type { RequestInput } from './document-client.ts';
import { ENDPOINT, RULE } from './running-platform.ts';

/** One request for each successful answer of the documents, by operation and status. */

const WEEK = { start_time: '2026-10-26T09:00:00Z', end_time: '2026-11-02T09:00:00Z' };
/** Parameters that an operation or another parameter requires. */
export const REQUIRED_PARAMS: Readonly<Record<string, RequestInput['params']>> = {
  getConcurrency: WEEK,
  query_type: { ...WEEK, query: 'order' },
  sample: WEEK,
  turn_type: { ...WEEK, query_type: 'transcript', query: 'order' },
};

const DEBUG_CHAT = { conversationId: 'd-1' };

export const SUCCESSFUL_REQUESTS: Readonly<Record<string, Readonly<Record<number, RequestInput>>>> = {
  getBehavior: { 200: {} },
  updateBehavior: { 200: { body: { behavior: 'Be kind.' } } },
  listAttributes: { 200: {} },
  createAttribute: { 201: { body: { name: 'mood' } } },
  updateAttribute: { 200: { body: { name: 'pitch' } } },
  deleteAttribute: { 200: {} },
  listAudioCache: { 200: { params: { limit: 2, offset: 1, sort: 'hit_count:desc' } } },
  bulkDeleteAudioCache: { 200: { body: { ids: ['1', '99'] } } },

  listAgentConversations: { 200: { params: { limit: 40, offset: 1 } } },
  getAgentConversation: { 200: {} },
  getRecording: {
    200: { params: { direction: 'user', redacted: 'true' } },
    206: { headers: { Range: 'bytes=0-99' } },
  },
  addAnnotations: {
    201: { body: { annotations: [{ turnId: 0, role: 'agent', annotationType: 'wrong_info' }] } },
  },
  putNote: { 201: { body: { note: 'Called back.' } } },
  startDebugChat: { 201: { body: { clientEnv: 'sandbox', asrLangCode: 'fr-FR', variantId: 'trial' } } },
  continueDebugChat: { 200: { params: DEBUG_CHAT, body: { clientEnv: 'live', message: 'human' } } },

  listAlertRules: { 200: { params: { enabled: 'true', metric: 'call_volume', state: 'alert' } } },
  createAlertRule: { 201: { body: { ...RULE, project_id: 'shop', enabled: false } } },
  getAlertRule: { 200: {} },
  updateAlertRule: { 200: { body: { threshold_value: 2, project_id: null } } },
  deleteAlertRule: { 204: {} },
  getActiveAlerts: { 200: { params: { metric: 'call_volume' } } },
  listWebhookEndpoints: { 200: { params: { enabled: 'true', event_type: 'alerts.triggered' } } },
  createWebhookEndpoint: {
    201: { body: { ...ENDPOINT, headers: { 'X-Shop': 'oak' }, timeout_ms: 1000, enabled: false } },
  },
  getWebhookEndpoint: { 200: {} },
  updateWebhookEndpoint: { 200: { body: { name: 'Night pager', event_types: ['alerts.resolved'] } } },
  deleteWebhookEndpoint: { 204: {} },
  rotateWebhookSigningSecret: { 200: {} },

  listConversationsV1: { 200: { params: { ...WEEK, limit: 40, channel: ['VOICE-SIP', 'WEBCHAT'] } } },
  listConversationsV2: {
    200: { params: { ...WEEK, query_type: 'transcript', query: 'order', turn_type: 'user', limit: 2 } },
  },
  listConversationsV3: { 200: { params: { ...WEEK, sample: 'random', include_latency: 'true', limit: 20 } } },
  getConcurrency: { 200: { params: { ...WEEK, slice_by: 'variant' } } },
  getHandoffState: { 200: { params: { id: 'unknown', shared_id: 's-1' } } },
  triggerOutboundCall: {
    200: {
      body: {
        to_number: '0161 496 0000',
        country_code: 'GB',
        metadata: { order: '1' },
        encryption: 'UDP/RTP',
      },
    },
  },
  getCallStatus: { 200: {} },
  triggerAgentCall: {
    200: {
      body: {
        toNumber: '0161 496 0000',
        environment: 'sandbox',
        countryCode: 'GB',
        variantId: 'trial',
        encryption: 'udp_rtp',
        metadata: { order: '1' },
      },
    },
  },
  getAgentCallStatus: { 200: { params: { environment: 'live' } } },

  createAccessToken: { 200: { body: {} } },
  createSession: { 200: { body: { streaming_enabled: true, platform: 'ios-web' } } },
};
