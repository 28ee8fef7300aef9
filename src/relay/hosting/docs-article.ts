import { type DescribedOperation, limitsOf, type Schema, successOf } from '../../base/openapi.ts';
import { escapeHtml } from '../pages/escape-html.ts';
import { curlOf, type ExampleSource, scriptOf } from './docs-examples.ts';

/** An operation of the OpenAPI document as HTML for the reference page. */

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
/** Text with code between backticks. */
export const prose = (text: string) =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : code(part)))
    .join('');

/** Short description of a schema. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map(typeOf).join(' | ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  const types = [schema.type ?? 'any'].flat();
  return types
    .map((type) => {
      if (type === 'array') return schema.items ? `${typeOf(schema.items)}[]` : 'any[]';
      return type === 'string' && schema.format ? schema.format : type;
    })
    .join(' | ');
}

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

const nested = ({ properties, items, required = [] }: Schema, prefix = ''): Row[] =>
  Object.entries(properties ?? items?.properties ?? {}).flatMap(([key, schema]) => {
    const name = `${prefix}${key}`;
    const inner = nested(schema, `${name}${schema.items ? '[]' : ''}.`);
    return [{ name, isRequired: (items?.required ?? required).includes(key), schema }, ...inner];
  });

function table(caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, isRequired, schema }) => {
    const about = [schema.description ?? '', limitsOf(schema)].filter(Boolean).join(' ');
    return `<tr><td>${code(name)}${isRequired ? '' : ' <span class="quiet">optional</span>'}</td><td>${code(typeOf(schema))}</td><td>${prose(about)}</td></tr>`;
  });
  return `<table><caption>${caption}</caption>${lines.join('')}</table>`;
}

/** The platform calls it, with a signature. */
const NOT_CALLED = 'receiveWebhook';

const examples = (source: ExampleSource): string =>
  `<details><summary>curl</summary><pre><code class="curl">${escapeHtml(curlOf(source))}</code></pre></details>
<details><summary>JavaScript</summary><pre><code class="script">${escapeHtml(scriptOf(source))}</code></pre></details>`;

export function articleOf(method: string, path: string, it: DescribedOperation): string {
  const { operationId, summary = '', description = '', parameters = [] } = it;
  const rows = (place: string): Row[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema = {} }) => ({ name, isRequired: required, schema }));
  const body = Object.values(it.requestBody?.content ?? {})[0]?.schema;
  const [status = '', answer] = successOf(it) ?? [];
  const [media, { schema: answered } = {}] = Object.entries(answer?.content ?? {})[0] ?? [];
  return `<article id="${escapeHtml(operationId)}"><h3><b>${method.toUpperCase()}</b> ${code(path)}</h3>
<p>${prose(summary)}. ${prose(description)}</p>
${table('Path', rows('path'))}${table('Query', rows('query'))}${table('Headers', rows('header'))}
${body ? table('Body', nested(body)) : ''}
<p class="quiet">Answers ${status}${media ? ` with ${code(media)}` : ' without a body'}.</p>
${answered ? table('Answer', nested(answered)) : ''}
${operationId === NOT_CALLED ? '' : examples({ method, path, parameters, body })}</article>`;
}
