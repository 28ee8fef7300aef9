/** Files of values (RFC 4180). */
export type Cell = string | number | undefined;
/** Between cells. Spreadsheets of countries with a decimal comma expect a semicolon. */
export type Separator = ',' | ';';

/** Without it, some spreadsheets misread non-ASCII letters. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets run these as a formula, also after invisible characters. */
const FORMULA = /^(?:[\s\p{Z}\p{C}\p{DI}]*[=+\-@]|[\t\r\n])/u;
/** Decomposed, so that full-width signs and signs with marks become plain ones. */
const isFormula = (text: string) => FORMULA.test(text.normalize('NFKD'));

function cellText(cell: Cell): string {
  const text = String(cell ?? '');
  const safe = typeof cell === 'string' && isFormula(text) ? `'${text}` : text;
  // Both separators, for a spreadsheet that guesses.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as text. Texts that a spreadsheet would run as a formula begin with an apostrophe (S-85). */
export const csvOf = (rows: readonly (readonly Cell[])[], separator: Separator = ','): string =>
  rows.map((row) => `${row.map(cellText).join(separator)}\r\n`).join('');
