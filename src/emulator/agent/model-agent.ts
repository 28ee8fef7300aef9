import { createHash } from 'node:crypto';
import { evaluateBehavior } from '../../behavior/index.ts';
import type { AgentFailure } from '../model/agent-failure.ts';
import type { Journal } from '../model/journal.ts';
import { shortId } from '../model/short-id.ts';
import type { Language } from '../shop/languages.ts';
import { iris } from '../shop/personas.ts';
import type { ModelReply } from './answer.ts';
import { chatHistory } from './chat-history.ts';
import { chunk, fullMessage } from './messages.ts';
import type { ScriptSettings } from './script-settings.ts';
import { FAILED, OVERLOADED } from './system-texts.ts';
import type { AgentQuestion, Ask } from './wires/wire.ts';

/** A message of the visitor that an agent of one's own answers. */
export interface Question {
  readonly sessionId: string;
  readonly messageId: string;
  readonly language: Language;
  readonly settings: ScriptSettings;
  /** Behaviour text of this session alone; undefined: the branch's. */
  readonly behavior?: string | undefined;
  /** Hands the visitor over to a person. The reason may be empty. */
  handOff(reason: string): void;
}

export interface ModelAgentPorts {
  readonly ask: Ask;
  /** The branch's current behaviour text, with its tags. */
  behavior(): string;
  readonly journal: Pick<Journal, 'events'>;
  log(line: string): void;
}

interface Failure {
  /** The system message that the visitor gets. */
  readonly text: string;
  readonly metric: AgentFailure;
  /** The cause for the log. */
  readonly cause: string;
}

const failureOf = (cause: string, text = FAILED): Failure => ({ text, metric: 'api_errors', cause });

/** An agent of one's own that gets the behaviour rules of the branch. */
export function createModelAgent({ ask, behavior, journal, log }: ModelAgentPorts) {
  function questionOf({ sessionId, messageId, language, behavior: own }: Question): AgentQuestion {
    const events = journal.events(sessionId, 0);
    // An agent that has asked for a person may wait for the outcome in that thread.
    const handoffs = events.filter(({ kind }) => kind === 'agentTriggeredHandoff').length;
    const threadId = createHash('sha256').update(`${sessionId} ${handoffs}`).digest('hex').slice(0, 32);
    const rules = evaluateBehavior(own ?? behavior(), { channel: 'webchat', language });
    return { threadId, rules, language, history: chatHistory(events, messageId) };
  }

  /** Passes the text on as it arrives. Returns what the agent ended with. */
  async function readAnswer(question: Question, onText: (text: string) => void, signal: AbortSignal) {
    let hasText = false;
    let handoff: { readonly reason: string } | undefined;
    try {
      for await (const part of ask(questionOf(question), signal)) {
        switch (part.type) {
          case 'text':
            hasText ||= part.text.trim() !== '';
            onText(part.text);
            break;
          case 'handoff':
            handoff = part;
            break;
          case 'failure':
            return { hasText, failure: failureOf(part.message, part.isOverload ? OVERLOADED : FAILED) };
          case 'end':
            if (part.unused > 0)
              log(`session ${shortId(question.sessionId)}: unused events of the agent: ${part.unused}`);
        }
      }
      return hasText || handoff ? { hasText, handoff } : { hasText, failure: failureOf('it said nothing') };
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      return { hasText, failure: { ...failureOf(cause), metric: 'call_crashes' } as Failure };
    }
  }

  return (question: Question): ModelReply => ({
    async generate(say, signal) {
      const { streaming, mediaUrl, newId } = question.settings;
      const messageId = newId();
      let text = '';
      let chunkIndex = 0;
      const sayChunk = (part: string, isComplete: boolean) => {
        chunkIndex += 1;
        say({ ...chunk(messageId, chunkIndex, part), isComplete });
      };
      const onText = (part: string) => {
        text += part;
        if (streaming) sayChunk(part, false);
      };
      const { hasText, failure, handoff } = await readAnswer(question, onText, signal);
      if (signal.aborted) return;
      // A streamed message is completed even after a failure, so that no client waits for more of it.
      if (chunkIndex > 0) sayChunk('', true);
      else if (!failure && hasText)
        say({ kind: 'agentMessage', ...fullMessage({ text }, iris(mediaUrl), newId()) });
      if (handoff) question.handOff(handoff.reason);
      if (!failure) return;
      log(`agent: unable to answer; ${failure.cause}`);
      say({ kind: 'systemMessage', level: 'error', message: failure.text }, failure.metric);
    },
  });
}
