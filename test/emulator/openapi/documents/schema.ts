import type { OpenAPIV3 } from 'openapi-client-axios';

/** The words that the documents are made of. */

export type Schema = OpenAPIV3.SchemaObject;
export type Parameter = OpenAPIV3.ParameterObject;
type Fields = Readonly<Record<string, Schema>>;

export const text: Schema = { type: 'string' };
export const textFrom = (minLength: number, bounds: { maxLength?: number } = {}): Schema => ({
  ...text,
  minLength,
  ...bounds,
});
export const someText = textFrom(1);
export const matching = (pattern: string): Schema => ({ ...text, pattern });
export const oneOf = (...values: readonly string[]): Schema => ({ ...text, enum: [...values] });
export const moment: Schema = { ...text, format: 'date-time' };
export const uuid: Schema = { ...text, format: 'uuid' };
export const url: Schema = { ...text, format: 'uri' };
export const flag: Schema = { type: 'boolean' };
export const integer = (bounds: { minimum?: number; maximum?: number } = {}): Schema => ({
  type: 'integer',
  ...bounds,
});
export const number: Schema = { type: 'number' };
export const count = integer({ minimum: 0 });
export const list = (items: Schema, bounds: { minItems?: number; maxItems?: number } = {}): Schema => ({
  type: 'array',
  items,
  ...bounds,
});
export const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true });
export const someTextOrNull = orNull(someText);
export const byDefault = (value: unknown, schema: Schema): Schema => ({ ...schema, default: value });
/** An object of any names. */
export const mapOf = (values: Schema | boolean): Schema => ({ type: 'object', additionalProperties: values });

/** An object that may hold more than what is named. */
export const open = (required: Fields, optional: Fields = {}): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  // OpenAPI has no empty list of them.
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
});
/** An object of these fields and no others. */
export const only = (required: Fields, optional: Fields = {}): Schema => ({
  ...open(required, optional),
  additionalProperties: false,
});
/** An object of some of the fields: what is left out stays as it is, so that nothing has a default. */
export const someOf = (fields: Fields): Schema =>
  only(
    {},
    Object.fromEntries(
      Object.entries(fields).map(([name, { default: _, ...schema }]) => [name, schema as Schema]),
    ),
  );

export const inPath = (name: string, schema: Schema = text): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema,
});
export const inQuery = (fields: Fields, required: readonly string[] = []): readonly Parameter[] =>
  Object.entries(fields).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
