import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { FLOOR, NEW_IN_SCRIPTS, NEW_IN_STYLES } from './platform-features.ts';

/**
 * The built files use nothing that the oldest supported browsers do not have, by the compatibility data of MDN. A list names
 * each exception and why it does no harm.
 */

const SCRIPTS: Readonly<Record<string, string>> = {
  Highlight: 'new words fade in only where it exists',
  Notification: 'only where it exists: the wish to be told',
  Segmenter: 'sentences are found by their marks where it does not exist',
  ancestorOrigins: 'bridge: else the referrer',
  available: 'speech on the device is offered only where the browser can say that it has it',
  captureStackTrace: 'zod: only where it exists',
  errorText: 'a part of ours',
  exponentialRampToValueAtTime: 'the sound: complete but for details in Firefox',
  getComposedRanges:
    'called where it exists: elsewhere selected text far from the visible part may become rows',
  highlights: 'as Highlight',
  isComposing: 'Safari reports it late; Enter during a composition is checked in the tests',
  moveBefore: 'Preact: only where it exists',
  permission: 'of Notification',
  phone: 'the branding file',
  requestIdleCallback: 'a timer where it does not exist',
  requestPermission: 'of Notification',
  showPopover: 'only where it exists, for pages that transform their root',
};

const STYLES: Readonly<Record<string, string>> = {
  '-webkit-tap-highlight-color': 'decoration',
  'color-mix': 'a ring around the focused field, whose border changes, too',
  'contain-intrinsic-size': 'speed',
  'content-visibility': 'speed',
  'forced-color-adjust': 'Safari has no forced colours',
  has: 'decoration',
  highlight: 'new words fade in; a rule of its own',
  'mask-image': 'Chrome 109 knows it with the prefix, which stands beside it',
  oklch: 'the icon of the launcher is white then; in the panel, a script computes the colour',
  'overflow-anchor': 'switches off what Safari does not do',
  'overscroll-behavior': 'Safari 16 has it; the data says partial',
  'overscroll-behavior-x': 'the same',
  resize: 'decoration',
  'scrollbar-color': 'decoration',
  'scrollbar-width': 'decoration',
  'text-wrap': 'decoration',
};

const root = resolve(import.meta.dirname, '../../dist');
const FILES = ['browser', 'browser/assets', 'lib'].flatMap((folder) =>
  readdirSync(resolve(root, folder))
    // `foyer-chat/testing` is for tests: no visitor loads it.
    .filter((name) => name.endsWith('.js') && !name.startsWith('test'))
    .map((name) => `${folder}/${name}`),
);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function visit(value: unknown, on: (node: Node) => void): void {
  if (Array.isArray(value)) for (const it of value) visit(it, on);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') on(value as Node);
    for (const it of Object.values(value)) visit(it, on);
  }
}

const nameOf = (key: unknown): string => {
  const { name, value } = key as { readonly name?: string; readonly value?: unknown };
  return name ?? String(value);
};

/** Names that a script takes from its surroundings, and its style sheets. */
function contentsOf(file: string) {
  const text = readFileSync(resolve(root, file), 'utf8');
  const { program, errors } = parseSync(file, text, {
    sourceType: /^browser\/(frame|widget)/.test(file) ? 'script' : 'module',
  });
  expect(errors, file).toEqual([]);
  const used = new Set<string>();
  const defined = new Set<string>();
  const styles: string[] = [];
  const flags = new Set<string>();
  visit(program, (node) => {
    const { type, key, computed, property, left, name, value, regex } = node as Node & {
      readonly regex?: { readonly flags: string };
    };
    if (type === 'MemberExpression' && !computed) used.add(nameOf(property));
    if (type === 'Identifier' && /^[A-Z]/.test(String(name))) used.add(String(name));
    if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(type) && !computed) defined.add(nameOf(key));
    if (type === 'AssignmentExpression' && (left as Node).type === 'MemberExpression')
      defined.add(nameOf((left as Node)['property']));
    if (regex) for (const flag of regex.flags) flags.add(flag);
    const string =
      type === 'TemplateElement' ? (value as { cooked: string }).cooked : type === 'Literal' ? value : '';
    if (typeof string === 'string' && string.length > 300 && /\{[^}]*:[^}]*\}/.test(string))
      styles.push(string);
  });
  return { used, defined, styles, flags };
}

const contents = FILES.map(contentsOf);

const BROWSERS = Object.entries(FLOOR).map(([name, version]) => `${name} ${version}`);

describe(`in ${BROWSERS.join(', ')}, the built files`, () => {
  it('the built files use no newer function, method or property', () => {
    const defined = new Set(contents.flatMap((content) => [...content.defined]));
    const used = new Set(contents.flatMap((content) => [...content.used]));
    const found = [...used].filter((name) => NEW_IN_SCRIPTS.has(name) && !defined.has(name));
    expect(found.sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  it('the built files use no newer syntax of regular expressions', () => {
    expect(contents.flatMap(({ flags }) => [...flags]).filter((flag) => !'dgimsuy'.includes(flag))).toEqual(
      [],
    );
  });

  it('the built style sheets use no newer property, function, selector or rule', () => {
    const styles = contents.flatMap((content) => content.styles);
    expect(styles.length).toBeGreaterThanOrEqual(8);
    const names = styles.flatMap((style) =>
      [...style.matchAll(/[{;\s]([a-z-]+)\s*:|([a-z-]+)\(|::?([a-z-]+)|@([a-z-]+)/g)].map(
        ([, ...groups]) => groups.find((group) => group !== undefined) ?? '',
      ),
    );
    const found = new Set(names.filter((name) => NEW_IN_STYLES.has(name)));
    expect([...found].sort()).toEqual(Object.keys(STYLES).sort());
  });

  it('the check knows which functions and styles are newer', () => {
    expect(
      ['toSpliced', 'groupBy', 'canParse', 'withResolvers'].filter((name) => !NEW_IN_SCRIPTS.has(name)),
    ).toEqual([]);
    expect(
      ['color-mix', 'has', 'light-dark', 'field-sizing'].filter((name) => !NEW_IN_STYLES.has(name)),
    ).toEqual([]);
  });
});

/** Syntax that is newer than ES2020: node types, and operators of assignments. */
const NEWER_SYNTAX = ['PropertyDefinition', 'PrivateIdentifier', 'StaticBlock', '??=', '||=', '&&='];

function newerSyntaxIn(text: string): Set<string> {
  const found = new Set<string>();
  visit(parseSync('script.js', text, { sourceType: 'script' }).program, ({ type, operator }) => {
    for (const it of [type, String(operator)]) if (NEWER_SYNTAX.includes(it)) found.add(it);
  });
  return found;
}

describe('a browser below that', () => {
  it.each(['widget.js', 'frame.js'])(
    'an older browser can read %s and reports that it is too old: ES2020',
    (file) => {
      expect(newerSyntaxIn(readFileSync(resolve(root, 'browser', file), 'utf8'))).toEqual(new Set());
    },
  );

  it('the check finds newer syntax', () => {
    expect(newerSyntaxIn('class A { #b = 1; c = a ??= 2; static { a ||= 3; a &&= 4 } }')).toEqual(
      new Set(NEWER_SYNTAX),
    );
  });
});
