import type { ServerEventBody } from '../../protocol/events.ts';
import { PHRASES } from '../agent/phrases.ts';
import type { Answer } from '../agent/script.ts';
import { fullMessage, iris, type ScriptSettings, type Step, say } from '../agent/tempo.ts';
import type { Attended, DeskPerson, Waiting } from '../conversation.ts';

/** How conversations turn at the desk (messaging §13). Pure: each gives what is said, and where the conversation is then. */

const atOnce = (bodies: readonly ServerEventBody[]): readonly Step[] =>
  bodies.map((body) => ({ inMs: 0, body }));

export const taken = ({ language }: Waiting, person: DeskPerson): Answer => ({
  conversation: { language, partner: 'person', person },
  steps: atOnce([{ kind: 'liveAgentJoined', person }]),
});

const typing = (person: DeskPerson, state: 'started' | 'stopped'): ServerEventBody => ({
  kind: 'liveAgentTyping',
  state,
  person,
});

export const typed = (conversation: Attended, state: 'started' | 'stopped'): Answer => ({
  conversation,
  steps: atOnce([typing(conversation.person, state)]),
});

export function spoken(
  conversation: Attended,
  text: string,
  messageId: string,
  settings: ScriptSettings,
): Answer {
  const { person } = conversation;
  const message = fullMessage({ text }, person, { ...settings, newId: () => messageId });
  return {
    conversation,
    steps: atOnce([typing(person, 'stopped'), { kind: 'liveAgentMessage', ...message }]),
  };
}

/** Back into the queue: somebody else may take over. */
export const left = (
  { language, person }: Attended,
  now: number,
  reason: 'left' | 'disconnected',
): Answer => ({
  conversation: { language, partner: 'queue', since: now },
  steps: atOnce([{ kind: 'liveAgentLeft', person, reason }]),
});

/** The agent had left for the desk. */
function backToAgent(
  { language }: Waiting | Attended,
  bodies: readonly ServerEventBody[],
  text: string,
  settings: ScriptSettings,
): Answer {
  return {
    conversation: { language, partner: 'agent' },
    steps: [
      ...atOnce([...bodies, { kind: 'agentJoined', person: iris(settings) }, { kind: 'agentThinking' }]),
      ...say('agent', { text }, settings),
    ],
  };
}

export const handedBack = (conversation: Attended, settings: ScriptSettings): Answer =>
  backToAgent(
    conversation,
    [{ kind: 'liveAgentLeft', person: conversation.person, reason: 'handed_back' }],
    PHRASES[conversation.language].handedBack,
    settings,
  );

export const waitedInVain = (conversation: Waiting, settings: ScriptSettings): Answer =>
  backToAgent(
    conversation,
    [{ kind: 'handoffTimeout', reason: 'queue_timeout' }],
    PHRASES[conversation.language].handoffTimeout,
    settings,
  );

export const ended = (conversation: Attended): Answer => ({
  conversation,
  steps: atOnce([
    { kind: 'liveAgentLeft', person: conversation.person, reason: 'ended' },
    { kind: 'sessionEnd', reason: 'natural_end' },
  ]),
});
