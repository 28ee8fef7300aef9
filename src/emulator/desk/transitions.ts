import type { ServerEventBody } from '../../protocol/events.ts';
import type { Answer, Step } from '../agent/answer.ts';
import { fullMessage, messageSteps } from '../agent/messages.ts';
import type { ScriptSettings } from '../agent/script-settings.ts';
import type { Attended, LiveAgent, Waiting } from '../model/conversation.ts';
import { PHRASES } from '../shop/content.ts';
import { iris } from '../shop/personas.ts';
import type { TimeoutReason } from './chats.ts';

/** The transitions of conversations at the desk (M-13.3). Pure: each returns the events to send and the new state. */

const atOnce = (bodies: readonly ServerEventBody[]): readonly Step[] =>
  bodies.map((body) => ({ inMs: 0, body }));

export const take = ({ language, reason }: Waiting, person: LiveAgent): Answer => ({
  conversation: { language, partner: 'person', person, reason },
  steps: atOnce([{ kind: 'liveAgentJoined', person }]),
});

const typing = (person: LiveAgent, state: 'started' | 'stopped'): ServerEventBody => ({
  kind: 'liveAgentTyping',
  state,
  person,
});

export const type = (conversation: Attended, state: 'started' | 'stopped'): Answer => ({
  conversation,
  steps: atOnce([typing(conversation.person, state)]),
});

export function say(conversation: Attended, text: string, messageId: string): Answer {
  const { person } = conversation;
  const message = fullMessage({ text }, person, messageId);
  return {
    conversation,
    steps: atOnce([typing(person, 'stopped'), { kind: 'liveAgentMessage', ...message }]),
  };
}

/** Puts the visitor back into the queue. */
export const leave = (
  { language, person, reason }: Attended,
  now: number,
  why: 'left' | 'disconnected',
): Answer => ({
  conversation: { language, partner: 'queue', since: now, reason },
  steps: atOnce([{ kind: 'liveAgentLeft', person, reason: why }]),
});

/** Returns the visitor from the desk to the agent. */
function backToAgent(
  { language }: Waiting | Attended,
  bodies: readonly ServerEventBody[],
  text: string,
  settings: ScriptSettings,
): Answer {
  const agentJoined = { kind: 'agentJoined', person: iris(settings.mediaUrl) } as const;
  return {
    conversation: { language, partner: 'agent' },
    steps: [
      ...atOnce([...bodies, agentJoined, { kind: 'agentThinking' }]),
      ...messageSteps('agent', { text }, settings),
    ],
  };
}

export const handBack = (conversation: Attended, settings: ScriptSettings): Answer =>
  backToAgent(
    conversation,
    [{ kind: 'liveAgentLeft', person: conversation.person, reason: 'handed_back' }],
    PHRASES[conversation.language].handedBack,
    settings,
  );

/** Returns the visitor to the agent after too long a wait, or when the visitor has gone. */
export const timeOut = (conversation: Waiting, reason: TimeoutReason, settings: ScriptSettings): Answer =>
  backToAgent(
    conversation,
    [{ kind: 'handoffTimeout', reason }],
    PHRASES[conversation.language].handoffTimeout,
    settings,
  );

export const end = (conversation: Attended): Answer => ({
  conversation,
  steps: atOnce([
    { kind: 'liveAgentLeft', person: conversation.person, reason: 'ended' },
    { kind: 'sessionEnd', reason: 'natural_end' },
  ]),
});
