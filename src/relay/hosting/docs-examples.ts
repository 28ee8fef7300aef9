import type { Parameter, Schema } from '../../base/openapi.ts';
import { OVERRIDES } from '../admin/api/operation.ts';

/** Examples of requests, made from the schemas of the OpenAPI document. */

/** What an example is made of. */
export interface ExampleSource {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-11-24T09:00:00Z',
  date: '2026-11-24',
  uri: 'https://example.com/hook',
};

/** A value that the schema allows, as far as it says so. */
function exampleValue(schema: Schema, name: string): unknown {
  const given = [schema.examples?.[0], schema.example, schema.const, schema.default, schema.enum?.[0]].find(
    (it) => it !== undefined,
  );
  if (given !== undefined) return given;
  const part = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (part) return exampleValue(part, name);
  switch ([schema.type ?? 'string'].flat()[0]) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [exampleValue(schema.items ?? {}, name)];
    case 'object':
      return objectOf(schema);
    default:
      return FORMATS[schema.format ?? ''] ?? name.toUpperCase();
  }
}

/** The required members; one of the others where none is required. */
function objectOf({ properties = {}, required = [] }: Schema): object {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((it) => [it, exampleValue(properties[it] ?? {}, it)]));
}

/** Required, or with an example that says what it is for. */
const isShown = ({ name, required, schema }: Parameter) =>
  required || (schema?.examples !== undefined && !(OVERRIDES as readonly string[]).includes(name));

/** The address below the relay, with its path and its query filled in. */
function addressOf({ path, parameters }: ExampleSource): string {
  const textOf = ({ name, schema = {} }: Parameter) => encodeURIComponent(String(exampleValue(schema, name)));
  const filled = parameters
    .filter((it) => it.in === 'path')
    .reduce((address, it) => address.replace(`{${it.name}}`, textOf(it)), path);
  const query = parameters
    .filter((it) => it.in === 'query' && isShown(it))
    .map((it) => `${it.name}=${textOf(it)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** For a shell, in which `RELAY` and `KEY` are set. */
export function curlOf(source: ExampleSource): string {
  const lines = [
    `curl -sS -X ${source.method.toUpperCase()} "$RELAY${addressOf(source)}"`,
    '-H "Authorization: Bearer $KEY"',
  ];
  if (source.body)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(objectOf(source.body)))}`);
  return lines.join(' \\\n  ');
}

/** For a program, in which `relay` and `key` are set. */
export function scriptOf(source: ExampleSource): string {
  const authorization = 'Authorization: `Bearer $' + '{key}`';
  const headers = `{ ${authorization}${source.body ? ", 'Content-Type': 'application/json'" : ''} }`;
  const body = source.body ? `\n  body: JSON.stringify(${JSON.stringify(objectOf(source.body))}),` : '';
  return `const response = await fetch(\`\${relay}${addressOf(source)}\`, {
  method: '${source.method.toUpperCase()}',
  headers: ${headers},${body}
});`;
}
