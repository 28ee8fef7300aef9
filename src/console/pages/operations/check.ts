import type { Schema } from '../../../base/openapi.ts';
import { parseUrl } from '../../../base/url.ts';
import type { FieldError } from '../../../ui/api-client.ts';
import { typesOf } from './field.ts';
import { WORDS } from './words.ts';

const { checks: words } = WORDS;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
};

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => !Number.isNaN(Date.parse(text)),
  date: (text) => !Number.isNaN(Date.parse(text)),
  uri: (text) => parseUrl(text) !== undefined,
};

/** The error of a value in the relay's words; undefined: none. */
function issueOf(schema: Schema, value: unknown): string | undefined {
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => IS[type]?.(value) ?? true))
    return words.type(typesOf(schema)[0] ?? '');
  if (schema.enum && !schema.enum.includes(value)) return words.oneOf(schema.enum.map(String));
  const example = schema.examples?.[0] === undefined ? undefined : String(schema.examples[0]);
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = schema;
  const { minItems = 0, maxItems = Infinity } = schema;
  if (typeof value === 'number') {
    if (value < minimum) return words.atLeast(minimum);
    if (value > maximum) return words.atMost(maximum);
  }
  if (typeof value === 'string') {
    if (value.length < minLength) return words.longer(minLength);
    if (value.length > maxLength) return words.shorter(maxLength);
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value)) return words.form(example);
    if (schema.format && FORMATS[schema.format]?.(value) === false) return words.form(example);
  }
  if (Array.isArray(value)) {
    if (value.length < minItems) return words.more(minItems);
    if (value.length > maxItems) return words.fewer(maxItems);
  }
  return undefined;
}

/** Everything that is wrong with a value. `field` is its name with dots, such as `annotations.0.role`. */
export function check(schema: Schema, value: unknown, field: string): readonly FieldError[] {
  const message = issueOf(schema, value);
  if (message !== undefined) return [{ field, message }];
  if (Array.isArray(value))
    return value.flatMap((item, index) => check(schema.items ?? {}, item, `${field}.${index}`));
  if (!isObject(value)) return [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => ({ field: `${field}.${name}`, message: words.required })),
    ...Object.entries(value).flatMap(([name, member]) => {
      const at = `${field}.${name}`;
      if (Object.hasOwn(properties, name)) return check(properties[name] ?? {}, member, at);
      if (additionalProperties === false) return [{ field: at, message: words.unknown }];
      return typeof additionalProperties === 'object' ? check(additionalProperties, member, at) : [];
    }),
  ];
}
