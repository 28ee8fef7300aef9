import type { Check } from '../evidence/evidence.ts';
import { CONVERSATION_CHECKS } from './conversation.ts';
import { ENVELOPE_CHECKS } from './envelopes.ts';
import { EVENT_CHECKS } from './events.ts';
import { HANDSHAKE_CHECKS } from './handshakes.ts';
import { HISTORY_CHECKS } from './history.ts';
import { REST_AGENT_CHECKS } from './rest-agents.ts';
import { REST_ALERT_CHECKS } from './rest-alerts.ts';
import { REST_CONVERSATION_CHECKS } from './rest-conversations.ts';
import { REST_ERROR_CHECKS } from './rest-errors.ts';
import { REST_PLATFORM_CHECKS } from './rest-platform.ts';
import { SESSION_CHECKS } from './sessions.ts';
import { STREAMING_CHECKS } from './streaming.ts';
import { UNSEEN_CHECKS } from './unseen.ts';

/** M-4.10 after M-4.2, and M before R. */
function inOrder(one: Check, other: Check): number {
  const [[a = '', ...as], [b = '', ...bs]] = [one.rule.split(/[-.]/), other.rule.split(/[-.]/)];
  return a.localeCompare(b) || Number(as[0]) - Number(bs[0]) || Number(as[1]) - Number(bs[1]);
}

/** Every rule of the platform, in the order of the documents. */
export const CHECKS: readonly Check[] = [
  ...SESSION_CHECKS,
  ...HANDSHAKE_CHECKS,
  ...ENVELOPE_CHECKS,
  ...CONVERSATION_CHECKS,
  ...HISTORY_CHECKS,
  ...STREAMING_CHECKS,
  ...EVENT_CHECKS,
  ...REST_ERROR_CHECKS,
  ...REST_ALERT_CHECKS,
  ...REST_AGENT_CHECKS,
  ...REST_CONVERSATION_CHECKS,
  ...REST_PLATFORM_CHECKS,
  ...UNSEEN_CHECKS,
].sort(inOrder);
