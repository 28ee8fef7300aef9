import type { Schema } from './documents/schema.ts';

/** Values at the edges that a schema draws: the last that it takes, and the first that it does not. */

export interface Edge {
  readonly value: unknown;
  readonly isTaken: boolean;
}

const taken = (...values: readonly unknown[]): readonly Edge[] =>
  values.map((value) => ({ value, isTaken: true }));
const beyond = (...values: readonly unknown[]): readonly Edge[] =>
  values.map((value) => ({ value, isTaken: false }));

/** The ends of a range; one that is open goes as far as integers are exact. */
function ofRange(least: number, most: number | undefined, made: (size: number) => unknown): readonly Edge[] {
  return [
    ...taken(made(least), ...(most === undefined ? [] : [made(most)])),
    ...(least > 0 ? beyond(made(least - 1)) : []),
    ...(most === undefined ? [] : beyond(made(most + 1))),
  ];
}

function ofText({ enum: values, minLength, maxLength, format, pattern }: Schema): readonly Edge[] {
  if (values) return [...taken(...values), ...beyond('none-of-them', '')];
  // 30 February is of the form, and no day; a time without a zone is no moment.
  if (format === 'date-time') return beyond('yesterday', '2026-02-30T09:00:00Z', '2026-11-02T09:00:00');
  if (pattern !== undefined) return beyond('?', '');
  return minLength === undefined ? [] : ofRange(minLength, maxLength, (size) => 'x'.repeat(size));
}

function ofInteger({ minimum, maximum }: Schema): readonly Edge[] {
  if (minimum === undefined) return [];
  return [
    ...taken(minimum, maximum ?? Number.MAX_SAFE_INTEGER),
    ...beyond(minimum - 1, ...(maximum === undefined ? [] : [maximum + 1]), minimum + 0.5),
  ];
}

/** Of a parameter, which is text whatever it means. */
export function edgesOfParameter(schema: Schema): readonly Edge[] {
  if (schema.type === 'boolean') return [...taken('true', 'false'), ...beyond('yes', '1', '')];
  if (schema.type === 'integer') return [...ofInteger(schema), ...beyond('many')];
  return schema.type === 'string' ? ofText(schema) : [];
}

const WRONG_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: [7],
  integer: ['7'],
  boolean: ['true', 1],
  array: ['x', {}],
  object: ['x', ['x']],
};

/** Of a field of a body; `right` is a value that it may have. */
export function edgesOfField(schema: Schema, right: unknown): readonly Edge[] {
  const { type = 'string', nullable = false } = schema;
  return [
    ...(nullable ? taken(null) : beyond(null)),
    ...beyond(...(WRONG_TYPES[type] ?? [])),
    ...(type === 'boolean' ? taken(true, false) : []),
    ...(type === 'string' ? ofText(schema) : []),
    ...(type === 'integer' ? ofInteger(schema) : []),
    ...(schema.type === 'array' ? ofList(schema, right) : []),
    ...(type === 'object' ? ofMap(schema) : []),
  ];
}

function ofList(
  { items, minItems = 0, maxItems }: Extract<Schema, { type: 'array' }>,
  right: unknown,
): readonly Edge[] {
  const [first] = right as readonly unknown[];
  const inItems = edgesOfField(items as Schema, first).map(({ value, isTaken }) => ({
    value: [value],
    isTaken,
  }));
  return [...ofRange(minItems, maxItems, (size) => Array(size).fill(first)), ...inItems];
}

function ofMap(schema: Schema): readonly Edge[] {
  const { properties, required = [], additionalProperties: others } = schema;
  if (properties === undefined)
    return typeof others === 'object'
      ? [...taken({}, { a: 'b' }), ...beyond({ a: 7 })]
      : taken({}, { a: [7] });
  return required.length === 0 ? [] : beyond({});
}
