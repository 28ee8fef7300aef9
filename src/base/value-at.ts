/** Values in nested records, by their paths. */
export type Tree = Readonly<Record<string, unknown>>;

export const valueAt = (from: unknown, path: readonly string[]): unknown =>
  path.reduce((record, name) => (record as Tree | undefined)?.[name], from);

/** A copy with another value, without records that became empty; undefined if all did. */
export function withValueAt(
  from: Tree | undefined,
  path: readonly string[],
  value: unknown,
): Tree | undefined {
  const [name = '', ...rest] = path;
  const { [name]: before, ...others } = from ?? {};
  const next = rest.length === 0 ? value : withValueAt(before as Tree | undefined, rest, value);
  const changed = next === undefined ? others : { ...from, [name]: next };
  return Object.keys(changed).length > 0 ? changed : undefined;
}
