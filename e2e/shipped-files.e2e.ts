import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'playwright/test';
import { test } from './demo-fixture.ts';

/**
 * Names that only the server may contain, and anything that looks like a token. The one setting that a message for the owner
 * of a refused page names is no secret.
 */
const SERVER_ONLY =
  /x-token|x-host|x-api-key|\bFOYER_(?!ALLOWED_ORIGINS\b)[A-Z]|connector.?token|foyer-probe|__Host-|eyJ[\w-]{8,}\.eyJ|sourceMappingURL/i;

const filesIn = (folder: string) =>
  readdirSync(new URL(`../dist/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => join(folder, file));

test('S-01: browser files contain no secret, no name of a secret and no source map', () => {
  const files = [...filesIn('browser'), ...filesIn('lib')];
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(`../dist/${file}`, import.meta.url), 'latin1');
    const hit = file.endsWith('.map') ? 'a source map' : SERVER_ONLY.exec(text)?.[0];
    return hit === undefined ? [] : [`${file}: ${hit}`];
  });
  expect(found).toEqual([]);
});

/** A built file and the package's files that it imports. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(new URL(`../dist/node/${file}`, import.meta.url), 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?["'](\.[^"']+)["']/g))
    reachedFrom(join(dirname(file), path), seen);
  return seen;
}

/** All sources of a folder, joined. */
const sourceOf = (folder: string) =>
  readdirSync(new URL(`../src/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(`../src/${folder}/${file}`, import.meta.url), 'utf8'))
    .join('\n');

/** String literals that occur only in the sources of the embedded platform. */
function platformTexts(): readonly string[] {
  const folders = readdirSync(new URL('../src', import.meta.url)).filter((name) => name !== 'emulator');
  const elsewhere = folders.map(sourceOf).join('\n');
  const texts = sourceOf('emulator').match(/(?<=')[^'\\\n]{20,}(?=')/g) ?? [];
  return [...new Set(texts)].filter((text) => /\w \w/.test(text) && !elsewhere.includes(text));
}

test('S-90: the relay module and the browser files contain no code of the embedded platform', () => {
  const sentences = platformTexts();
  const read = (file: string) => readFileSync(new URL(`../dist/${file}`, import.meta.url), 'utf8');
  const PLATFORM_CODE = /libsql|CREATE TABLE|startEmulator|foyer-emulator/;
  const found = (files: readonly string[]) =>
    files.flatMap((file) => {
      const text = read(file);
      const hits = sentences.filter((sentence) => text.includes(sentence));
      return PLATFORM_CODE.test(text) || hits.length > 0 ? [{ file, hits }] : [];
    });
  const shipped = [...reachedFrom('relay.js'), ...reachedFrom('platform.js')];
  expect(found([...shipped.map((file) => `node/${file}`), ...filesIn('browser'), ...filesIn('lib')])).toEqual(
    [],
  );
  // Proves the check: the emulator's own files contain them.
  const emulator = [...reachedFrom('emulator.js')].map((file) => `node/${file}`);
  const hits = found(emulator).flatMap((file) => file.hits);
  expect(sentences.length).toBeGreaterThan(150);
  expect(hits.length).toBeGreaterThan(sentences.length * 0.9);
});
