import { evaluateBehavior } from '../../behavior/index.ts';
import type { Journal } from '../journal.ts';
import type { Improvisation } from '../player.ts';
import type { Incident } from '../store/traffic.ts';
import { chatHistory } from './chat-history.ts';
import type { Ask, ChatMessage } from './model.ts';
import type { Language } from './phrases.ts';
import { FAILED, OVERLOADED } from './system-texts.ts';
import { chunk, fullMessage, iris, type ScriptSettings } from './tempo.ts';

/** A message of the visitor that a model is to answer. */
export interface Question {
  readonly sessionId: string;
  readonly messageId: string;
  readonly language: Language;
  readonly settings: ScriptSettings;
}

export interface ModelAgentPorts {
  readonly ask: Ask;
  /** The behaviour text as it stands now, with its tags. */
  behavior(): string;
  readonly journal: Pick<Journal, 'events'>;
  log(line: string): void;
}

interface Failure {
  readonly message: string;
  readonly incident: Incident;
  readonly why: string;
}

/** An agent that follows the behaviour rules of its branch (specification, Behavior), as a model understands them. */
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
      const { isOverload, why } = asked.error;
      return { message: isOverload ? OVERLOADED : FAILED, incident: 'api_errors', why };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { message: FAILED, incident: 'call_crashes', why };
    }
  }

  return (question: Question): Improvisation => ({
    async improvise(say, signal) {
      const { settings } = question;
      const messageId = settings.newId();
      let text = '';
      let chunkIndex = 0;
      const sayChunk = (part: string, isComplete: boolean) => {
        chunkIndex += 1;
        say({ ...chunk(messageId, chunkIndex, part), isComplete });
      };
      const onText = (part: string) => {
        text += part;
        if (settings.streaming) sayChunk(part, false);
      };
      const failure =
        (await failureOf(question, onText, signal)) ??
        (text.trim() === ''
          ? ({ message: FAILED, incident: 'api_errors', why: 'it said nothing' } as const)
          : undefined);
      if (signal.aborted) return;
      // Whatever follows, nobody waits for more of this message.
      if (chunkIndex > 0) sayChunk('', true);
      else if (!failure) say({ kind: 'agentMessage', ...fullMessage({ text }, iris(settings), settings) });
      if (!failure) return;
      log(`the agent's model failed: ${failure.why}`);
      say({ kind: 'systemMessage', level: 'error', message: failure.message }, failure.incident);
    },
  });
}
