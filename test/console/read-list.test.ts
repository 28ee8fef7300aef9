import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import type { Row } from '../../src/console/answers.ts';
import { beginningOf, type Rest, readOn } from '../../src/console/pages/conversations/read-list.ts';

const LIMIT = 100;
const RANGE = { from: 0, to: 86_400_000 };

const rowAt = (at: number, index: number) =>
  ({ id: `C${index}`, startedAt: new Date(at).toISOString(), turns: [] }) as unknown as Row;

/** A platform that lists the conversations of a window in an order of its own, 100 at a time. */
function platform(rows: readonly Row[]) {
  let calls = 0;
  const inWindow = (from: number, to: number) =>
    rows.filter(({ startedAt }) => {
      const at = Date.parse(startedAt ?? '');
      return at >= from && at < to;
    });
  return {
    calls: () => calls,
    read: async ({ from, to }: { from: number; to: number }, cursor: string | undefined) => {
      calls++;
      const begin = Number(cursor ?? 0);
      const found = inWindow(from, to);
      const end = begin + LIMIT;
      return ok({
        conversations: found.slice(begin, end),
        cursor: end < found.length ? String(end) : undefined,
      });
    },
  };
}

/** Reads the whole list, page by page. */
async function readAll({ read }: ReturnType<typeof platform>, isRanked = false) {
  const pages: (readonly Row[])[] = [];
  let rest: Rest | undefined = beginningOf(RANGE, isRanked);
  while (rest) {
    const page = await readOn(RANGE, rest, read, isRanked);
    if (!page.ok) throw new Error(page.error.message);
    pages.push(page.value.rows);
    rest = page.value.rest;
  }
  return pages;
}

const times = fc.array(
  // Some at the same moment, some close together, some far apart.
  fc.oneof(
    fc.integer({ min: 0, max: RANGE.to - 1 }),
    fc.integer({ min: 5_000, max: 6_000 }),
    fc.constant(7_000_000),
  ),
  { maxLength: 700 },
);

describe('the list of conversations', () => {
  it('lists each conversation of the range once, the newest first', async () => {
    await fc.assert(
      fc.asyncProperty(times, async (ats) => {
        const rows = ats.map(rowAt);
        const list = (await readAll(platform(rows))).flat();
        expect(list.map((row) => row.id).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
        const starts = list.map((row) => Math.floor(Date.parse(row.startedAt ?? '') / 1_000));
        expect(starts).toEqual(starts.toSorted((one, other) => other - one));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the order of the platform for the answer to a search', async () => {
    const rows = [3_000, 1_000, 2_000].map(rowAt);
    expect((await readAll(platform(rows), true)).flat()).toEqual(rows);
  });

  it('reads an empty day in two calls', async () => {
    const empty = platform([]);
    expect([await readAll(empty), empty.calls()]).toEqual([[[]], 2]);
  });

  it.each([
    [10, 2],
    [1_000, 2],
    [10_000, 3],
    [100_000, 4],
  ])('reads the first page of %i a day in at most %i calls', async (count, calls) => {
    const many = platform(Array.from({ length: count }, (_, at) => rowAt((at * RANGE.to) / count, at)));
    const page = await readOn(RANGE, beginningOf(RANGE, false), many.read, false);
    expect(page.value?.rows[0]?.id).toBe(`C${count - 1}`);
    expect(page.value?.rows.length).toBeGreaterThanOrEqual(Math.min(count, LIMIT));
    expect(many.calls()).toBeLessThanOrEqual(calls);
  });

  it('keeps what it has read when a later call fails, and can go on', async () => {
    const rows = [86_000_000, 1_000].map(rowAt);
    const { read } = platform(rows);
    let calls = 0;
    const failing: typeof read = async (window, cursor) =>
      ++calls === 2
        ? ({ ok: false, error: { type: 'timeout', message: 'late' } } as never)
        : read(window, cursor);
    const first = await readOn(
      RANGE,
      { type: 'window', window: { from: 80_000_000, to: RANGE.to } },
      failing,
      false,
    );
    expect(first.value?.rows.map((row) => row.id)).toEqual(['C0']);
    const rest = first.value?.rest as Rest;
    const second = await readOn(RANGE, rest, failing, false);
    expect([second.value?.rows.map((row) => row.id), second.value?.rest]).toEqual([['C1'], undefined]);
  });
});
