/**
 * Vectors for semantic search, computed without a model: words (weight 2) and their trigrams (weight 1), hashed into 1,024
 * dimensions and normalised to length one. The similarity of texts is the cosine of their vectors. It finds other forms
 * and misspellings of the same words, not other words of the same meaning.
 */
export type Vector = Float32Array;

const DIMENSIONS = 1_024;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Words in lower case and without accents. Words of one or two letters are left out. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

function featuresOf(word: string): readonly (readonly [string, number])[] {
  const padded = `^${word}$`;
  const trigrams = Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3));
  return [[word, 2], ...trigrams.map((trigram) => [trigram, 1] as const)];
}

/** The vector of a text; null for a text without words. */
export function vectorOf(text: string): Vector | null {
  const vector = new Float32Array(DIMENSIONS);
  let squares = 0;
  for (const [feature, weight] of wordsOf(text).flatMap(featuresOf)) {
    const at = hashOf(feature) % DIMENSIONS;
    const before = vector[at] ?? 0;
    vector[at] = before + weight;
    squares += (before + weight) ** 2 - before ** 2;
  }
  if (squares === 0) return null;
  const length = Math.sqrt(squares);
  return vector.map((component) => component / length);
}

/** The cosine, from 0 to 1. */
export function similarity(one: Vector, other: Vector): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** A lower similarity is considered a coincidence. */
export const MIN_SIMILARITY = 0.2;
