import type {
  Attachment,
  CallAction,
  MessageBody,
  Person,
  ServerEventBody,
  Suggestion,
} from '../../protocol/events.ts';
import type { Scripted } from '../model/conversation.ts';
import { iris, noor } from '../shop/personas.ts';
import type { Step } from './answer.ts';
import type { ScriptSettings } from './script-settings.ts';

/** The content of a message, independent of its author and of streaming. */
export interface Draft {
  readonly text: string;
  readonly suggestions?: readonly Suggestion[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly callActions?: readonly CallAction[] | undefined;
}

export function fullMessage(draft: Draft, person: Person, messageId: string): MessageBody {
  const { text, suggestions = [], attachments = [], callActions = [] } = draft;
  return { messageId, text, suggestions, attachments, callActions, person, endsConversation: false };
}

/** Splits a text into words. Each keeps the space behind it, because clients join chunks as they are (M-8.11). */
export const wordsOf = (text: string): readonly string[] => text.split(/(?<=\s)(?=\S)/);

/** A chunk that is not the last one. */
export const chunk = (messageId: string, chunkIndex: number, text: string) => ({
  kind: 'agentMessageChunk' as const,
  messageId,
  chunkIndex,
  text,
  attachments: [],
  suggestions: [],
});

function streamed(draft: Draft, { pace, newId }: ScriptSettings): readonly Step[] {
  const messageId = newId();
  const words = wordsOf(draft.text);
  return words.map((text, index): Step => {
    const isComplete = index === words.length - 1;
    const body: ServerEventBody = {
      // M-8.2: the platform counts chunks from 1.
      ...chunk(messageId, index + 1, text),
      attachments: (isComplete && draft.attachments) || [],
      suggestions: (isComplete && draft.suggestions) || [],
      isComplete,
    };
    return { inMs: index === 0 ? pace.thinkingMs : pace.wordMs, body };
  });
}

/** The sign that an answer is coming. */
export function thinkingStep(partner: Scripted['partner'], { mediaUrl }: ScriptSettings): Step {
  return partner === 'live-agent'
    ? { inMs: 0, body: { kind: 'liveAgentTyping', state: 'started', person: noor(mediaUrl) } }
    : { inMs: 0, body: { kind: 'agentThinking' } };
}

/** The steps that send a message in the name of the visitor's partner, after the time it takes to write it. */
export function messageSteps(
  partner: Scripted['partner'],
  draft: Draft,
  settings: ScriptSettings,
): readonly Step[] {
  const { pace, mediaUrl, newId } = settings;
  if (partner === 'live-agent') {
    const person = noor(mediaUrl);
    // A person types no choices.
    const typed = { ...draft, suggestions: [] };
    return [
      { inMs: pace.thinkingMs, body: { kind: 'liveAgentTyping', state: 'stopped', person } },
      { inMs: 0, body: { kind: 'liveAgentMessage', ...fullMessage(typed, person, newId()) } },
    ];
  }
  // M-6.6: chunks carry no call actions.
  if (settings.streaming && draft.callActions === undefined) return streamed(draft, settings);
  const message = fullMessage(draft, iris(mediaUrl), newId());
  return [{ inMs: pace.thinkingMs, body: { kind: 'agentMessage', ...message } }];
}
