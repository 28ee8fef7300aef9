import * as z from 'zod/mini';
import { err, ok, type Result } from '../base/result.ts';

/**
 * The scalars and records of the wire over zod's objects. One small reader per scalar, because zod's own unions, checks and
 * wrappers would double what a stranger's page pays for reading a dozen strings and numbers.
 */

type Schema<Value = unknown> = z.core.$ZodType<Value>;

/** A value made of whatever stands there. `fail` says that nothing can be. */
const reads = <Value>(read: (value: unknown, fail: (message: string) => void) => Value) =>
  new z.core.$ZodTransform({
    type: 'transform',
    transform: (value, payload) =>
      read(value, (message) => payload.issues.push({ code: 'custom', message, input: value })),
  }) as unknown as Schema<Value>;

/** What `schema` makes of a value, or the first thing that is wrong with it. Never throws. */
export function parse<Value>(schema: Schema<Value>, value: unknown): Result<Value, string> {
  // Straight to zod's own step: its front door would bring error classes that nobody here reads.
  const result = schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload<Value>;
  const [issue] = result.issues;
  return issue ? err(issue.message ?? 'unreadable') : ok(result.value);
}

/** What a scalar makes of a value; undefined means that it cannot be one. */
type Read<Value> = (value: unknown) => Value | undefined;

/** What the value being read has lost so far; reading is synchronous, so one list serves. */
let losses: string[] = [];

/** Reads with a fresh list of what was left out. */
export function noting<Value>(read: () => Value): {
  readonly value: Value;
  readonly losses: readonly string[];
} {
  losses = [];
  return { value: read(), losses };
}

/** A field without which its record cannot be used. */
export const required = <Value>(expected: string, read: Read<Value>) =>
  reads((value, fail): Value => {
    const result = read(value);
    if (result === undefined) fail(`expected ${expected}`);
    return result as Value;
  });

/** A field that may be left out: null, absent and unreadable all mean "none", the last of them is noted. */
export const optional = <Value>(expected: string, read: Read<Value>) =>
  reads((value): Value | undefined => {
    if (value === null || value === undefined) return undefined;
    const result = read(value);
    if (result === undefined) losses.push(`expected ${expected}`);
    return result;
  });

const aString: Read<string> = (it) => (typeof it === 'string' ? it : undefined);
const withContent: Read<string> = (it) => (it === '' ? undefined : aString(it));
/** Numbers may come as decimal strings (proto3 JSON). */
const aNumber: Read<number> = (it) => {
  const number = typeof it === 'string' && /^-?\d{1,15}$/.test(it) ? Number(it) : it;
  return Number.isFinite(number) ? (number as number) : undefined;
};
const anInteger: Read<number> = (it) => {
  const number = aNumber(it);
  return Number.isInteger(number) ? number : undefined;
};

export const text = required('a string', aString);
export const nonEmpty = required('a string with content', withContent);
export const amount = required('a number', aNumber);
export const oneOf = <Word extends string>(words: readonly Word[]) =>
  required(`one of ${words.join(', ')}`, (it) => words.find((word) => word === it));

export const maybeText = optional('a string', aString);
export const maybeFlag = optional('true or false', (it) => (typeof it === 'boolean' ? it : undefined));
export const maybeNumber = optional('a number', aNumber);
export const maybeInteger = optional('an integer', anInteger);
/** One word of the wire for one of ours; any other word means `otherwise`, as its absence does. */
export const word = <const Word extends string>(words: Record<string, Word>, otherwise: Word) =>
  reads(
    (it): Word => (typeof it === 'string' && Object.hasOwn(words, it) ? (words[it] ?? otherwise) : otherwise),
  );

type Fields = Record<string, Schema>;

/** A record, with the name that each of its fields has for us. The first field that fails is why it fails. */
function fields<Shape extends Fields>(shape: Shape, nameOf: (wire: string) => string) {
  const all = Object.entries(shape).map(([wire, schema]) => [wire, nameOf(wire), schema] as const);
  return reads((value, fail): Record<string, unknown> => {
    const found: Record<string, unknown> = {};
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('expected an object');
    else {
      for (const [wire, ours, schema] of all) {
        const result = parse(schema, Object.hasOwn(value, wire) ? value[wire as never] : undefined);
        if (result.ok) found[ours] = result.value;
        else fail(result.error);
      }
    }
    return found;
  });
}

/** A record as it stands on the wire. */
export const object = <Shape extends Fields>(shape: Shape) =>
  fields(shape, (wire) => wire) as Schema<{ [Key in keyof Shape]: z.output<Shape[Key]> }>;

export const camelCase = (snake: string): string =>
  snake.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

type Camel<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Key;
export type RecordOf<Shape extends Fields> = {
  -readonly [Key in keyof Shape as Camel<Key>]: z.output<Shape[Key]>;
};

/** Reads a record whose wire names are snake_case into one of ours; undefined when a required field is unreadable. */
export function record<Shape extends Fields>(shape: Shape): Read<RecordOf<Shape>> {
  const schema = fields(shape, camelCase) as Schema<RecordOf<Shape>>;
  return (value) => {
    const result = parse(schema, value);
    if (result.ok) return result.value;
    losses.push(result.error);
    return undefined;
  };
}

/** The readable elements of a list; anything that is not a list is an empty one. */
export const listOf = <Value>(read: Read<Value>) =>
  reads((value): Value[] => {
    if (!Array.isArray(value)) {
      if (value !== null && value !== undefined) losses.push('expected a list');
      return [];
    }
    return value.map(read).filter((it) => it !== undefined);
  });
