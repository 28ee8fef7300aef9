import { flag, list, matching, only, type Schema, text, uuid } from './schema.ts';

/** The bodies of refusals; which area has which is for the documents to say. */

const fieldFaults = list(only({ field: text, message: text }));

/** spec, Errors. */
export const fieldList = only({ message: text, errors: fieldFaults });

const code = matching('^[A-Z][A-Z0-9_]*$');
const enveloping = {
  success: { ...flag, enum: [false] },
  error: text,
  error_id: uuid,
  error_code: code,
  error_message: text,
  data: { type: 'object', nullable: true, enum: [null] } as Schema,
};
export const envelope = only(enveloping);
/** rest notes, Exclusivity: an entry for each rule that is broken. */
export const envelopeWithFields = only(enveloping, { errors: fieldFaults });

export const errorMessage = only({ error_message: text });
export const errorMessageWithFields = only({ error_message: text }, { errors: fieldFaults });

export const errorAndCode = only({ error: text, code });

/** messaging §2: the text stands under either name. */
export const errorAndMessage = only({ error: text, message: text });
