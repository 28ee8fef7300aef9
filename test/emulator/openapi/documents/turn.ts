import { count, flag, list, mapOf, moment, only, someTextOrNull, text } from './schema.ts';

/** One turn of a conversation, and what goes with it (specification, Conversation). */

/** By name: a value, or all of several. */
export const values = mapOf({
  oneOf: [text, list(text, { minItems: 2 })],
});

const times = { user_input_datetime: moment, barge_in: flag };
const understood = { intents: list(text), entities: list(values), is_ood: flag, is_silence: flag };
/** Nothing is answered yet, or the metadata of turns was not asked for. */
const perhaps = { agent_response_datetime: moment, ...understood };

/** No text is an empty one. */
export const turn = only(
  {
    user_input: text,
    user_input_dtmf: text,
    agent_response: text,
    translated_user_input: text,
    english_agent_response: text,
    ...times,
  },
  { ...perhaps, latency: count },
);

/** spec, Versioning: no text is null, and later fields are not there. */
export const earlyTurn = only(
  { user_input: someTextOrNull, user_input_dtmf: someTextOrNull, agent_response: someTextOrNull, ...times },
  perhaps,
);
