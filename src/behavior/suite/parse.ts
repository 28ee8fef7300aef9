import { isMap, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type * as z from 'zod';
import { nearestOf } from '../../base/nearest.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { suiteFile } from './file.ts';
import { suiteOf } from './short-forms.ts';
import type { Suite } from './suite.ts';

export interface SuiteIssue {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** In UTF-16 units. */
export const MAX_SUITE_LENGTH = 262_144;
const MAX_ISSUES = 50;
/** A suite of ten repetitions of one list is legitimate, a billion are not. */
const MAX_ALIASES = 100;
const NUMBERS = ['within_ms', 'at_least'];

const byPlace = (one: SuiteIssue, other: SuiteIssue) => one.line - other.line || one.column - other.column;

type Document = ReturnType<typeof parseDocument>;
type Path = readonly PropertyKey[];

/** YAML 1.2 reads yes and no as text, but people who write `handoff: no` mean the value. */
const ANSWERS: Readonly<Record<string, boolean>> = { yes: true, no: false, true: true, false: false };

/** Gives text its spelling back: 4.90 is not 4.9, and true is a word. */
function keepSpelling(document: Document): void {
  visit(document, {
    Scalar(key, scalar, path) {
      if (key === 'key') return;
      const pair = path.findLast(isPair);
      const name = isScalar(pair?.key) ? String(pair.key.value) : '';
      const { value, type, source } = scalar;
      const meant =
        name === 'handoff' && type === 'PLAIN' ? ANSWERS[String(source).toLowerCase()] : undefined;
      if (meant !== undefined) scalar.value = meant;
      else if (typeof value !== 'string' && value !== null && !NUMBERS.includes(name))
        scalar.value = source ?? String(value);
    },
  });
}

/** The issue of the form that was meant: the one that is wrong in its details. */
function meantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const isOfOtherType = ([first]: readonly z.core.$ZodIssue[]) =>
    first?.path.length === 0 && (first.code === 'invalid_type' || first.code === 'invalid_union');
  const meant = issue.errors.find((issues) => !isOfOtherType(issues)) ?? issue.errors.at(-1) ?? [];
  return meant.flatMap((inner) =>
    meantIssues({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
  );
}

const ONE: Readonly<Record<string, string>> = { cases: 'case', turns: 'turn' };

/** `case 2, turn 1, expect`, as people count. */
const placeOf = (path: Path): string =>
  path
    .flatMap((part, index) => {
      if (typeof part === 'number') return `${ONE[String(path[index - 1])] ?? 'item'} ${part + 1}`;
      return typeof path[index + 1] === 'number' && ONE[String(part)] ? [] : String(part);
    })
    .join(', ');

const sentence = (path: Path, message: string) =>
  path.length === 0 ? message : `${placeOf(path)}: ${message}`;

const KEYS = [
  ...['name', 'environment', 'channel', 'variant', 'language', 'at_least', 'cases', 'say', 'expect', 'turns'],
  ...['says', 'not', 'matches', 'function', 'handoff', 'node', 'within_ms'],
];

function describe(issue: z.core.$ZodIssue): readonly { readonly path: Path; readonly message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
  return issue.keys.map((key) => {
    const nearest = nearestOf(
      key,
      KEYS.filter((known) => known !== key),
    );
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    return { path: [...issue.path, key], message: `is unknown here${hint}` };
  });
}

/** Offset of the node at a path, or of the nearest one around it. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === last)
      : undefined;
    if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0];
    const node = document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
      return node.range[0];
  }
  return 0;
}

/** The parser's words, where they are for people. */
function yamlIssue({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'MULTIPLE_DOCS') return 'has a second document; keep one';
  if (/call stack/.test(message)) return 'has too many levels';
  return `is not YAML: ${message}`;
}

/** Reads a suite in YAML or JSON. Every issue has its place. */
export function parseSuite(source: string): Result<Suite, readonly SuiteIssue[]> {
  const at = (message: string, { line, col } = { line: 1, col: 1 }): SuiteIssue => ({
    line: Math.max(1, line),
    column: Math.max(1, col),
    message,
  });
  const text = source.replace(/^\uFEFF/, '');
  if (text.length > MAX_SUITE_LENGTH) return err([at(`must have at most ${MAX_SUITE_LENGTH} characters`)]);
  const lines = new LineCounter();
  const placed = (message: string, offset: number) => at(message, lines.linePos(offset));
  let document: Document;
  let value: unknown;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
    const [broken] = document.errors;
    if (broken) return err([placed(yamlIssue(broken), broken.pos[0])]);
    keepSpelling(document);
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err([at(/alias count/.test(reason) ? 'has too many aliases' : `is not YAML: ${reason}`)]);
  }
  const parsed = suiteFile.safeParse(value);
  const issues = (parsed.error?.issues ?? [])
    .flatMap(meantIssues)
    .flatMap(describe)
    .map(({ path, message }) => placed(sentence(path, message), offsetOf(document, path)));
  if (!parsed.success) return err(issues.sort(byPlace).slice(0, MAX_ISSUES));
  const suite = suiteOf(parsed.data);
  const found = issuesOf(suite).map(({ path, message }) =>
    placed(sentence(path, message), offsetOf(document, path)),
  );
  return found.length > 0 ? err(found.slice(0, MAX_ISSUES)) : ok(suite);
}

/** Rules between the parts of a suite. */
function issuesOf({ cases }: Suite): { readonly path: Path; readonly message: string }[] {
  const names = cases.map(({ name }) => name);
  return cases.flatMap(({ name, turns }, index) => [
    ...(names.indexOf(name) < index
      ? [{ path: ['cases', index], message: `has the name of another case: ${name}` }]
      : []),
    ...turns.flatMap(({ say }, turn) =>
      say === undefined && turn > 0
        ? [
            {
              path: ['cases', index, 'turns', turn],
              message: 'must say something; only the first turn may be the greeting',
            },
          ]
        : [],
    ),
  ]);
}
