import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranWithin } from '../../src/base/ran-within.ts';
import { ok } from '../../src/base/result.ts';
import type { Row } from '../../src/console/answers.ts';
import { ranRow, widened } from '../../src/console/pages/conversations/ran.ts';
import { beginningOf, type Rest, readOn } from '../../src/console/pages/conversations/read-list.ts';
import { shareOf } from '../support/sizes.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const START = Date.UTC(2026, 10, 24);
const at = (minute: number) => START + minute * MINUTE_MS;

interface Ran {
  readonly begins: number;
  readonly lasts: number;
  readonly isGoingOn: boolean;
}
const rowOf = ({ begins, lasts, isGoingOn }: Ran, nth: number) =>
  ({
    id: `C${nth}`,
    startedAt: new Date(at(begins)).toISOString(),
    totalDuration: lasts * 60,
    inProgress: isGoingOn,
  }) as unknown as Row;

/** A platform that lists what began in a window, 100 at a time. */
function platformOf(rows: readonly Row[]) {
  let calls = 0;
  return {
    calls: () => calls,
    async read({ from, to }: { from: number; to: number }, cursor: string | undefined) {
      calls += 1;
      const found = rows.filter(({ startedAt = '' }) => {
        const began = Date.parse(startedAt);
        return began >= from && began < to;
      });
      const end = Number(cursor ?? 0) + 100;
      return ok({
        conversations: found.slice(end - 100, end),
        cursor: end < found.length ? String(end) : undefined,
      });
    },
  };
}

/** Reads the list of what ran in a range to its end. Returns the ids, and how many calls one press on "more" has made at most. */
async function readAll(range: { from: number; to: number }, rows: readonly Row[]) {
  const { read, calls } = platformOf(rows);
  const ids: string[] = [];
  let most = 0;
  let rest: Rest | undefined = beginningOf(widened(range), false);
  while (rest) {
    const before = calls();
    const page = await readOn(widened(range), rest, read, false, (row) => ranRow(range, row));
    if (!page.ok) throw new Error(page.error.message);
    ids.push(...page.value.rows.map(({ id }) => id));
    most = Math.max(most, calls() - before);
    rest = page.value.rest;
  }
  return { ids: ids.sort(), most };
}

const conversations = fc.array(
  fc.record({
    begins: fc.nat(3 * DAY_MINUTES),
    lasts: fc.oneof(fc.nat(5), fc.nat(90), fc.nat(30 * 60)),
    isGoingOn: fc.boolean(),
  }),
  { maxLength: 300 },
);

describe('the conversations that ran in a time', () => {
  it('finds all conversations that were going on in the range, of up to 24 hours before', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversations,
        fc.integer({ min: DAY_MINUTES, max: 3 * DAY_MINUTES }),
        fc.integer({ min: 1, max: 120 }),
        async (all, from, length) => {
          const minutes = Array.from({ length }, (_, nth) => from + nth);
          const ran = all.map(
            ({ begins, lasts, isGoingOn }) =>
              begins >= from - DAY_MINUTES &&
              minutes.some((it) => it >= begins && (isGoingOn || it < begins + lasts || it === begins)),
          );
          const rows = all.map(rowOf);
          const { ids } = await readAll({ from: at(from), to: at(from + length) }, rows);
          expect(ids).toEqual(
            rows
              .filter((_, nth) => ran[nth])
              .map(({ id }) => id)
              .sort(),
          );
        },
      ),
      { numRuns: shareOf(200) },
    );
  });

  it('reads a busy day in steps that do not end with what ran just before', async () => {
    const short = Array.from({ length: 20_000 }, (_, nth) => ({
      begins: (nth * DAY_MINUTES) / 20_000,
      lasts: 1,
      isGoingOn: false,
    }));
    const rows = [...short, { begins: 3, lasts: 25 * 60, isGoingOn: false }].map(rowOf);
    const { ids, most } = await readAll({ from: at(DAY_MINUTES), to: at(DAY_MINUTES + 5) }, rows);
    expect(ids).toContain('C20000');
    expect(most).toBeLessThanOrEqual(20);
  });

  const range = { from: at(30), to: at(35) };
  it.each([
    ['ended as it began', { start: at(10), durationS: 20 * 60, inProgress: false }, false],
    ['began as it ended', { start: at(35), durationS: 60, inProgress: false }, false],
    ['began in it, without a duration', { start: at(30), durationS: undefined, inProgress: undefined }, true],
    ['began before it, without a duration', { start: at(29), durationS: null, inProgress: null }, false],
    ['has no beginning', { start: Number.NaN, durationS: 60, inProgress: true }, false],
  ])('judges a conversation that %s', (_, it, expected) => {
    expect(ranWithin(range, it)).toBe(expected);
  });
});
