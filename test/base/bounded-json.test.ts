import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceededJsonLimit } from '../../src/base/bounded-json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The same figures, counted in the parsed value. */
function measure(value: unknown): { readonly depth: number; readonly members: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, members: 0 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    members: inner.reduce((sum, { members }) => sum + members, inner.length),
  };
}

describe('exceededJsonLimit', () => {
  it('counts levels and members as the parsed value has them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const json = bytes(JSON.stringify(value, null, indent));
        const { depth, members } = measure(JSON.parse(JSON.stringify(value)));
        const exceeded = [
          exceededJsonLimit(json, { maxDepth: depth, maxMembers: members }),
          depth > 0 && exceededJsonLimit(json, { maxDepth: depth - 1, maxMembers: members }),
          members > 0 && exceededJsonLimit(json, { maxDepth: depth, maxMembers: members - 1 }),
        ];
        expect(exceeded).toEqual([undefined, depth > 0 && 'depth', members > 0 && 'members']);
      }),
    );
  });

  it('ignores brackets and commas in strings', () => {
    const json = bytes(JSON.stringify(['[[[[', ',,,,', '"\\"[{', '\\']));
    expect(exceededJsonLimit(json, { maxDepth: 1, maxMembers: 4 })).toBeUndefined();
  });

  it('stops at text that is no JSON', () => {
    const limits = { maxDepth: 64, maxMembers: 100 };
    const texts = ['', '"', '"\\', ']]]]', ',,,,', '['.repeat(65), ','.repeat(101)];
    expect(texts.map((text) => exceededJsonLimit(bytes(text), limits))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'depth',
      'members',
    ]);
  });
});
