import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../src/base/result.ts';
import type { Row } from '../../src/console/answers.ts';
import { readNeighbours } from '../../src/console/pages/conversations/neighbours.ts';

const DAY_MS = 86_400_000;
const RANGE = { from: 0, to: DAY_MS };
const LIMIT = 100;

/** A platform that lists the conversations of a window in an order of its own, 100 at a time. */
function platform(times: readonly number[]) {
  let reads = 0;
  const rows = times.map(
    (at) => ({ id: `C${at}`, startedAt: new Date(at).toISOString(), turns: [] }) as unknown as Row,
  );
  return {
    reads: () => reads,
    read: async ({ from, to }: { from: number; to: number }) => {
      reads += 1;
      const found = rows.filter(({ startedAt }) => {
        const at = Date.parse(startedAt ?? '');
        return at >= from && at < to;
      });
      return ok({ conversations: found.slice(0, LIMIT), cursor: found.length > LIMIT ? 'more' : undefined });
    },
  };
}

const idsAround = async (times: readonly number[], at: number) => {
  const { previous, next } = await readNeighbours(RANGE, at, platform(times).read);
  return [previous?.id, next?.id];
};

describe('the conversations around one that is not loaded', () => {
  it('finds the next conversations before and after one, however the platform lists them', async () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: DAY_MS - 1 }), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(times, fc.nat(), async (all, nth) => {
        const at = all[nth % all.length] ?? 0;
        const later = all.filter((it) => it > at);
        const earlier = all.filter((it) => it < at);
        expect(await idsAround(all, at)).toEqual([
          later.length > 0 ? `C${Math.min(...later)}` : undefined,
          earlier.length > 0 ? `C${Math.max(...earlier)}` : undefined,
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the neighbours in few reads, even among thousands', async () => {
    const busy = platform(Array.from({ length: 5_000 }, (_, nth) => nth * 10_000 + 5));
    const { previous, next } = await readNeighbours(RANGE, 30_000_005, busy.read);
    expect([previous?.id, next?.id]).toEqual(['C30010005', 'C29990005']);
    expect(busy.reads()).toBeLessThanOrEqual(4);
  });

  it('finds none where the platform does not answer, and none beyond the range', async () => {
    const refused = err({ type: 'timeout', message: 'The relay does not answer.' } as const);
    expect(await readNeighbours(RANGE, 5, async () => refused)).toEqual({
      previous: undefined,
      next: undefined,
    });
    expect(await idsAround([-10, 5, DAY_MS + 10], 5)).toEqual([undefined, undefined]);
  });
});
