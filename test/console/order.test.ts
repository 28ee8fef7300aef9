import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/console/answers.ts';
import {
  chosenColumns,
  nextSort,
  type RowColumn,
  readSort,
  sortRows,
  writeColumns,
} from '../../src/console/pages/conversations/order.ts';

const column = (key: string, isExtra = false): RowColumn => ({
  key,
  name: key,
  width: '1fr',
  isExtra,
  value: (row) => (row as unknown as Record<string, string | number | undefined>)[key],
  cell: () => null,
});
const ALL = [column('time'), column('duration'), column('environment', true)];
const query = (text: string) => new URLSearchParams(text);
const keys = (columns: readonly RowColumn[]) => columns.map((it) => it.key);

describe('the columns of the list', () => {
  it.each([
    ['', ['time', 'duration']],
    ['columns=environment.time', ['environment', 'time']],
    ['columns=time.nothing.time', ['time']],
    ['columns=nothing', ['time', 'duration']],
  ])('the address %j chooses these columns', (text, expected) => {
    expect(keys(chosenColumns(query(text), ALL))).toEqual(expected);
  });

  it('leaves the default columns out of the address', () => {
    const written = [[0, 1], [1, 0], [0, 1, 2], []].map((chosen) =>
      writeColumns(
        chosen.flatMap((it) => ALL[it] ?? []),
        ALL,
      ),
    );
    expect(written).toEqual([null, 'duration.time', 'time.duration.environment', null]);
  });
});

describe('the order of the list', () => {
  const rows = [
    { id: 'a', duration: 9, environment: 'live' },
    { id: 'b', environment: 'Éclair' },
    { id: 'c', duration: 100, environment: 'sandbox' },
    { id: 'd', duration: 9 },
  ] as unknown as readonly Row[];
  const sorted = (text: string) => {
    const sort = readSort(query(text), ALL);
    return (
      sort &&
      sortRows(rows, sort)
        .map((it) => it.id)
        .join('')
    );
  };

  it.each([
    ['sort=duration', 'adcb'],
    ['sort=-duration', 'cadb'],
    ['sort=environment', 'bacd'],
    ['sort=-environment', 'cabd'],
    ['sort=nothing', undefined],
    ['', undefined],
  ])('sorts by %j with empty values at the end', (text, expected) => {
    expect(sorted(text)).toBe(expected);
  });

  it('sorts largest first, then smallest first, then as it was read', () => {
    const [time, duration] = ALL as [RowColumn, RowColumn];
    const pressed = (text: string, head: RowColumn) => nextSort(readSort(query(text), ALL), head);
    expect([
      pressed('', duration),
      pressed('sort=-duration', duration),
      pressed('sort=duration', duration),
      pressed('sort=duration', time),
    ]).toEqual(['-duration', 'duration', null, '-time']);
  });
});
