import { saveFile } from './save-file.ts';

/** A file of values separated by commas (RFC 4180). */
export type Cell = string | number | undefined;

/** A sheet would run these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  const text = String(cell ?? '');
  const safe = typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

/** Lets the browser save a file of values. Begins with a byte order mark, without which some sheets misread other letters. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, 'text/csv', `\uFEFF${csvOf(rows)}`);
