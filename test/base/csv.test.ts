import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/base/csv.ts';
import { readCsv } from '../support/read-csv.ts';

const SEPARATORS = [',', ';'] as const;
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣'];
/** Spaces, breaks, marks of order and direction, and others of no width. */
const UNSEEN = [
  ...' \t\r\n\v\f\0\u0085\u00a0\u00ad\u061c\u180e\u2009\u200b\u200d\u200e\u2028\u202e\u2060\u3000\u3164\ufe0f\ufeff',
];

const hostile = fc
  .tuple(
    fc.array(fc.constantFrom(...UNSEEN), { maxLength: 5 }),
    fc.constantFrom(...SIGNS),
    fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('cmd|"/c calc"!A1', '\u0338x')),
  )
  .map(([unseen, sign, rest]) => unseen.join('') + sign + rest);
const harmless = fc
  .tuple(fc.constantFrom(...'aZ7(:"\'é漢,;'), fc.string({ unit: 'grapheme' }))
  .map((all) => all.join(''));

describe('a file of values', () => {
  it.each(SEPARATORS)('keeps every cell unchanged, separated by %j', (separator) => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(harmless, { minLength: columns, maxLength: columns })));
    fc.assert(
      fc.property(table, (rows) => {
        expect(readCsv(csvOf(rows, separator), separator)).toEqual(rows);
      }),
    );
  });

  // S-85
  it.each(SEPARATORS)(
    'puts an apostrophe before every cell that a spreadsheet would run, separated by %j',
    (separator) => {
      fc.assert(
        fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (row) => {
          expect(readCsv(csvOf([row], separator), separator)).toEqual([row.map((text) => `'${text}`)]);
        }),
      );
    },
  );

  it('leaves numbers, dates and signs within a text alone', () => {
    expect(csvOf([['2026-11-27', -2, undefined, 'a=b', 'a"b', 'a;b']])).toBe(
      '2026-11-27,-2,,a=b,"a""b","a;b"\r\n',
    );
  });
});
