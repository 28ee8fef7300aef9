import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../src/base/result.ts';
import type { Row } from '../../src/console/answers.ts';
import { readCountedRows } from '../../src/console/pages/conversations/read-counted.ts';

const START = Date.UTC(2026, 10, 2);
const iso = (at: number) => new Date(at).toISOString();

/** A platform with conversations that began at these milliseconds, and the rows of all its answers. */
function platformOf(begins: readonly number[]) {
  const all = begins.map((at, nth) => ({ id: `c-${nth}`, startedAt: iso(START + at) }) as Row);
  let requests = 0;
  return {
    all,
    requests: () => requests,
    async read({ from, to }: { from: number; to: number }, limit: number) {
      requests += 1;
      const found = all.filter(
        ({ startedAt = '' }) => Date.parse(startedAt) >= from && Date.parse(startedAt) < to,
      );
      return ok({
        conversations: found.slice(0, limit),
        cursor: found.length > limit ? 'more' : undefined,
      });
    },
  };
}
const wantedOf = (rows: readonly Row[]) =>
  rows
    .map(({ id, startedAt = '' }) => ({
      id,
      startedAt: iso(Math.floor(Date.parse(startedAt) / 1_000) * 1_000),
    }))
    .sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));

describe('the rows behind a figure', () => {
  it('are all that were counted, in their order, however many others there are', async () => {
    const begins = fc.uniqueArray(fc.nat(86_400), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(begins, fc.integer({ min: 1, max: 9 }), async (seconds, every) => {
        const { all, read } = platformOf(seconds.map((it) => it * 1_000 + 7));
        const wanted = wantedOf(all.filter((_, nth) => nth % every === 0));
        const rows = await readCountedRows(wanted, read);
        expect(rows.ok && rows.value.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      }),
      { numRuns: 50 },
    );
  });

  it('of a quiet project are read by one request, of a busy one by few more than they are', async () => {
    const quiet = platformOf(Array.from({ length: 150 }, (_, nth) => nth * 60_000));
    await readCountedRows(wantedOf(quiet.all.slice(0, 50)), quiet.read);
    expect(quiet.requests()).toBe(1);
    const busy = platformOf(Array.from({ length: 20_000 }, (_, nth) => nth * 900));
    await readCountedRows(wantedOf(busy.all.filter((_, nth) => nth % 400 === 0)), busy.read);
    expect(busy.requests()).toBeLessThan(1.5 * 50);
  });

  it('are not shown in part when the platform fails', async () => {
    const failure = { type: 'unreachable', message: 'no' } as const;
    const { all } = platformOf([1, 2]);
    expect(await readCountedRows(wantedOf(all), async () => err(failure))).toEqual(err(failure));
  });
});
