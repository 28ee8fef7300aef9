import type { FieldError } from '../../../ui/api-client.ts';
import { addressOf } from '../../calls.ts';
import { check } from './check.ts';
import type { DocumentedOperation } from './document.ts';
import { type Field, readEntered } from './field.ts';
import { WORDS } from './words.ts';

/** Input by field name. */
export type Entered = Readonly<Record<string, string>>;

export interface Request {
  readonly method: DocumentedOperation['method'];
  /** Below `/admin`. Values of the path that are missing are the names of their fields in capital letters. */
  readonly address: string;
  readonly body: object | undefined;
  readonly errors: readonly FieldError[];
}

type Values = Readonly<Record<string, unknown>>;

/** The request of what was entered, with everything that the document does not allow. */
export function requestOf({ method, path, fields, hasBody }: DocumentedOperation, entered: Entered): Request {
  const errors: FieldError[] = [];
  const values = fields.flatMap((field): readonly (readonly [Field, unknown])[] => {
    const read = readEntered(field, entered[field.name] ?? '');
    if (!read.ok) errors.push({ field: field.name, message: read.error });
    else if (read.value !== undefined) {
      errors.push(...check(field.schema, read.value, field.name));
      return [[field, read.value]];
    } else if (field.role === 'required') errors.push({ field: field.name, message: WORDS.checks.required });
    return [];
  });
  const at = (place: Field['place']): Values =>
    Object.fromEntries(
      values.flatMap(([field, value]) => (field.place === place ? [[field.name, value]] : [])),
    );
  const missing = fields.map(({ name }) => [name, name.toUpperCase()]);
  const params = { ...Object.fromEntries(missing), ...at('path') } as Readonly<Record<string, string>>;
  return {
    method,
    address: addressOf(path, { params, query: at('query') }),
    body: hasBody ? at('body') : undefined,
    errors,
  };
}

/** The field that an error is about; undefined: the form has none. */
export const fieldOfError = (fields: readonly Field[], { field }: FieldError): Field | undefined =>
  fields.find(({ name }) => field === name || field.startsWith(`${name}.`));

/** Between single quotes a shell takes everything as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request for a shell, in which FOYER_ADMIN_KEY is set. */
export function curlOf({ method, address, body }: Request, origin: string): string {
  return [
    `curl -sS -X ${method} ${quoted(`${origin}/admin${address}`)}`,
    '-H "Authorization: Bearer $FOYER_ADMIN_KEY"',
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
}
