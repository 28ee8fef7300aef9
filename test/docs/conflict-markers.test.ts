import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const MARKER = /^(?:<{7}|\|{7}|>{7})(?: |$)/;

it('no file of the repository holds a marker of a merge conflict', () => {
  const found = sources().flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (MARKER.test(line) ? [`${path}:${at + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
