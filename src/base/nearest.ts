/**
 * Number of characters to insert, delete, replace or swap with their neighbour to turn one text into the other (optimal string
 * alignment).
 */
function editDistance(from: string, to: string): number {
  const lines = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => lines[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    lines.push(line);
    for (let column = 1; column <= to.length; column++) {
      const isEqual = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line.push(
        Math.min(
          at(row - 1, column - 1) + (isEqual ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

/** Number of equal characters at the beginning of two texts. */
function sharedBeginning(one: string, other: string): number {
  const index = [...one].findIndex((character, index) => character !== other[index]);
  return index < 0 ? one.length : index;
}

/**
 * Returns the most similar known word for a misspelled one, with at most a third of its characters wrong and in any case. A shared
 * beginning breaks ties. Returns undefined if no word is similar.
 */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const most = Math.max(1, Math.floor(word.length / 3));
  const [nearest] = known
    // As many characters are wrong at least as one is longer than the other.
    .filter((name) => Math.abs(name.length - lower.length) <= most)
    .map((name) => {
      const candidate = name.toLowerCase();
      const distance = editDistance(lower, candidate);
      return { name, distance, shared: sharedBeginning(lower, candidate) };
    })
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared);
  return nearest?.name;
}
