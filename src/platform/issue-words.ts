import type * as z from 'zod';

/**
 * The words of the platform for invalid input (R-2.15), as parameters of `safeParse`. They apply to requests, in the relay and in the
 * clients. A schema with a text of its own keeps it.
 */
export const IN_WORDS: { readonly error: z.core.$ZodErrorMap } = { error: (issue) => wordsOf(issue) };

/** Text of a schema for values that are present; a missing one stays `is required`. */
export const unlessMissing = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : text),
});

const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  int: 'an integer',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
};

const listed = (values: readonly unknown[]) => values.map(String).join(', ');

function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${listed(issue.values)}`
        : `must be one of ${listed(issue.values)}`;
    case 'too_small':
      return boundWords('at least', issue.origin, issue.minimum);
    case 'too_big':
      return boundWords('at most', issue.origin, issue.maximum);
    default:
      return undefined;
  }
}

function boundWords(bound: string, origin: string, limit: number | bigint): string {
  switch (origin) {
    case 'string':
      return `must have ${bound} ${limit === 1 ? '1 character' : `${limit} characters`}`;
    case 'array':
      return `must have ${bound} ${limit === 1 ? '1 entry' : `${limit} entries`}`;
    default:
      return `must be ${bound} ${limit}`;
  }
}
