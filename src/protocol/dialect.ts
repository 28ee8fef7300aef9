/**
 * The two spellings of one protocol (messaging §1). The specification says SERVICE_AGENT, the deployed platform
 * POLY_AGENT. Inbound both are understood; outbound the configured one is sent. Inside Foyer the infix is AGENT.
 */
export type Dialect = 'service' | 'poly';

export const DIALECTS = ['service', 'poly'] as const satisfies readonly Dialect[];

const INFIX: Record<Dialect, string> = { service: 'SERVICE_AGENT', poly: 'POLY_AGENT' };
const PREFIX = 'EVENT_TYPE_';

/** Every event type without its prefix and with the dialect's infix written `AGENT`. */
export type Stem =
  | 'EVENT_BATCH'
  | 'SESSION_START'
  | 'SESSION_END'
  | 'SESSION_IDLE_WARNING'
  | 'REQUEST_AGENT_JOIN'
  | 'AGENT_JOINED'
  | 'AGENT_THINKING'
  | 'AGENT_MESSAGE'
  | 'AGENT_MESSAGE_CHUNK'
  | 'AGENT_LEFT'
  | 'AGENT_TRIGGERED_HANDOFF'
  | 'HANDOFF_ACCEPTED'
  | 'HANDOFF_QUEUE_STATUS'
  | 'CLIENT_HANDOFF_REQUIRED'
  | 'HANDOFF_FAILED'
  | 'HANDOFF_TIMEOUT'
  | 'LIVE_AGENT_JOINED'
  | 'LIVE_AGENT_TYPING'
  | 'LIVE_AGENT_MESSAGE'
  | 'LIVE_AGENT_LEFT'
  | 'LANGUAGE_CHANGED'
  | 'SYSTEM_MESSAGE'
  | 'USER_MESSAGE'
  | 'USER_TYPING'
  | 'USER_END_SESSION'
  | 'HEARTBEAT'
  | 'USER_RECEIVED_MESSAGE'
  | 'USER_READ_MESSAGE'
  | 'AGENT_RECEIVED_MESSAGE'
  | 'AGENT_READ_MESSAGE'
  | 'LIVE_AGENT_RECEIVED_MESSAGE'
  | 'LIVE_AGENT_READ_MESSAGE'
  | 'SHOW_CSAT_REQUEST'
  | 'CSAT_RESPONSE';

/** The wire type of a stem in one dialect. */
export function wireType(stem: Stem, dialect: Dialect): string {
  return PREFIX + stem.replace(/(^|REQUEST_)AGENT_/, `$1${INFIX[dialect]}_`);
}

/** The key that may stand in for `payload` inside a batch: EVENT_TYPE_SESSION_START → session_start (messaging §4). */
export function oneofKey(type: string): string {
  return type.slice(PREFIX.length).toLowerCase();
}
