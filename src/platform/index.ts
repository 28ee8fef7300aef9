export { activeAlert, activeAlerts, alertRule, alertRules } from './alerts.ts';
export { type AnswerStream, AnswerStreamError } from './answer-stream.ts';
export { attribute, attributes } from './attributes.ts';
export { audioCache, audioCacheEntry } from './audio-cache.ts';
export { behavior } from './behavior.ts';
export {
  type BaseHostConfig,
  type CallOptions,
  type Client,
  createBaseClient,
  createOutboundClient,
  createPlatformClient,
  type OutboundHostConfig,
  type PlatformHostConfig,
} from './client.ts';
export { concurrency } from './concurrency.ts';
export {
  type ConversationsInput,
  streamConversations,
  walkAgentConversations,
  walkConversations,
} from './conversation-pages.ts';
export {
  type ConversationsVersion,
  conversation,
  conversationFilters,
  conversationPage,
  conversations,
  conversationsQuery,
} from './conversations.ts';
export { agentConversation, agentConversationDetail, agentConversations } from './data-api.ts';
export { debugChat, debugChatTurn } from './debug-chat.ts';
export type { AnswerOf, Endpoint, Family, InputOf } from './endpoint.ts';
export type { Code, FieldError, PlatformError } from './errors.ts';
export { handoffState } from './handoff-state.ts';
export type { DialectMemory } from './host.ts';
export { type HostFamily, type HostIssue, hostIssue } from './host-address.ts';
export { agentCalls, outboundCalls } from './outbound-calls.ts';
export type { PlatformPorts } from './send-with-retries.ts';
export { webhookEndpoint, webhookEndpoints } from './webhook-endpoints.ts';
