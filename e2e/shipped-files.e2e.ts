import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
