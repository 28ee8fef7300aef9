import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonRedactor, maskDigits } from '../../../src/relay/admin/journals/json-redactor.ts';

const redactionOf = (name: string) =>
  name === 'number' ? 'mask' : name === 'gone' ? 'hide' : name === 'state' ? 'hide-object' : undefined;

/** Redacts a text that arrives in chunks of a length. */
function redact(text: string, length = 1 << 20): string {
  const bytes = Buffer.from(text);
  const redactor = createJsonRedactor(redactionOf);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length)
    parts.push(...redactor.push(bytes.subarray(at, at + length)));
  return Buffer.concat(parts).toString();
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The same over values. */
function expected(value: Json): Json {
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([name, value]) => {
      const redaction = redactionOf(name);
      if (redaction === 'mask') return [name, typeof value === 'string' ? maskDigits(value) : null];
      if (redaction === 'hide') return [name, null];
      if (redaction === 'hide-object' && typeof value === 'object') return [name, null];
      return [name, expected(value)];
    }),
  );
}

const name = fc.oneof(fc.constantFrom('number', 'gone', 'state', 'a', 'num"ber', '\\'), fc.string());
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, -1.5e9, '', '+49 30 1234567', '"}],{', '\\', 'Zoë 😀', 'number'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(name, tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('redacting JSON while it arrives', () => {
  it('changes exactly the values of the named members, whatever the chunks', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (value, length, indent) => {
        const redacted = redact(JSON.stringify(value, null, indent), length);
        expect(JSON.parse(redacted)).toEqual(expected(value));
      }),
    );
  });

  it('returns everything else byte by byte', () => {
    const text =
      '{ "a" : 1.50, "number":"12345" ,"b":["\\u0041", 1e3 ,{}],\n"gone":{"x":[1]}, "state" : "ok" }';
    expect(redact(text, 1)).toBe(
      '{ "a" : 1.50, "number":"***45" ,"b":["\\u0041", 1e3 ,{}],\n"gone":null, "state" : "ok" }',
    );
  });

  it('reads names and texts through their escapes', () => {
    expect(redact('{"n\\u0075mber":"\\u002b4930\\u0031234"}')).toBe('{"n\\u0075mber":"+******34"}');
  });

  it('replaces a number that is no text, and a text that is too long for a number, by null', () => {
    expect(redact('{"number":4930123456}')).toBe('{"number":null}');
    expect(redact(`{"number":"${'1'.repeat(2_000)}","a":1}`, 7)).toBe('{"number":null,"a":1}');
  });

  it('holds a bounded part of a long value', () => {
    const redactor = createJsonRedactor(redactionOf);
    redactor.push(Buffer.from('{"gone":["'));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const parts = Array.from({ length: 64 }, () => redactor.push(chunk)).flat();
    const last = redactor.push(Buffer.from('"],"a":1}'));
    expect([parts, Buffer.concat(last).toString()]).toEqual([[], 'null,"a":1}']);
  });

  it.each(['}', '[1]]', `${'['.repeat(129)}`])('refuses %j', (text) => {
    expect(() => redact(text)).toThrow('unable to redact an answer');
  });
});

describe('masking', () => {
  it.each([
    ['+49 30 1234567', '+** ** *****67'],
    ['sip:4930123@host7', 'sip:******3@host7'],
    ['42', '**'],
    ['1234', '****'],
    ['anonymous', 'anonymous'],
    ['', ''],
    ['٠١٢٣٤٥٦', '*****٥٦'],
  ])('masks %j as %j', (text, masked) => {
    expect(maskDigits(text)).toBe(masked);
  });
});
