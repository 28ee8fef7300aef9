import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sources } from './sources.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CODE = /^```([jt]sx?)\n(.*?)^```$/gms;

/** A folder in which the built packages are installed beside the libraries of this project. */
let folder: string;

/** The code in the documents, each block as a module: `docs-client.md-10.ts` begins in line 10. */
const written = sources()
  .filter(({ path }) => path.endsWith('.md'))
  .flatMap(({ path, text }) =>
    [...text.matchAll(CODE)].map(({ 1: language = '', 2: code = '', index }) => {
      const line = text.slice(0, index).split('\n').length + 1;
      const file = `${path.replaceAll('/', '-')}-${line}.${language.replace('j', 't')}`;
      return { file, code: `${code}export {};\n` };
    }),
  );

/** The code with JSX is that of React, and says in comments what to import from Preact. */
const inPreact = written
  .filter(({ file }) => file.endsWith('.tsx'))
  .map(({ file, code }) => ({
    file: `preact-${file}`,
    code: `/** @jsxImportSource preact */ ${code.replace("'foyer-chat/react'", "'foyer-chat/preact'").replace("'react'", "'preact/hooks'")}`,
  }));

const snippets = [...written, ...inPreact];

beforeAll(() => {
  folder = mkdtempSync(join(ROOT, 'dist/snippets-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['foyer-chat', 'foyer-relay'])
    symlinkSync(join(ROOT, 'dist', name), join(folder, 'node_modules', name), 'junction');
  for (const { file, code } of snippets) writeFileSync(join(folder, file), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The errors of the published types in the snippets. */
function compile(strict: boolean): string {
  const options = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    noEmit: true,
    skipLibCheck: true,
    strict,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: snippets.map(({ file }) => file) }),
  );
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    { cwd: folder, encoding: 'utf8' },
  );
  return stdout;
}

it('the documents contain code in TypeScript and JSX', () => {
  expect(written.length).toBeGreaterThan(10);
  expect(inPreact.length).toBeGreaterThan(1);
});

it.each([[true], [false]])('the code in the documents compiles with strict: %s', (strict) => {
  expect(compile(strict)).toBe('');
});
