import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'playwright/test';

/** What only the relay knows or says, and what looks like a token. */
const SERVER_ONLY =
  /x-token|x-host|x-api-key|\bFOYER_[A-Z]|connector.?token|foyer-probe|__Host-|eyJ[\w-]{8,}\.eyJ|sourceMappingURL/i;

const filesIn = (folder: string) =>
  readdirSync(new URL(`../dist/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => join(folder, file));

test('S-01: what browsers load holds no secret, no name of one, and no map back to the sources', () => {
  const files = [...filesIn('browser'), ...filesIn('lib')];
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(`../dist/${file}`, import.meta.url), 'latin1');
    const hit = file.endsWith('.map') ? 'a source map' : SERVER_ONLY.exec(text)?.[0];
    return hit === undefined ? [] : [`${file}: ${hit}`];
  });
  expect(found).toEqual([]);
});

/** A built file and all that it imports of the package's own. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(new URL(`../dist/node/${file}`, import.meta.url), 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?["'](\.[^"']+)["']/g))
    reachedFrom(join(dirname(file), path), seen);
  return seen;
}

test('S-90: the relay as others import it reaches nothing of the embedded platform', () => {
  const texts = (start: string) =>
    [...reachedFrom(start)].map((file) =>
      readFileSync(new URL(`../dist/node/${file}`, import.meta.url), 'utf8'),
    );
  const OF_THE_PLATFORM = /libsql|CREATE TABLE|startEmulator/;
  expect(texts('relay.js').filter((text) => OF_THE_PLATFORM.test(text))).toEqual([]);
  // The control: it would be found.
  expect(texts('emulator.js').some((text) => OF_THE_PLATFORM.test(text))).toBe(true);
});
