import * as z from 'zod/v4/core';
import { err, ok, type Result } from '../base/result.ts';

/**
 * Readers of wire fields, built on zod's core. There is one small reader per scalar, because zod's own unions, checks and
 * wrappers would double the size of this code in the browser.
 */

type Schema<Value = unknown> = z.$ZodType<Value>;

/** Reads a value. Calls `fail` for an unreadable one. */
type Read = (value: unknown, fail: (message: string) => void) => unknown;

interface FieldDefinition extends z.$ZodTypeDef {
  readonly read: Read;
}

interface FieldInternals extends z.$ZodTypeInternals {
  def: FieldDefinition;
}

interface FieldSchema extends z.$ZodType<unknown, unknown, FieldInternals> {}

const BaseSchema: z.$constructor<z.$ZodType> = z.$ZodType;

/** A schema that consists of one read function, declared as zod declares its own. */
const FieldSchema = z.$constructor<FieldSchema>('FieldSchema', (schema, definition) => {
  BaseSchema.init(schema, definition);
  schema._zod.parse = (payload) => {
    const input = payload.value;
    payload.value = definition.read(input, (message) =>
      payload.issues.push({ code: 'custom', message, input }),
    );
    return payload;
  };
});

/** Creates a schema from a read function. */
function createSchema<Value>(read: (...args: Parameters<Read>) => Value): Schema<Value> {
  const create = () => new FieldSchema({ type: 'custom', read }) as unknown as Schema<Value>;
  try {
    return create();
  } catch {
    // The first schema on a page fails when the page has added enumerable names to `Object.prototype`: zod completes the
    // shared prototype by `for...in` over a table of its own. It does so only once, so the next schema succeeds.
    return create();
  }
}

/** Parses a value. Returns the result or the first issue. Never throws. */
export function parse<Value>(schema: Schema<Value>, value: unknown): Result<Value, string> {
  // Calls zod's internal step, because `z.parse` would add error classes to the bundle.
  const result = schema._zod.run({ value, issues: [] }, { async: false }) as z.ParsePayload<Value>;
  const [issue] = result.issues;
  return issue ? err(issue.message ?? 'unreadable') : ok(result.value);
}

/** Reads a value. Returns undefined when it is unreadable. */
type FieldReader<Value> = (value: unknown) => Value | undefined;

/** Parts of the present value that were left out. Reading is synchronous, so that one list is enough. */
let losses: string[] = [];

/** Reads a value and collects the parts that were left out. */
export function collectLosses<Value>(read: () => Value): {
  readonly value: Value;
  readonly losses: readonly string[];
} {
  losses = [];
  return { value: read(), losses };
}

/** Schema of a required field: without it the record is unreadable. */
export const required = <Value>(expected: string, read: FieldReader<Value>) =>
  createSchema((value, fail): Value => {
    const result = read(value);
    if (result === undefined) fail(`expected ${expected}`);
    return result as Value;
  });

/**
 * Schema of an optional field. Null, absent, empty (M-14.11) and unreadable values are undefined; an unreadable one is recorded
 * as a loss.
 */
export const optional = <Value>(expected: string, read: FieldReader<Value>) =>
  createSchema((value): Value | undefined => {
    if (value === null || value === undefined || value === '') return undefined;
    const result = read(value);
    if (result === undefined) losses.push(`expected ${expected}`);
    return result;
  });

export const readString: FieldReader<string> = (value) => (typeof value === 'string' ? value : undefined);
const readNonEmpty: FieldReader<string> = (value) => (value === '' ? undefined : readString(value));
/** M-6.27: a number may be a decimal string (proto3 JSON). */
const readNumber: FieldReader<number> = (value) => {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isFinite(number) ? (number as number) : undefined;
};
export const readInteger: FieldReader<number> = (value) => {
  const number = readNumber(value);
  return Number.isInteger(number) ? number : undefined;
};

export const text = required('a string', readString);
export const nonEmpty = required('a string with content', readNonEmpty);
export const amount = required('a number', readNumber);
export const oneOf = <Word extends string>(words: readonly Word[]) =>
  required(`one of ${words.join(', ')}`, (value) => words.find((word) => word === value));

export const maybeText = optional('a string', readString);
export const maybeFlag = optional('true or false', (value) =>
  typeof value === 'boolean' ? value : undefined,
);
export const maybeNumber = optional('a number', readNumber);
export const maybeInteger = optional('an integer', readInteger);
/** Maps a wire word to an internal one. Any other value gives `fallback`. */
export const enumOf = <const Word extends string>(words: Record<string, Word>, fallback: Word) =>
  createSchema(
    (value): Word =>
      typeof value === 'string' && Object.hasOwn(words, value) ? (words[value] ?? fallback) : fallback,
  );

type Fields = Record<string, Schema>;

/** Schema of a record whose fields are renamed. The first unreadable required field makes it unreadable. */
function fields<Shape extends Fields>(shape: Shape, nameOf: (wire: string) => string) {
  const all = Object.entries(shape).map(([wire, schema]) => [wire, nameOf(wire), schema] as const);
  return createSchema((value, fail): Record<string, unknown> => {
    const found: Record<string, unknown> = {};
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('expected an object');
    else {
      for (const [wire, name, schema] of all) {
        const result = parse(schema, Object.hasOwn(value, wire) ? value[wire as never] : undefined);
        if (result.ok) found[name] = result.value;
        else fail(result.error);
      }
    }
    return found;
  });
}

/** Schema of a record in its wire spelling. */
export const object = <Shape extends Fields>(shape: Shape) =>
  fields(shape, (wire) => wire) as Schema<{ [Key in keyof Shape]: z.output<Shape[Key]> }>;

export const camelCase = (snake: string): string =>
  snake.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

export type Camel<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Key;
export type RecordOf<Shape extends Fields> = {
  -readonly [Key in keyof Shape as Camel<Key>]: z.output<Shape[Key]>;
};

/** Creates a reader of a record. The names are snake_case on the wire and camelCase in the result. */
export function record<Shape extends Fields>(shape: Shape): FieldReader<RecordOf<Shape>> {
  const schema = fields(shape, camelCase) as Schema<RecordOf<Shape>>;
  return (value) => {
    const result = parse(schema, value);
    if (result.ok) return result.value;
    losses.push(result.error);
    return undefined;
  };
}

/** Schema of a list. M-4.7: unreadable elements are left out; a value that is not a list is an empty one. */
export const listOf = <Value>(read: FieldReader<Value>) =>
  createSchema((value): Value[] => {
    if (!Array.isArray(value)) {
      if (value !== null && value !== undefined) losses.push('expected a list');
      return [];
    }
    return value.map(read).filter((element) => element !== undefined);
  });
