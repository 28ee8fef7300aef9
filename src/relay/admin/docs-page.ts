import { digest, toBase64 } from '../../base/digest.ts';
import { limitsOf, type Parameter, type Schema } from '../../base/openapi.ts';
import type { Content, CreateContent } from '../pages/content.ts';
import { escapeHtml } from '../pages/escape-html.ts';
import { ownProblems } from '../problem.ts';
import { curlOf, type ExampleSource, scriptOf } from './docs-examples.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** The reference page at `/admin/docs`: the OpenAPI document as HTML without scripts. */

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;
interface DescribedOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Contents }>>;
}

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d7dbe2,#3a3f4a);--soft:light-dark(#f5f6f8,#1d2027);--quiet:light-dark(#5b6472,#a3abba)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fff,#14161b);color:light-dark(#16181d,#e8eaee)}
h1{line-height:1.2}h2{margin-top:3rem;border-bottom:1px solid var(--line)}a{color:light-dark(#1a4fd6,#8fb2ff)}
article{border:1px solid var(--line);border-radius:8px;margin:1rem 0;padding:.25rem 1rem 1rem;overflow-wrap:anywhere}h3{margin:.75rem 0 .25rem;font-size:1rem}
code{font:.875em ui-monospace,monospace}h3 b{display:inline-block;min-width:4.5em}
table{border-collapse:collapse;width:100%;margin:.5rem 0;table-layout:fixed}td:nth-child(2){width:24%}td:nth-child(3){width:36%}th,td{text-align:start;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}
caption,th{text-align:start;color:var(--quiet);font-weight:600}p{margin:.25rem 0}.quiet{color:var(--quiet)}pre{margin:.5rem 0;padding:.75rem;overflow:auto;background:var(--soft);border-radius:6px}summary{cursor:pointer}nav ul{columns:2;padding-inline-start:1.25rem}
@media(max-width:40rem){nav ul{columns:1}td{display:block;width:auto!important;border:0;padding:0}td:last-child{border-bottom:1px solid var(--line);padding-bottom:.25rem}}`;

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
/** Text with code between backticks. */
const prose = (text: string) =>
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

function article(method: string, path: string, it: DescribedOperation): string {
  const rows = (place: string): Row[] =>
    (it.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema = {} }) => ({ name, isRequired: required, schema }));
  const body = Object.values(it.requestBody?.content ?? {})[0]?.schema;
  const [status = '', answer] = Object.entries(it.responses).find(([key]) => key.startsWith('2')) ?? [];
  const [media, { schema: answered } = {}] = Object.entries(answer?.content ?? {})[0] ?? [];
  return `<article id="${escapeHtml(it.operationId)}"><h3><b>${method.toUpperCase()}</b> ${code(path)}</h3>
<p>${prose(it.summary)}. ${prose(it.description)}</p>
${table('Path', rows('path'))}${table('Query', rows('query'))}${table('Headers', rows('header'))}
${body ? table('Body', nested(body)) : ''}
<p class="quiet">Answers ${status}${media ? ` with ${code(media)}` : ' without a body'}.</p>
${answered ? table('Answer', nested(answered)) : ''}
${it.operationId === NOT_CALLED ? '' : examples({ method, path, parameters: it.parameters ?? [], body })}</article>`;
}

/** What a code means. Those in capital letters are the platform's, and no list of them is complete. */
const problems = (): string => {
  const rows = ownProblems().map(
    ([status, problemCode, titles]) =>
      `<tr><td>${code(problemCode)}</td><td>${status}</td><td>${escapeHtml(titles.join('. '))}.</td></tr>`,
  );
  return `<section id="problems"><h2>Problem codes</h2><p>${prose('The `code` of an error. A code in capital letters comes from the platform.')}</p><table>${rows.join('')}</table></section>`;
};

export function createDocsPage(document: OpenApiDocument, createContent: CreateContent): Content {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, DescribedOperation>).map(([method, it]) => ({
      tag: it.tags?.[0] ?? '',
      text: article(method, path, it),
      link: `<li><a href="#${escapeHtml(it.operationId)}">${prose(it.summary)}</a></li>`,
    })),
  );
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const own = operations.filter((it) => it.tag === tag);
    return `<section><h2>${escapeHtml(tag)}</h2><nav aria-label="${escapeHtml(tag)}"><ul>${own.map(({ link }) => link).join('')}</ul></nav>${own.map(({ text }) => text).join('')}</section>`;
  });
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(document.info.title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(document.info.title)}</h1><p>${prose(document.info.description ?? '')}</p>
<p>Machine-readable: <a href="openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(document.openapi)}). <a href="#problems">Problem codes</a>.</p>
${sections.join('\n')}${problems()}</main></body></html>
`;
  const hash = toBase64(digest(STYLE));
  return createContent(html, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}
