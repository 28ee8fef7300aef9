import { maybeFlag, maybeText, object } from './field-readers.ts';

/** The relay's answer to `GET /chat/origin-check`. Apart from the other schemas, because only a refused page needs it. */
export const originCheck = object({ allowed: maybeFlag, origin: maybeText });
