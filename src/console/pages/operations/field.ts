import { jsonErrorIn } from '../../../base/json-place.ts';
import type { Schema } from '../../../base/openapi.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { WORDS } from './words.ts';

/** Kinds of input. */
type Kind =
  | 'choice'
  | 'flag'
  | 'number'
  /** Some of a few words. */
  | 'choices'
  /** Any number of texts, one a line. */
  | 'lines'
  | 'json'
  | 'line'
  | 'text';

/** A field of a request. */
export interface Field {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly kind: Kind;
  /** `override`: one of the ids that replace the configured ones. */
  readonly role: 'required' | 'optional' | 'override';
  readonly schema: Schema;
}

const OVERRIDES: readonly string[] = ['account_id', 'project_id', 'agent_id', 'branch_id'];

/** Types of a schema, without null. */
export const typesOf = ({ type }: Schema): readonly string[] =>
  [type ?? []].flat().filter((name) => name !== 'null');

function kindOf(schema: Schema, place: Field['place']): Kind {
  if (schema.enum) return 'choice';
  switch (typesOf(schema)[0]) {
    case 'boolean':
      return 'flag';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      if (schema.items?.enum) return 'choices';
      return schema.items && typesOf(schema.items)[0] === 'string' ? 'lines' : 'json';
    case 'string': {
      const isShort = place !== 'body' || schema.pattern || schema.format || schema.maxLength;
      return isShort ? 'line' : 'text';
    }
    default:
      return 'json';
  }
}

export const fieldOf = (name: string, place: Field['place'], schema: Schema, isRequired: boolean): Field => ({
  name,
  place,
  kind: kindOf(schema, place),
  role: isRequired ? 'required' : place === 'query' && OVERRIDES.includes(name) ? 'override' : 'optional',
  schema,
});

export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The value that was entered; undefined: none. */
export function readEntered({ kind, schema }: Field, text: string): Result<unknown, string> {
  const trimmed = text.trim();
  if (trimmed === '') return ok(undefined);
  switch (kind) {
    case 'choice':
    case 'line':
      return ok(trimmed);
    case 'text':
      return ok(text);
    case 'flag':
      return ok(trimmed === 'true');
    case 'choices':
    case 'lines':
      return ok(linesOf(text));
    case 'number': {
      const number = Number(trimmed);
      return Number.isFinite(number) ? ok(number) : err(WORDS.checks.type(typesOf(schema)[0] ?? ''));
    }
    case 'json': {
      const place = jsonErrorIn(trimmed);
      return place ? err(WORDS.checks.json(place.line, place.column)) : ok(JSON.parse(trimmed));
    }
  }
}
