import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../../src/console/csv.ts';

/** Reads a file of values (RFC 4180). */
const read = (text: string) =>
  [...text.matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g)].map(
    ([, row = '']) =>
      [...`,${row}`.matchAll(/,("(?:[^"]|"")*"|[^",]*)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
  );

describe('a file of values', () => {
  it('has all cells as they are, whatever they contain', () => {
    const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text));
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns })));
    fc.assert(
      fc.property(table, (rows) => {
        expect(read(csvOf(rows))).toEqual(rows);
      }),
    );
  });

  // S-85
  it('keeps a sheet from running a text as a formula, and leaves numbers alone', () => {
    expect(csvOf([['=1+1', '+49 30 1', '@SUM(A1)', '-2', -2, undefined, 'a"b']])).toBe(
      '\'=1+1,\'+49 30 1,\'@SUM(A1),\'-2,-2,,"a""b"\r\n',
    );
  });
});
