import { evaluateBehavior } from '../../behavior/index.ts';
import type { AgentFailure } from '../model/agent-failure.ts';
import type { Journal } from '../model/journal.ts';
import type { Language } from '../shop/languages.ts';
import { iris } from '../shop/personas.ts';
import type { ModelReply } from './answer.ts';
import { chatHistory } from './chat-history.ts';
import type { Ask, ChatMessage } from './chat-model.ts';
import { chunk, fullMessage } from './messages.ts';
import type { ScriptSettings } from './script-settings.ts';
import { FAILED, OVERLOADED } from './system-texts.ts';

/** A message of the visitor that a model answers. */
export interface Question {
  readonly sessionId: string;
  readonly messageId: string;
  readonly language: Language;
  readonly settings: ScriptSettings;
}

export interface ModelAgentPorts {
  readonly ask: Ask;
  /** The current behaviour text, with its tags. */
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

/** An agent whose answers come from a model that gets the behaviour rules of the branch. */
export function createModelAgent({ ask, behavior, journal, log }: ModelAgentPorts) {
  function messagesFor({ sessionId, messageId, language }: Question): readonly ChatMessage[] {
    const rules = evaluateBehavior(behavior(), { channel: 'webchat', language });
    const history = chatHistory(journal.events(sessionId, 0), messageId);
    return rules.trim() === '' ? history : [{ role: 'system', content: rules }, ...history];
  }

  async function failureOf(
    question: Question,
    onText: (text: string) => void,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    try {
      const asked = await ask(messagesFor(question), onText, signal);
      if (asked.ok) return undefined;
      const { isOverload, message } = asked.error;
      return { text: isOverload ? OVERLOADED : FAILED, metric: 'api_errors', cause: message };
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      return { text: FAILED, metric: 'call_crashes', cause };
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
      const failure =
        (await failureOf(question, onText, signal)) ??
        (text.trim() === ''
          ? ({ text: FAILED, metric: 'api_errors', cause: 'it said nothing' } as const)
          : undefined);
      if (signal.aborted) return;
      // A streamed message is completed even after a failure, so that no client waits for more of it.
      if (chunkIndex > 0) sayChunk('', true);
      else if (!failure) say({ kind: 'agentMessage', ...fullMessage({ text }, iris(mediaUrl), newId()) });
      if (!failure) return;
      log(`the agent's model failed: ${failure.cause}`);
      say({ kind: 'systemMessage', level: 'error', message: failure.text }, failure.metric);
    },
  });
}
