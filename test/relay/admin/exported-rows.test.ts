import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import type { CountedConversation } from '../../../src/relay/admin/insights/counted.ts';
import { countedRows } from '../../../src/relay/admin/operations/exported-rows.ts';

const iso = (at: number) => new Date(at).toISOString();

describe('the rows of an export of counted conversations', () => {
  it('an export of counted conversations has exactly their rows, and reads little else', async () => {
    const seconds = fc.uniqueArray(fc.nat(86_400), { maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(seconds, fc.integer({ min: 1, max: 9 }), async (begins, every) => {
        const all = begins.map((second, nth) => ({ id: `c-${nth}`, at: second * 1_000 + 7 }));
        const wanted = all.filter((_, nth) => nth % every === 0);
        const ranges: { from: number; to: number }[] = [];
        async function* read({ from, to }: { from: number; to: number }) {
          ranges.push({ from, to });
          for (const { id, at } of all)
            if (at >= from && at < to) yield ok({ conversation: { id, started_at: iso(at) }, isWhole: true });
        }
        const counted = wanted
          .map(({ id, at }) => ({ id, startedAt: at - 7 }) as CountedConversation)
          .sort((one, other) => other.startedAt - one.startedAt);
        const ids: (string | undefined)[] = [];
        for await (const { value } of countedRows(counted, read)) ids.push(value?.conversation.id);
        expect(ids.sort()).toEqual(wanted.map(({ id }) => id).sort());
        const isFar = (at: number) => wanted.every((it) => Math.abs(it.at - at) > 61_000);
        const seen = all.filter(({ at }) => ranges.some(({ from, to }) => at >= from && at < to));
        expect(seen.filter(({ at }) => isFar(at))).toEqual([]);
        expect(ranges.length).toBeLessThanOrEqual(wanted.length);
      }),
      { numRuns: 50 },
    );
  });
});
