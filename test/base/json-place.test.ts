import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorIn, placeOfMember } from '../../src/base/json-place.ts';

const TEXT = `{
  "header": { "text": "Shop", "image": "x" },
  "list": [1, { "a": [true, "b"] }],
  "a.b": {}
}`;

it.each([
  [['header'], 2, 3],
  [['header', 'image'], 2, 31],
  [['list', 0], 3, 12],
  [['list', 1, 'a', 1], 3, 29],
  [['a.b'], 4, 3],
  [['header', 'missing'], 2, 3],
  [['list', 7], 3, 3],
  [['missing'], 1, 1],
  [[], 1, 1],
] as const)('the member %j begins at %i:%i', (path, line, column) => {
  expect(placeOfMember(path, TEXT)).toEqual({ line, column });
});

it('each member of any JSON is found where its text stands', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value, null, 1);
      const lines = text.split('\n');
      const check = (item: unknown, path: readonly PropertyKey[]): void => {
        if (typeof item !== 'object' || item === null) return;
        for (const [key, member] of Object.entries(item)) {
          const own = [...path, Array.isArray(item) ? Number(key) : key];
          const { line, column } = placeOfMember(own, text);
          const beginning = JSON.stringify(Array.isArray(item) ? member : key, null, 1).split('\n')[0] ?? '';
          expect((lines[line - 1] ?? '').slice(column - 1).startsWith(beginning)).toBe(true);
          check(member, own);
        }
      };
      check(value, []);
    }),
  );
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the first error of a text that is not JSON', () => {
  it.each([
    ['a comma before the end', '{\n  "a": 1,\n}', { line: 3, column: 1 }],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', { line: 3, column: 3 }],
    ['a missing colon', '{"a" 1}', { line: 1, column: 6 }],
    ['a comment', '{\n  // the shop\n  "a": 1 }', { line: 2, column: 3 }],
    ['single quotes', "{\r\n  'a': 1 }", { line: 2, column: 3 }],
    ['a string without an end', '{"a": "b\n}', { line: 1, column: 7 }],
    ['an unknown escape', '["\\x41"]', { line: 1, column: 2 }],
    ['a word', '[1, tru]', { line: 1, column: 5 }],
    ['a number', '[01]', { line: 1, column: 3 }],
    ['the wrong bracket', '[{"a": 1]', { line: 1, column: 9 }],
    ['no end', '{"a": [\n', { line: 2, column: 1 }],
    ['a second value', '{}\n{}', { line: 2, column: 1 }],
    ['nothing', '', { line: 1, column: 1 }],
  ])('finds the first error of a text that is not JSON: %s', (_, text, place) => {
    expect(jsonErrorIn(text)).toEqual(place);
  });

  it('finds an error exactly where the parser of the language does', () => {
    const mutilated = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', ':', '1', '-', '\\', '\n', 'e', 'null'),
      )
      .map(([text, at, insert]) => {
        const index = at % (text.length + 1);
        return text.slice(0, index) + insert + text.slice(index + (insert === '' ? 1 : 0));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutilated), (text) => {
        expect(jsonErrorIn(text) === undefined).toBe(isJson(text));
      }),
    );
  });
});
