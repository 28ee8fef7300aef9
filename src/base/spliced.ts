/** Copy of a list in which other items replace some. `toSpliced` and `with` are newer than the oldest supported browsers. */
export function spliced<Item>(
  list: readonly Item[],
  at: number,
  removed: number,
  ...added: readonly Item[]
): readonly Item[] {
  const copy = list.slice();
  copy.splice(at, removed, ...added);
  return copy;
}
