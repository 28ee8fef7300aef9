import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
let folder: string;

describe('the site of the documents', () => {
  // It does not build with a dead link.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-docs-'));
    const vitepress = join(ROOT, 'node_modules/vitepress/bin/vitepress.js');
    execFileSync(process.execPath, [vitepress, 'build', 'docs', '--outDir', folder], {
      cwd: ROOT,
      stdio: 'pipe',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows a page for each document, and lists each in its menu', () => {
    const documents = [
      ...readdirSync(join(ROOT, 'docs')),
      ...readdirSync(join(ROOT, 'docs/decisions')).map((file) => `decisions/${file}`),
    ]
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.replace('.md', ''));
    const menu = readFileSync(join(folder, 'architecture.html'), 'utf8');
    const missing = documents.filter((name) => {
      const page = readFileSync(join(folder, `${name}.html`), 'utf8');
      return !page.includes('<h1') || !(name === 'index' || menu.includes(`href="/${name}"`));
    });
    expect(missing).toEqual([]);
  });

  it('a document leads to the files of the repository', () => {
    expect(readFileSync(join(folder, 'operations.html'), 'utf8')).toMatch(
      /href="https:\/\/[^"]+\/blob\/main\/deploy\/nginx\.conf\.template"/,
    );
  });

  it('assistants get an index, all documents in one file, and each document as Markdown', () => {
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    expect(read('llms.txt')).toContain('- [Put it on a page](/embedding.md)');
    expect(read('embedding.md')).toContain('<script src="https://RELAY/widget.js" async></script>');
    expect(read('llms-full.txt')).toContain('FOYER_MESSAGING_URL');
  });

  it('indexes all words for its search', () => {
    const assets = readdirSync(join(folder, 'assets/chunks')).filter((file) =>
      file.includes('localSearchIndex'),
    );
    const index = readFileSync(join(folder, 'assets/chunks', assets[0] ?? ''), 'utf8');
    expect([assets.length, index.includes('haproxy')]).toEqual([1, true]);
  });
});
