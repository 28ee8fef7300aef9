import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorIn } from '../../src/base/json-error.ts';

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
  ])('is found: %s', (_, text, place) => {
    expect(jsonErrorIn(text)).toEqual(place);
  });

  it('exists where the parser of the language finds one, and only there', () => {
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

  it('is found in 100,000 levels', () => {
    expect(jsonErrorIn('['.repeat(100_000))).toEqual({ line: 1, column: 100_001 });
  });
});
