import { boolean, closedObject, count, list, mapOf, nonEmptyTextOrNull, text, time } from './schema.ts';

/** A turn of a conversation and related values. */

/** Values by name: one text or a list of several. */
export const values = mapOf({
  oneOf: [text, list(text, { minItems: 2 })],
});

const times = { user_input_datetime: time, barge_in: boolean };
const turnMetadata = { intents: list(text), entities: list(values), is_ood: boolean, is_silence: boolean };
/** Absent without an answer, or when the request excludes turn metadata. */
const optional = { agent_response_datetime: time, ...turnMetadata };

/** an absent text is an empty string. */
export const turn = closedObject(
  {
    user_input: text,
    user_input_dtmf: text,
    agent_response: text,
    translated_user_input: text,
    english_agent_response: text,
    ...times,
  },
  { ...optional, latency: count },
);

/** in version 1 an absent text is null, and some fields are missing. */
export const v1Turn = closedObject(
  {
    user_input: nonEmptyTextOrNull,
    user_input_dtmf: nonEmptyTextOrNull,
    agent_response: nonEmptyTextOrNull,
    ...times,
  },
  optional,
);
