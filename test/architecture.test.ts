import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** Allowed imports between rooms; a room may always import itself. */
const ROOMS: Record<string, readonly string[]> = {
  base: [],
  protocol: ['base'],
  text: ['base', 'protocol'],
  chat: ['base', 'protocol'],
  widget: ['base', 'protocol', 'text', 'chat'],
  embed: ['base', 'protocol', 'chat', 'widget'],
  // Of the client only its types.
  testing: ['base', 'protocol', 'chat'],
  behavior: ['base'],
  platform: ['base', 'protocol'],
  relay: ['base', 'protocol', 'behavior', 'platform'],
  // The second witness of the protocol: it shares the vocabulary with the client and nothing else.
  emulator: ['base', 'protocol', 'behavior'],
  // Shared by the pages for people at work.
  ui: ['base', 'protocol'],
  desk: ['base', 'protocol', 'text', 'ui'],
  // Of the relay only the types of its operations.
  console: ['base', 'protocol', 'behavior', 'text', 'ui', 'relay'],
  // Of the loader only types: its script is on the page.
  'console/preview.ts': ['base', 'protocol', 'testing', 'embed'],
  // The client only to replay what one recorded.
  cli: ['base', 'protocol', 'behavior', 'chat', 'platform', 'relay', 'emulator'],
};

interface Import {
  readonly from: string;
  readonly what: string;
  readonly isType: boolean;
}

const scriptsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|tsx)$/.test(file));

const importsIn = (folder: string, pattern: RegExp): readonly Import[] =>
  scriptsIn(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(({ groups }) => ({
      from: file,
      what: groups?.['what'] ?? '',
      isType: groups?.['type'] !== undefined,
    })),
  );

const IMPORT = /^(?:import|export) (?<type>type )?[^;]*?from '(?<what>[^']+)';/gms;
/** `import('…')`, of a module or of its types. */
const LATE_IMPORT = /\bimport\('(?<what>[^']+)'\)/g;

const files = scriptsIn(SRC);
const imports = importsIn(SRC, IMPORT);
const lateImports = importsIn(SRC, LATE_IMPORT);

/** The preview of the widget is a page of its own. */
const roomOf = (file: string) => (file === 'console/preview.ts' ? file : (file.split('/')[0] ?? ''));
const targetOf = ({ from, what }: Import) => relative(SRC, resolve(SRC, dirname(from), what));

/** Sets of files of which each reaches each other: strongly connected components, by Tarjan's algorithm. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      const reached = index.has(target)
        ? stack.includes(target)
          ? index.get(target)
          : undefined
        : visit(target);
      low.set(file, Math.min(low.get(file) ?? own, reached ?? own));
    }
    const lowest = low.get(file) ?? own;
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1 || graph.get(file)?.includes(file)) found.push(circle.sort());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

/** The folder of a file; a file directly in a room stands for itself. */
const layerOf = (file: string) => (file.split('/').length > 2 ? dirname(file) : file);

/** Imports within a folder between what `placeOf` says of the files, without those within one place. */
function graphOf(
  items: readonly Import[],
  placeOf: (file: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>();
  for (const item of items.filter(({ what }) => what.startsWith('.'))) {
    const [from, to] = [placeOf(item.from), placeOf(targetOf(item))];
    if (from !== to) graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  return graph;
}

describe('the rooms of src', () => {
  it('rooms import only what their place allows', () => {
    const strangers = imports
      .filter(({ what }) => what.startsWith('.'))
      .map((item) => [item.from, targetOf(item)] as const)
      .filter(([from, to]) => roomOf(from) !== roomOf(to) && !ROOMS[roomOf(from)]?.includes(roomOf(to)));
    expect(strangers).toEqual([]);
  });

  it('modules import one another in no circle, types included', () => {
    expect(circles(graphOf([...imports, ...lateImports], (file) => file))).toEqual([]);
  });

  it('folders import one another in no circle, types included', () => {
    expect(circles(graphOf([...imports, ...lateImports], layerOf))).toEqual([]);
  });

  it.each(['e2e', 'build', 'test'])('the files of %s import one another in no circle', (room) => {
    const folder = resolve(SRC, '..', room);
    const all = [...importsIn(folder, IMPORT), ...importsIn(folder, LATE_IMPORT)];
    expect(circles(graphOf(all, (file) => file))).toEqual([]);
  });

  it('the client’s model imports none of its steps, and neither of them its shell', () => {
    const outward = imports
      .filter(({ what }) => what.startsWith('.'))
      .map((item) => [item.from, targetOf(item)] as const)
      .filter(
        ([from, to]) =>
          (from.startsWith('chat/model/') && /^chat\/(steps|shell)\//.test(to)) ||
          (from.startsWith('chat/steps/') && to.startsWith('chat/shell/')),
      );
    expect(outward).toEqual([]);
  });

  it('no module of a relay at the edge imports Node', () => {
    /** The room for Node, what joins it with the others, and the doctor, which connects like the relay of this machine. */
    const isOfNode = (file: string) => /^relay\/(?:node\/|doctor\/|index\.ts$)/.test(file);
    const paths = new Map(
      files.filter((file) => file.startsWith('relay/') && !isOfNode(file)).map((file) => [file, [file]]),
    );
    const found: string[] = [];
    for (const [file, path] of paths) {
      for (const item of imports.filter(({ from }) => from === file)) {
        const target = item.what.startsWith('.') ? targetOf(item) : item.what;
        const isNode =
          isOfNode(target) ||
          /^(?:node:|pino|prom-client|ws$|@redis\/|@hono\/node|undici|https-proxy-agent|proxy-from-env)/.test(
            target,
          );
        if (isNode) found.push([...path, target].join(' > '));
        else if (item.what.startsWith('.') && !paths.has(target)) paths.set(target, [...path, target]);
      }
      if (/\bBuffer\.|\bprocess\.\w/.test(readFileSync(join(SRC, file), 'utf8')))
        found.push(`${path.join(' > ')} > a global of Node`);
    }
    expect(found).toEqual([]);
    expect(paths.size).toBeGreaterThan(100);
  });

  it('the test platform is free of the client that it tests', () => {
    const client = [...imports, ...lateImports].filter(
      (item) => roomOf(item.from) === 'testing' && !item.isType && roomOf(targetOf(item)) === 'chat',
    );
    expect(client).toEqual([]);
  });

  it('browser code never imports the full zod', () => {
    const browser = imports.filter(({ from }) =>
      [
        'base',
        'protocol',
        'text',
        'chat',
        'widget',
        'embed',
        'testing',
        'ui',
        'desk',
        'console/preview.ts',
        'console',
      ].includes(roomOf(from)),
    );
    expect(browser.filter(({ what }) => what === 'zod')).toEqual([]);
  });

  it('the loader imports neither Preact nor zod nor the panel', () => {
    const seen = new Set<string>();
    const heavy: string[] = [];
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const it of imports.filter(({ from, isType }) => from === file && !isType)) {
        if (!it.what.startsWith('.')) heavy.push(`${file} imports ${it.what}`);
        else if (!['embed', 'base'].includes(roomOf(targetOf(it))))
          heavy.push(`${file} imports ${targetOf(it)}`);
        else visit(targetOf(it));
      }
    };
    visit('embed/script.ts');
    expect(heavy).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  });

  it('no code makes markup or code out of text', () => {
    const sinks =
      /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|new Function|\beval\(/;
    expect(files.filter((file) => sinks.test(readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });
});
