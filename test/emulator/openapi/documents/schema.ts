import type { OpenAPIV3 } from 'openapi-client-axios';

/** Building blocks of the documents. */

export type Schema = OpenAPIV3.SchemaObject;
export type Parameter = OpenAPIV3.ParameterObject;
type Fields = Readonly<Record<string, Schema>>;

export const text: Schema = { type: 'string' };
export const textOfLength = (minLength: number, bounds: { maxLength?: number } = {}): Schema => ({
  ...text,
  minLength,
  ...bounds,
});
export const nonEmptyText = textOfLength(1);
export const matching = (pattern: string): Schema => ({ ...text, pattern });
export const oneOf = (...values: readonly string[]): Schema => ({ ...text, enum: [...values] });
export const time: Schema = { ...text, format: 'date-time' };
export const uuid: Schema = { ...text, format: 'uuid' };
export const url: Schema = { ...text, format: 'uri' };
export const boolean: Schema = { type: 'boolean' };
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
export const nonEmptyTextOrNull = orNull(nonEmptyText);
export const withDefault = (value: unknown, schema: Schema): Schema => ({ ...schema, default: value });
/** An object with any keys. */
export const mapOf = (values: Schema | boolean): Schema => ({ type: 'object', additionalProperties: values });

/** An object that may have other fields. */
export const openObject = (required: Fields, optional: Fields = {}): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  // OpenAPI does not allow an empty `required`.
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
});
/** An object with these fields only. */
export const closedObject = (required: Fields, optional: Fields = {}): Schema => ({
  ...openObject(required, optional),
  additionalProperties: false,
});
/** An object with any of the fields, for updates. Omitted fields stay unchanged, so they have no default. */
export const partialObject = (fields: Fields): Schema =>
  closedObject(
    {},
    Object.fromEntries(
      Object.entries(fields).map(([name, { default: _, ...schema }]) => [name, schema as Schema]),
    ),
  );

export const pathParameter = (name: string, schema: Schema = text): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema,
});
export const queryParameters = (fields: Fields, required: readonly string[] = []): readonly Parameter[] =>
  Object.entries(fields).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
