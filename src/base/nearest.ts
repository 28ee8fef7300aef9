/** Number of characters to insert, delete or replace to turn one text into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of [...from].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}

/** Returns the known word that is most similar to a misspelled one, with at most `within` wrong characters; of equals the first. */
export function nearestOf(
  word: string,
  known: readonly string[],
  within = Number.POSITIVE_INFINITY,
): string | undefined {
  let nearest: string | undefined;
  let least = within + 1;
  for (const it of known) {
    const distance = editDistance(word, it);
    if (distance < least) [nearest, least] = [it, distance];
  }
  return nearest;
}
