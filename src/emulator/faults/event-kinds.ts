import { parseJson } from '../../base/bounded-body.ts';
import type { Stem } from '../../protocol/dialect.ts';

/** The event types that faults can name, without prefix and dialect infix (M-1.4). */
export const KINDS = Object.keys({
  EVENT_BATCH: true,
  SESSION_START: true,
  SESSION_END: true,
  SESSION_IDLE_WARNING: true,
  REQUEST_AGENT_JOIN: true,
  AGENT_JOINED: true,
  AGENT_THINKING: true,
  AGENT_MESSAGE: true,
  AGENT_MESSAGE_CHUNK: true,
  AGENT_LEFT: true,
  AGENT_TRIGGERED_HANDOFF: true,
  HANDOFF_ACCEPTED: true,
  HANDOFF_QUEUE_STATUS: true,
  CLIENT_HANDOFF_REQUIRED: true,
  HANDOFF_FAILED: true,
  HANDOFF_TIMEOUT: true,
  LIVE_AGENT_JOINED: true,
  LIVE_AGENT_TYPING: true,
  LIVE_AGENT_MESSAGE: true,
  LIVE_AGENT_LEFT: true,
  LANGUAGE_CHANGED: true,
  SYSTEM_MESSAGE: true,
  USER_MESSAGE: true,
  USER_TYPING: true,
  USER_END_SESSION: true,
  HEARTBEAT: true,
  USER_RECEIVED_MESSAGE: true,
  USER_READ_MESSAGE: true,
  AGENT_RECEIVED_MESSAGE: true,
  AGENT_READ_MESSAGE: true,
  LIVE_AGENT_RECEIVED_MESSAGE: true,
  LIVE_AGENT_READ_MESSAGE: true,
  SHOW_CSAT_REQUEST: true,
  CSAT_RESPONSE: true,
} satisfies Record<Stem, true>) as readonly Stem[];

/** An event type without prefix and dialect infix. */
export const bareKind = (type: string): string =>
  type.replace(/^EVENT_TYPE_/, '').replace(/^(REQUEST_)?(?:SERVICE|POLY)_AGENT_/, '$1AGENT_');

/** The event type of a frame; undefined when the frame has none. */
export function kindOf(frame: string): string | undefined {
  const value = parseJson(frame);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return typeof type === 'string' ? bareKind(type) : undefined;
}
