import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const all = sources();
const pages = all.filter(({ path }) => path.endsWith('.md') && !path.startsWith('test/'));
const textOf = new Map(all.map(({ path, text }) => [path, text]));

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');
const anchorsOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** A path as the repository spells it, from one that is relative to a page. Above the root it begins with two dots. */
const resolved = (page: string, target: string): string =>
  posix.join(posix.dirname(page), decodeURI(target)).replace(/\/$/, '');

const isThere = (path: string): boolean =>
  textOf.has(path) || /\.png$/.test(path) || all.some((source) => source.path.startsWith(`${path}/`));

it('every link of a page leads to a file and to a heading of it', () => {
  const broken = pages.flatMap(({ path: page, text }) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? page : resolved(page, file);
      if (!isThere(path)) return [`${page}: ${target}`];
      const isHeading = anchor === undefined || anchorsOf(textOf.get(path) ?? '').includes(anchor);
      return isHeading ? [] : [`${page}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});

it('every source file that a page names exists', () => {
  const lost = pages
    .filter(({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('public/'))
    .flatMap(({ path: page, text }) =>
      [...text.matchAll(/`((?:src|test|e2e|bench|public)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path.replace(/\/$/, ''))
        .filter((path) => !isThere(path))
        .map((path) => `${page}: ${path}`),
    );
  expect(lost).toEqual([]);
});

it('every walk of the architecture names a function of its file', () => {
  const walks = [...(textOf.get('docs/architecture.md') ?? '').matchAll(/^- `(src\/[\w./-]+)`, `(\w+)`:/gm)];
  expect(walks.length).toBeGreaterThan(20);
  const lost = walks.filter(
    ([, path = '', name = '']) => !new RegExp(`\\b${name}\\b`).test(textOf.get(path) ?? ''),
  );
  expect(lost.map(([row]) => row)).toEqual([]);
});
