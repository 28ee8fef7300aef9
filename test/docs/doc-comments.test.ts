import { expect, it } from 'vitest';
import { sources } from './sources.ts';

/** CONTRIBUTING, Style: a doc comment begins with the noun or the verb of what it documents. */
const RIDDLE = /^\s*(?:\/\*\*|\*) (?:What|Whoever|Whatever)\s/;

it('no doc comment begins with "What"', () => {
  const found = sources()
    .filter(({ path }) => /\.(?:ts|tsx|js|mjs)$/.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (RIDDLE.test(line) ? [`${path}:${at + 1}`] : [])),
    );
  expect(found).toEqual([]);
});
