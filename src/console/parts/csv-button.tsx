import { BYTE_ORDER_MARK, type Cell, csvOf } from '../../base/csv.ts';
import { saveFile } from '../save-file.ts';
import { WORDS } from '../words.ts';

interface CsvButtonProps {
  /** The name of the file, without its ending. */
  readonly name: string;
  rows(): readonly (readonly Cell[])[];
}

/** Lets the browser save a file of values. */
export const CsvButton = ({ name, rows }: CsvButtonProps) => (
  <button
    type="button"
    class="quiet"
    onClick={() => saveFile(`${name}.csv`, 'text/csv', BYTE_ORDER_MARK + csvOf(rows()))}
  >
    {WORDS.table.csv}
  </button>
);
