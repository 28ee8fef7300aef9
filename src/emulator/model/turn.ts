/** A call of one of the agent's functions. */
export interface FunctionCall {
  readonly name: 'find_answer' | 'find_order' | 'hand_off' | 'end_conversation';
  /** Milliseconds. */
  readonly at: number;
  /** The result, e.g. the id of the FAQ entry that was found; null for none. */
  readonly result: string | null;
  /** The reason of a failure; null for a success. */
  readonly error: string | null;
}

/** One exchange of a conversation. Fields are spelled as in REST answers; times are milliseconds. */
export interface Turn {
  readonly user_input: string;
  readonly user_input_dtmf: string;
  readonly user_input_at: number;
  readonly agent_response: string;
  /** The time of the first word; null until then. */
  readonly agent_response_at: number | null;
  /**
   * Milliseconds from the input to the first word of the agent's response, for lists and alerts alike. Null for a live
   * agent's response and for the greeting.
   */
  readonly latency: number | null;
  /** True if the input began during the previous response and cut it off. */
  readonly barge_in: boolean;
  readonly function_calls: readonly FunctionCall[];
  readonly is_ood: boolean;
  readonly is_silence: boolean;
}

/** A turn with an input and no response yet. */
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
