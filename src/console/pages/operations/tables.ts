/** A part of an answer as rows and columns. */
export interface Table {
  /** The name of the member that it is; undefined: the answer itself. */
  readonly caption: string | undefined;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty where there is nothing. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function tableOf(caption: string | undefined, items: readonly Readonly<Record<string, unknown>>[]): Table {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return { caption, columns, rows: items.map((item) => columns.map((name) => textOf(item[name]))) };
}

/** An answer as tables: one for each list of objects, and before them one of everything else, with a row for each value. */
export function tablesOf(answer: unknown): readonly Table[] {
  const members: [string, unknown][] = isObject(answer) ? Object.entries(answer) : [['', answer]];
  const isList = (value: unknown): value is Readonly<Record<string, unknown>>[] =>
    Array.isArray(value) && value.length > 0 && value.every(isObject);
  const rows = members.flatMap(([name, value]) => {
    if (isList(value)) return [];
    const values: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    return values.map((value) => [name, Array.isArray(value) && value.length === 0 ? '' : textOf(value)]);
  });
  const lists = members.flatMap(([name, value]) =>
    isList(value) ? [tableOf(name || undefined, value)] : [],
  );
  return rows.length > 0 ? [{ caption: undefined, columns: [], rows }, ...lists] : lists;
}
