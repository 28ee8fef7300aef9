import type { FunctionCall } from './function-calls.ts';

/** One exchange of a conversation, spelled as its fields are; times are milliseconds. */
export interface Turn {
  readonly user_input: string;
  readonly user_input_dtmf: string;
  readonly user_input_at: number;
  readonly agent_response: string;
  /** When its first word came; null until then. */
  readonly agent_response_at: number | null;
  /**
   * Milliseconds from the input to the first word of the agent's response, for lists and alerts alike; null where a person gave it,
   * and for a greeting, which nobody had asked for.
   */
  readonly latency: number | null;
  /** Whether the input began while the response before it was still spoken, which ended there. */
  readonly barge_in: boolean;
  readonly function_calls: readonly FunctionCall[];
  readonly is_ood: boolean;
  readonly is_silence: boolean;
}

/** What a visitor said, before anybody has answered. */
export const inputTurn = (user_input: string, user_input_at: number): Turn => ({
  user_input,
  user_input_dtmf: '',
  user_input_at,
  agent_response: '',
  agent_response_at: null,
  latency: null,
  barge_in: false,
  function_calls: [],
  is_ood: false,
  is_silence: user_input.trim() === '',
});
