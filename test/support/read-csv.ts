/** Reads a file of values character by character, as RFC 4180 describes it. Independent of the writer. */
export function readCsv(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += sign;
    else if (sign === separator) endCell();
    else if (sign === '\n' && cell.endsWith('\r')) {
      cell = cell.slice(0, -1);
      endCell();
      rows.push(row);
      row = [];
    } else cell += sign;
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Error('the file ends within a row');
  return rows;
}
