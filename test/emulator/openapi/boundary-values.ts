import type { Schema } from './documents/schema.ts';

/** Boundary values of a schema: the last valid one and the first invalid one on each side. */

export interface BoundaryValue {
  readonly value: unknown;
  readonly isValid: boolean;
}

const valid = (...values: readonly unknown[]): readonly BoundaryValue[] =>
  values.map((value) => ({ value, isValid: true }));
const invalid = (...values: readonly unknown[]): readonly BoundaryValue[] =>
  values.map((value) => ({ value, isValid: false }));

/** Boundaries of a range of sizes. Without `max` the range has no upper end. */
function rangeBoundaries(
  min: number,
  max: number | undefined,
  make: (size: number) => unknown,
): readonly BoundaryValue[] {
  return [
    ...valid(make(min), ...(max === undefined ? [] : [make(max)])),
    ...(min > 0 ? invalid(make(min - 1)) : []),
    ...(max === undefined ? [] : invalid(make(max + 1))),
  ];
}

function textBoundaries({
  enum: values,
  minLength,
  maxLength,
  format,
  pattern,
}: Schema): readonly BoundaryValue[] {
  if (values) return [...valid(...values), ...invalid('none-of-them', '')];
  // 30 February has the right format but does not exist; a time needs a zone.
  if (format === 'date-time') return invalid('yesterday', '2026-02-30T09:00:00Z', '2026-11-02T09:00:00');
  if (pattern !== undefined) return invalid('?', '');
  return minLength === undefined ? [] : rangeBoundaries(minLength, maxLength, (size) => 'x'.repeat(size));
}

function integerBoundaries({ minimum, maximum }: Schema): readonly BoundaryValue[] {
  if (minimum === undefined) return [];
  return [
    ...valid(minimum, maximum ?? Number.MAX_SAFE_INTEGER),
    ...invalid(minimum - 1, ...(maximum === undefined ? [] : [maximum + 1]), minimum + 0.5),
  ];
}

/** Boundary values of a parameter, which is sent as text. */
export function parameterBoundaries(schema: Schema): readonly BoundaryValue[] {
  if (schema.type === 'boolean') return [...valid('true', 'false'), ...invalid('yes', '1', '')];
  if (schema.type === 'integer') return [...integerBoundaries(schema), ...invalid('many')];
  return schema.type === 'string' ? textBoundaries(schema) : [];
}

const WRONG_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: [7],
  integer: ['7'],
  boolean: ['true', 1],
  array: ['x', {}],
  object: ['x', ['x']],
};

/** Boundary values of a field of a body. `example` is a valid value. */
export function fieldBoundaries(schema: Schema, example: unknown): readonly BoundaryValue[] {
  const { type = 'string', nullable = false } = schema;
  return [
    ...(nullable ? valid(null) : invalid(null)),
    ...invalid(...(WRONG_TYPES[type] ?? [])),
    ...(type === 'boolean' ? valid(true, false) : []),
    ...(type === 'string' ? textBoundaries(schema) : []),
    ...(type === 'integer' ? integerBoundaries(schema) : []),
    ...(schema.type === 'array' ? listBoundaries(schema, example) : []),
    ...(type === 'object' ? mapBoundaries(schema) : []),
  ];
}

function listBoundaries(
  { items, minItems = 0, maxItems }: Extract<Schema, { type: 'array' }>,
  example: unknown,
): readonly BoundaryValue[] {
  const [first] = example as readonly unknown[];
  const inItems = fieldBoundaries(items as Schema, first).map(({ value, isValid }) => ({
    value: [value],
    isValid,
  }));
  return [...rangeBoundaries(minItems, maxItems, (size) => Array(size).fill(first)), ...inItems];
}

function mapBoundaries(schema: Schema): readonly BoundaryValue[] {
  const { properties, required = [], additionalProperties: others } = schema;
  if (properties === undefined)
    return typeof others === 'object'
      ? [...valid({}, { a: 'b' }), ...invalid({ a: 7 })]
      : valid({}, { a: [7] });
  return required.length === 0 ? [] : invalid({});
}
