import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeMembers, createItemSplitter } from '../../src/platform/item-splitter.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (parts: readonly Uint8Array[]) => new TextDecoder().decode(Buffer.concat(parts));

function split(content: string, lengths: readonly number[]): readonly string[] {
  const items: string[] = [];
  let parts: Uint8Array[] = [];
  const splitter = createItemSplitter({
    add: (bytes) => void parts.push(bytes),
    end() {
      items.push(textOf(parts));
      parts = [];
    },
  });
  const bytes = bytesOf(content);
  let at = 0;
  for (let nth = 0; at < bytes.length; nth += 1) {
    const length = lengths[nth % lengths.length] ?? 1;
    splitter.push(bytes.subarray(at, at + length));
    at += length;
  }
  splitter.end();
  return items;
}

const awkward = fc.array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'é', '😀'), { maxLength: 9 });
const items = fc.array(
  fc.oneof(
    fc.jsonValue(),
    awkward.map((it) => it.join('')),
  ),
  { maxLength: 6 },
);
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('the items of an array', () => {
  it('the items of an array are the same in chunks of any size', () => {
    fc.assert(
      fc.property(items, lengths, fc.constantFrom(undefined, 2), (all, chunks, space) => {
        const content = JSON.stringify(all, null, space).slice(1, -1);
        expect(split(content, chunks).map((it) => JSON.parse(it))).toEqual(JSON.parse(JSON.stringify(all)));
      }),
    );
  });
});

describe('the complete members of a cut object', () => {
  it('keeps the members of a cut object that are complete', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (object, share) => {
          const whole = bytesOf(JSON.stringify(object));
          const text = completeMembers(whole.subarray(0, Math.floor(share * whole.length)));
          const names = Object.keys(JSON.parse(JSON.stringify(object)));
          const found = text === undefined ? {} : (JSON.parse(text) as Record<string, unknown>);
          expect(Object.keys(found)).toEqual(names.slice(0, Object.keys(found).length));
          expect(Object.values(found)).toEqual(
            Object.values(JSON.parse(JSON.stringify(object))).slice(0, Object.keys(found).length),
          );
        },
      ),
    );
  });
});
