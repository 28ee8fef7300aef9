import type { RequestOf } from '../../../calls.ts';
import type { Kept } from '../../../kept.ts';
import { saveFile } from '../../../save-file.ts';
import type { TurnAnswer } from './answers.ts';

export type Setup = RequestOf<'POST', '/debug-chat'>['body'];

export interface Turn {
  /** The visitor's text; undefined: the agent began. */
  readonly said: string | undefined;
  readonly answer: TurnAnswer;
  /** Duration of the answer. */
  readonly inMs: number;
}

export interface Chat {
  readonly id: string;
  readonly setup: Setup;
  readonly turns: readonly Turn[];
  /** The conversation that is tried again. */
  readonly again: string | undefined;
  /** Remaining messages of the script. */
  readonly script: readonly string[];
  readonly hasEnded: boolean;
}

export const DEBUG_CHAT: Kept<Chat | undefined> = { initial: undefined };

export const begin = (
  setup: Setup,
  { again, script }: Pick<Chat, 'again' | 'script'>,
  answer: TurnAnswer,
  inMs: number,
): Chat => ({
  id: answer.conversationId,
  setup,
  again,
  script,
  turns: [{ said: undefined, answer, inMs }],
  hasEnded: answer.conversationEnded ?? false,
});

/** The chat after a turn. What was said of the script is no longer left. */
export function withTurn(before: Chat, said: string, answer: TurnAnswer, inMs: number): Chat {
  const [next, ...rest] = before.script;
  return {
    ...before,
    turns: [...before.turns, { said, answer, inMs }],
    script: next === said ? rest : before.script,
    hasEnded: answer.conversationEnded ?? false,
  };
}

/** Lets the browser save a chat. */
export function saveChat({ id, setup, turns }: Chat): void {
  const text = JSON.stringify({ id, setup, turns }, undefined, 2);
  saveFile(`debug-chat-${id}.json`, 'application/json', text);
}
