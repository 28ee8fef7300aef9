import { boolean, closedObject, list, matching, type Schema, text, uuid } from './schema.ts';

/** Bodies of errors. */

const fieldIssues = list(closedObject({ field: text, message: text }));

export const messageWithIssues = closedObject({ message: text, errors: fieldIssues });

const code = matching('^[A-Z][A-Z0-9_]*$');
const envelopeFields = {
  success: { ...boolean, enum: [false] },
  error: text,
  error_id: uuid,
  error_code: code,
  error_message: text,
  data: { type: 'object', nullable: true, enum: [null] } as Schema,
};
export const envelope = closedObject(envelopeFields);
/** one entry for each broken rule. */
export const envelopeWithIssues = closedObject(envelopeFields, { errors: fieldIssues });

export const errorMessage = closedObject({ error_message: text });
export const errorMessageWithIssues = closedObject({ error_message: text }, { errors: fieldIssues });

export const errorAndCode = closedObject({ error: text, code });

/** M-2.5: the text is in both fields. */
export const errorAndMessage = closedObject({ error: text, message: text });
