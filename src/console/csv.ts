import { BYTE_ORDER_MARK, type Cell, csvOf } from '../base/csv.ts';
import { saveFile } from './save-file.ts';

/** Lets the browser save a file of values. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, 'text/csv', BYTE_ORDER_MARK + csvOf(rows));
