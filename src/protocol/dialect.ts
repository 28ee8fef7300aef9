/**
 * Spelling of the protocol (M-1.1): `service` says SERVICE_AGENT, `poly` says POLY_AGENT. Both are read (M-1.2), the
 * platform's one is sent (M-1.3). Inside Foyer the infix is AGENT (M-1.4).
 */
export type Dialect = 'service' | 'poly';

export const DIALECTS = ['service', 'poly'] as const satisfies readonly Dialect[];

const INFIX: Record<Dialect, string> = { service: 'SERVICE_AGENT', poly: 'POLY_AGENT' };
const PREFIX = 'EVENT_TYPE_';

/** Event type without its prefix and with `AGENT` as the infix (M-1.4). */
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

/** Wire type of a stem in a dialect. */
export function wireType(stem: Stem, dialect: Dialect): string {
  return PREFIX + stem.replace(/(^|REQUEST_)AGENT_/, `$1${INFIX[dialect]}_`);
}

export const otherDialect = (dialect: Dialect): Dialect => (dialect === 'poly' ? 'service' : 'poly');

/**
 * Dialect of an event type of the platform's agent; undefined for all other types. The echo of a join request does not count:
 * the client chose its spelling.
 */
export const agentDialect = (type: unknown): Dialect | undefined =>
  DIALECTS.find((dialect) => typeof type === 'string' && type.startsWith(PREFIX + INFIX[dialect]));

/** Key that may replace `payload` inside a batch (M-4.12): EVENT_TYPE_SESSION_START → session_start. */
export function oneofKey(type: string): string {
  return type.slice(PREFIX.length).toLowerCase();
}
