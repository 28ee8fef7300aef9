import { digest, toBase64 } from '../../base/digest.ts';
import { type DescribedOperation, hasWords } from '../../base/openapi.ts';
import type { OpenApiDocument } from '../admin/api/openapi-document.ts';
import { ownProblems } from '../http/problem.ts';
import type { CreateContent } from '../pages/content.ts';
import { escapeHtml } from '../pages/escape-html.ts';
import { articleOf, code, prose } from './docs-article.ts';

/** The reference page at `/admin/docs`: the OpenAPI document as HTML without scripts, or the part of it that has the words of `q`. */

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d7dbe2,#3a3f4a);--soft:light-dark(#f5f6f8,#1d2027);--quiet:light-dark(#5b6472,#a3abba)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;background:light-dark(#fff,#14161b);color:light-dark(#16181d,#e8eaee)}
h1{line-height:1.2}h2{margin-top:3rem;border-bottom:1px solid var(--line)}a{color:light-dark(#1a4fd6,#8fb2ff)}
article{border:1px solid var(--line);border-radius:8px;margin:1rem 0;padding:.25rem 1rem 1rem;overflow-wrap:anywhere}h3{margin:.75rem 0 .25rem;font-size:1rem}
code{font:.875em ui-monospace,monospace}h3 b{display:inline-block;min-width:4.5em}
table{border-collapse:collapse;width:100%;margin:.5rem 0;table-layout:fixed}td:nth-child(2){width:24%}td:nth-child(3){width:36%}th,td{text-align:start;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}
caption,th{text-align:start;color:var(--quiet);font-weight:600}p{margin:.25rem 0}.quiet{color:var(--quiet)}pre{margin:.5rem 0;padding:.75rem;overflow:auto;background:var(--soft);border-radius:6px}summary{cursor:pointer}form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:1.5rem 0}input,button{font:inherit;color:inherit;background:none;border:1px solid var(--quiet);border-radius:6px;padding:.375rem .75rem}input{flex:1 1 16rem;min-width:0}button{cursor:pointer}nav ul{columns:2;padding-inline-start:1.25rem}
@media(max-width:40rem){nav ul{columns:1}td{display:block;width:auto!important;border:0;padding:0}td:last-child{border-bottom:1px solid var(--line);padding-bottom:.25rem}}`;

/** A longer search is cut: anybody may send one. */
const MAX_SEARCH = 100;

/** HTML, and the words by which it is found. */
interface Item {
  readonly words: string;
  readonly html: string;
}
interface OperationItem extends Item {
  readonly tag: string;
  readonly link: string;
}

const found = <It extends Item>(items: readonly It[], search: string): readonly It[] =>
  items.filter(({ words }) => hasWords(words, search));

const operationsOf = ({ paths = {} }: OpenApiDocument): readonly OperationItem[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, DescribedOperation>).map(([method, it]) => {
      const { tags: [tag = ''] = [], operationId, summary = '', description = '' } = it;
      const names = (it.parameters ?? []).map(({ name }) => name);
      const members = Object.values(it.requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema?.properties ?? {}),
      );
      return {
        tag,
        words: [tag, method, path, operationId, summary, description, ...names, ...members].join(' '),
        html: articleOf(method, path, it),
        link: `<li><a href="#${escapeHtml(operationId)}">${prose(summary)}</a></li>`,
      };
    }),
  );

/** Meanings of codes. Those in capital letters are the platform's, and no list of them is complete. */
const problemRows = (): readonly Item[] =>
  ownProblems().map(([status, problemCode, titles]) => ({
    words: [problemCode, status, ...titles].join(' '),
    html: `<tr><td>${code(problemCode)}</td><td>${status}</td><td>${escapeHtml(titles.join('. '))}.</td></tr>`,
  }));

const problemSection = (rows: readonly Item[]): string =>
  rows.length === 0
    ? ''
    : `<section id="problems"><h2>Problem codes</h2><p>${prose('The `code` of an error. A code in capital letters comes from the platform.')}</p><table>${rows.map(({ html }) => html).join('')}</table></section>`;

const sectionsOf = (operations: readonly OperationItem[]): string =>
  [...new Set(operations.map(({ tag }) => tag))]
    .map((tag) => {
      const own = operations.filter((it) => it.tag === tag);
      return `<section><h2>${escapeHtml(tag)}</h2><nav aria-label="${escapeHtml(tag)}"><ul>${own.map(({ link }) => link).join('')}</ul></nav>${own.map(({ html }) => html).join('')}</section>`;
    })
    .join('\n');

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Creates the page. */
export function createDocsPage(
  document: OpenApiDocument,
  createContent: CreateContent,
): { respond(request: Request): Promise<Response> } {
  const { title, description = '' } = document.info;
  const operations = operationsOf(document);
  const problems = problemRows();
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${toBase64(digest(STYLE))}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'Cross-Origin-Opener-Policy': 'same-origin',
  };

  function htmlOf(search: string): string {
    const shown = found(operations, search);
    const codes = found(problems, search);
    const count = `${counted(shown.length, 'operation', 'operations')} and ${counted(codes.length, 'problem code', 'problem codes')}`;
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${prose(description)}</p>
<p>Machine-readable: <a href="openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(document.openapi)}). <a href="docs#problems">Problem codes</a>.</p>
<form role="search"><input type="search" name="q" aria-label="Words of an operation or a problem code" placeholder="Words of an operation or a problem code" maxlength="${MAX_SEARCH}" value="${escapeHtml(search)}"><button>Filter</button></form>
${search === '' ? '' : `<p>Found ${count}. <a href="docs">Show all</a>.</p>`}
${sectionsOf(shown)}${problemSection(codes)}</main></body></html>
`;
  }

  const whole = createContent(htmlOf(''), headers);
  return {
    async respond(request) {
      const search = new URL(request.url).searchParams.get('q')?.trim().slice(0, MAX_SEARCH) ?? '';
      return search === '' ? whole.respond(request) : new Response(htmlOf(search), { headers });
    },
  };
}
