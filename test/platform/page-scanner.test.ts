import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPageScanner, PageSyntaxError } from '../../src/platform/page-scanner.ts';

/** Feeds a text in chunks of the given lengths, in turn. */
function scan(text: string | Uint8Array, lengths: readonly number[] = [1 << 20]) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const scanner = createPageScanner('conversations');
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let nth = 0; at < bytes.length; nth += 1) {
    const length = lengths[nth % lengths.length] ?? 1;
    parts.push(...scanner.push(bytes.subarray(at, at + length)));
    at += length;
  }
  const { members } = scanner.end();
  const items = new TextDecoder().decode(Buffer.concat(parts));
  return { items, members, count: scanner.count() };
}

const unit = fc.constantFrom(
  '"',
  '\\',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  ' ',
  '\n',
  'a',
  'é',
  '😀',
  'conversations',
);
const awkward = fc.array(unit, { maxLength: 12 }).map((characters) => characters.join(''));
const value = fc.jsonValue({ stringUnit: 'grapheme' });
const items = fc.array(fc.oneof(value, awkward, fc.dictionary(awkward, awkward)), { maxLength: 6 });
const rest = fc.dictionary(
  awkward.filter((name) => !['conversations', '__proto__'].includes(name)),
  fc.oneof(value, awkward),
  { maxKeys: 4 },
);
/** An object with the array at any position among its other members. */
const envelope = fc
  .record({ items, rest, at: fc.nat({ max: 4 }), indent: fc.nat({ max: 2 }) })
  .map((item) => {
    const entries: [string, unknown][] = Object.entries(item.rest);
    entries.splice(item.at, 0, ['conversations', item.items]);
    const text = `{${entries
      .map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member, null, item.indent)}`)
      .join(item.indent ? ' ,\n ' : ',')}}`;
    return { ...item, text };
  });
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('the scanner of a page', () => {
  it('finds the same as a JSON parser, wherever the chunks are cut', () => {
    fc.assert(
      fc.property(envelope, lengths, (item, cuts) => {
        const found = scan(item.text, cuts);
        const parsed = JSON.parse(item.text);
        expect({
          items: JSON.parse(`[${found.items}]`),
          rest: JSON.parse(`{${found.members.join(',')}}`),
          count: found.count,
        }).toEqual({
          items: parsed.conversations,
          rest: Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== 'conversations')),
          count: item.items.length,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('returns the bytes of the items unchanged', () => {
    const text = '{"conversations":[ {"a":1e400, "b" : "\\u00e9]"} ,12345678901234567890 ],"cursor":null}';
    expect(scan(text, [1])).toEqual({
      items: ' {"a":1e400, "b" : "\\u00e9]"} ,12345678901234567890 ',
      members: ['"cursor":null'],
      count: 2,
    });
  });

  it.each([
    '',
    '[]',
    'null',
    '<html>',
    '{}',
    '{"conversations":[{}',
    '{"conversations":[{}]',
    '{"conversations":["}',
    '{"conversations":{"conversations":[]}}',
    '{"nested":{"conversations":[]}}',
    '{"conversations":[],"conversations":[]}',
    '{"conversations":[]} {"more":1}',
    '{"conversations":null}',
  ])('refuses %j', (text) => {
    expect(() => scan(text)).toThrow(PageSyntaxError);
    expect(() => scan(text, [1])).toThrow(PageSyntaxError);
  });

  it('refuses an envelope of more than 64 KB, not items of that size', () => {
    expect(() => scan(`{"cursor":"${'x'.repeat(70_000)}","conversations":[]}`)).toThrow(PageSyntaxError);
    expect(scan(`{"conversations":["${'x'.repeat(70_000)}"]}`).count).toBe(1);
  });
});
