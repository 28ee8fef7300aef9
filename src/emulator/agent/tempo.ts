import type {
  Attachment,
  CallAction,
  MessageBody,
  Person,
  ServerEventBody,
  Suggestion,
} from '../../protocol/events.ts';
import type { Scripted } from '../conversation.ts';
import type { Incident } from '../store/traffic.ts';

/** How fast the agent is; every wait of the script is made of these two. */
export interface Pace {
  readonly wordMs: number;
  readonly thinkingMs: number;
}
export const NATURAL_PACE: Pace = { wordMs: 40, thinkingMs: 400 };
export const AT_ONCE: Pace = { wordMs: 0, thinkingMs: 0 };

/** Something that is said `inMs` after what was said before it. */
export interface Step {
  readonly inMs: number;
  readonly body: ServerEventBody;
  /** What went wrong when this is said, for the metrics of alert rules. */
  readonly incident?: Incident;
}

/** What the script is told about the session it plays in. */
export interface ScriptSettings {
  readonly streaming: boolean;
  readonly pace: Pace;
  /** Where the pictures are, without a slash at the end. */
  readonly mediaUrl: string;
  /** This moment, when somebody at the desk takes visitors who want a person; else the script's own Noor does. */
  readonly deskAt?: number | undefined;
  newId(): string;
}

/** A message before it is known who says it and how. */
export interface Draft {
  readonly text: string;
  readonly suggestions?: readonly Suggestion[];
  readonly attachments?: readonly Attachment[];
  readonly callActions?: readonly CallAction[];
}

export const iris = (settings: ScriptSettings): Person => ({
  name: 'Iris',
  avatarUrl: `${settings.mediaUrl}/iris.svg`,
});
export const noor = (settings: ScriptSettings): Person => ({
  id: 'agent-noor',
  name: 'Noor',
  avatarUrl: `${settings.mediaUrl}/noor.svg`,
});

export function fullMessage(draft: Draft, person: Person, settings: ScriptSettings): MessageBody {
  const { text, suggestions = [], attachments = [], callActions = [] } = draft;
  const messageId = settings.newId();
  return { messageId, text, suggestions, attachments, callActions, person, endsConversation: false };
}

/** Words with the space behind them: chunks are put together as they are (messaging §8). */
export const wordsOf = (text: string): readonly string[] => text.split(/(?<=\s)(?=\S)/);

/** A part of a message, without what only the last one brings. */
export const chunk = (messageId: string, chunkIndex: number, text: string) => ({
  kind: 'agentMessageChunk' as const,
  messageId,
  chunkIndex,
  text,
  attachments: [],
  suggestions: [],
});

function chunks(draft: Draft, settings: ScriptSettings): readonly Step[] {
  const { thinkingMs, wordMs } = settings.pace;
  const messageId = settings.newId();
  const words = wordsOf(draft.text);
  return words.map((text, at): Step => {
    const isComplete = at === words.length - 1;
    const body: ServerEventBody = {
      // spec messaging §6: 1-based.
      ...chunk(messageId, at + 1, text),
      attachments: (isComplete && draft.attachments) || [],
      suggestions: (isComplete && draft.suggestions) || [],
      isComplete,
    };
    return { inMs: at === 0 ? thinkingMs : wordMs, body };
  });
}

/** The sign that an answer is being made. */
export function ponder(partner: Scripted['partner'], settings: ScriptSettings): Step {
  return partner === 'live-agent'
    ? { inMs: 0, body: { kind: 'liveAgentTyping', state: 'started', person: noor(settings) } }
    : { inMs: 0, body: { kind: 'agentThinking' } };
}

/** A message of whoever the visitor talks to, after the time it takes to make it. */
export function say(partner: Scripted['partner'], draft: Draft, settings: ScriptSettings): readonly Step[] {
  const { thinkingMs } = settings.pace;
  if (partner === 'live-agent') {
    const person = noor(settings);
    return [
      { inMs: thinkingMs, body: { kind: 'liveAgentTyping', state: 'stopped', person } },
      { inMs: 0, body: { kind: 'liveAgentMessage', ...fullMessage(draft, person, settings) } },
    ];
  }
  // spec messaging §6: chunks carry no call actions.
  if (settings.streaming && draft.callActions === undefined) return chunks(draft, settings);
  return [
    { inMs: thinkingMs, body: { kind: 'agentMessage', ...fullMessage(draft, iris(settings), settings) } },
  ];
}
