import { describe, expect, it } from 'vitest';
import { systemAction } from '../../src/protocol/system-messages.ts';

/** Every row of spec messaging §10. */
const ROWS = [
  ['Unknown event type or invalid message format', 'log'],
  ['Event type not allowed: EVENT_TYPE_POLY_AGENT_MESSAGE', 'log'],
  ['Our system is experiencing high load. Please try again in a moment.', 'show'],
  ["Sorry, I'm unable to start a conversation right now. Please try again.", 'rejoin'],
  ["Sorry, I'm having trouble responding right now. Please try again.", 'show'],
  ['Sorry, I encountered an error. Please try again.', 'show'],
  ['Error: Session not found', 'gone'],
  ['Error: Unable to retrieve session', 'check'],
  ['Error: Connector not found', 'configuration'],
  ['Error: Conversation not found', 'rejoin'],
  ['Error: Conversation ID not found in session', 'rejoin'],
  ['Sorry, we could not connect you to an agent. Please try again.', 'handoff-failed'],
  ['Sorry, handoff could not be initiated.', 'handoff-failed'],
  ['Failed to forward message to live agent', 'not-delivered'],
  ['Something the catalogue has never heard of', 'show'],
] as const;

describe('a system message', () => {
  it.each(ROWS)('%s: %s', (text, action) => {
    expect(systemAction(text)).toBe(action);
  });
});
