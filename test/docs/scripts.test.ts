import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

it('every npm script that a document, a program or a workflow names is one of package.json', () => {
  const named = sources().flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:--silent )?([\w:-]*\w)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
});
