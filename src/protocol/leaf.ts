import * as z from 'zod/mini';

/**
 * The scalars of the wire. One small reader each, because zod's own unions and checks would double what a stranger's page
 * pays for reading a dozen strings and numbers.
 */

// A page whose policy forbids eval must see no attempt at it.
z.config({ jitless: true });

/** A value that `read` can make something of; undefined means that it cannot. */
export const leaf = <Value>(expected: string, read: (value: unknown) => Value | undefined) =>
  z.transform((value: unknown, context) => {
    const result = read(value);
    if (result === undefined) {
      context.issues.push({ code: 'custom', message: `expected ${expected}`, input: value });
      return z.NEVER;
    }
    return result;
  });

export const text = leaf('a string', (it) => (typeof it === 'string' ? it : undefined));
export const nonEmpty = leaf('a string with content', (it) =>
  typeof it === 'string' && it !== '' ? it : undefined,
);
export const flag = leaf('true or false', (it) => (typeof it === 'boolean' ? it : undefined));
export const numeric = leaf('a number', (it) => {
  const number = typeof it === 'string' && /^-?\d{1,15}$/.test(it) ? Number(it) : it;
  return Number.isFinite(number) ? (number as number) : undefined;
});
/** An integer that may come as a decimal string (proto3 JSON). */
export const integer = leaf('an integer', (it) => {
  const number = typeof it === 'string' && /^-?\d{1,15}$/.test(it) ? Number(it) : it;
  return Number.isInteger(number) ? (number as number) : undefined;
});
export const oneOf = <Word extends string>(words: readonly Word[]) =>
  leaf(`one of ${words.join(', ')}`, (it) => words.find((word) => word === it));
export const list = leaf('a list', (it) => (Array.isArray(it) ? (it as readonly unknown[]) : undefined));
