import { own } from '../base/own.ts';
import { isPlain } from '../base/plain.ts';

/** A page's facts about its visitor, sent with each message in `metadata.custom`. The platform promises them for correlation only. */
export type PageContext = Readonly<Record<string, string>>;

const MAX_FIELDS = 20;
const MAX_LENGTH = 256;
const NAME = /^[\w.-]{1,64}$/;
/** Names that the client uses itself (M-9.2). */
const TAKEN: readonly string[] = ['client_event_id', 'local_id'];

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the fields that may be sent, as texts. `issues` names each omitted field with the reason. */
export function readPageContext(given: unknown): {
  readonly context: PageContext;
  readonly issues: readonly string[];
} {
  const issues = given === undefined || isPlain(given) ? [] : ['expects an object of texts'];
  const fields = Object.entries(own(isPlain(given) ? given : {})).filter(([name, value], nth) => {
    const issue =
      !NAME.test(name) || TAKEN.includes(name)
        ? 'is no name: 1 to 64 letters, digits, _ . -'
        : !isText(value) || String(value).length > MAX_LENGTH
          ? `must be a text of at most ${MAX_LENGTH} characters`
          : nth >= MAX_FIELDS
            ? `is one of more than ${MAX_FIELDS}`
            : '';
    if (issue) issues.push(`${name} ${issue}`);
    return !issue;
  });
  return { context: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])), issues };
}
