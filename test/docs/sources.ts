import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Folders that git ignores, or that hold the sources of others. */
const SKIPPED = new Set([
  '.git',
  'node_modules',
  'dist',
  'coverage',
  'test-results',
  'playwright-report',
  'shots',
]);
const TEXT =
  /\.(?:[cm]?[jt]sx?|css|html|json|md|svelte|svg|yml|yaml|txt|sh|cfg|template|tpl|service|vue)$|^[^.]+$|^\.(?:editorconfig|gitignore|nvmrc)$/;

function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    if (SKIPPED.has(item.name)) return [];
    const path = join(folder, item.name);
    if (item.isDirectory()) return pathsIn(path);
    return item.isFile() && TEXT.test(item.name) ? [path] : [];
  });
}

export interface Source {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The text files of the repository that are not generated. */
export const sources = (): readonly Source[] =>
  pathsIn(ROOT).map((path) => ({
    path: relative(ROOT, path).replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }));
