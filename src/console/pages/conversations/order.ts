import type { Row } from '../../answers.ts';
import type { Column } from '../../parts/data-table.tsx';

/** A column of the list, with its name in the address. */
export interface RowColumn extends Column<Row> {
  readonly key: string;
  /** Shown only where the address asks for it. */
  readonly isExtra?: boolean;
}

/** The columns that the address asks for, in its order; else those that are shown by default. */
export function chosenColumns(query: URLSearchParams, all: readonly RowColumn[]): readonly RowColumn[] {
  const keys = [...new Set(query.get('columns')?.split('.'))];
  const chosen = keys.flatMap((key) => all.filter((column) => column.key === key));
  return chosen.length > 0 ? chosen : all.filter((column) => !column.isExtra);
}

/** The value of `columns` in the address for these columns; null: as by default. */
export function writeColumns(chosen: readonly RowColumn[], all: readonly RowColumn[]): string | null {
  const text = chosen.map((column) => column.key).join('.');
  const byDefault = all.filter((column) => !column.isExtra).map((column) => column.key);
  return text === '' || text === byDefault.join('.') ? null : text;
}

export interface Sort {
  readonly column: RowColumn;
  readonly isDown: boolean;
}

/** `sort=duration`, or `sort=-duration` for the largest first. */
export function readSort(query: URLSearchParams, columns: readonly RowColumn[]): Sort | undefined {
  const text = query.get('sort') ?? '';
  const column = columns.find((column) => column.key === text.replace(/^-/, ''));
  return column && { column, isDown: text.startsWith('-') };
}

/** `sort` of the address after a press on the head of a column: the largest first, the smallest first, as they were read. */
export function nextSort(sort: Sort | undefined, { key }: RowColumn): string | null {
  if (sort?.column.key !== key) return `-${key}`;
  return sort.isDown ? key : null;
}

/** Rows by the value of a column. Those without one are the last in both directions; equal ones stay as they were read. */
export function sortRows(rows: readonly Row[], { column, isDown }: Sort): readonly Row[] {
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other));
  return rows.toSorted((a, b) => {
    const [one, other] = [column.value(a), column.value(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return isDown ? compare(other, one) : compare(one, other);
  });
}
