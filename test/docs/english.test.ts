import { expect, it } from 'vitest';
import { sources } from './sources.ts';

const CODE = /^(?:src|test|e2e|build)\/.*\.tsx?$/;
/** A comment names its subject first. */
const RIDDLE = /^\s*(?:\/\*\*?|\*|\/\/)\s*(?:What|How|Whether|Where|Who|Whom|Whose)\b.*/gm;
const NAMELESS = /.*(?:\(it\)|\bit) =>.*/g;

const code = sources().filter(({ path }) => CODE.test(path));
const found = (pattern: RegExp, folder: string): readonly string[] =>
  code
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, text }) => (text.match(pattern) ?? []).map((line) => `${path}: ${line.trim()}`));

it('a comment begins with the noun or the verb of what it documents', () => {
  expect(found(RIDDLE, '')).toEqual([]);
});

it('a parameter of a callback is named for what it holds', () => {
  expect(found(NAMELESS, 'src/')).toEqual([]);
});
