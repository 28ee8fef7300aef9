/** Reads the parameters of a query. A repeated parameter becomes a list; most schemas reject lists (S-64). */
export function queryParameters(parameters: URLSearchParams): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
