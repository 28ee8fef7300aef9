import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOfMember } from '../../src/base/json-place.ts';

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
