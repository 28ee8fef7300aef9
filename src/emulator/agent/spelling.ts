import type { Words } from './words.ts';

/** The shortest word for each kind of slip. Short words differ by one letter too often. */
const MIN_LENGTH = { swapped: 4, missing: 5, additional: 5, other: 7 } as const;

/** True if the two words are equal from these positions on. */
const endsAlike = (a: string, fromA: number, b: string, fromB: number) => a.slice(fromA) === b.slice(fromB);

/** True if `typed` is `meant` with one slip: two letters swapped, one missing, one too many, or one other. */
function isSlipOf(typed: string, meant: string): boolean {
  if (typed[0] !== meant[0] || Math.abs(typed.length - meant.length) > 1) return false;
  let index = 1;
  while (index < typed.length && typed[index] === meant[index]) index += 1;
  const { length } = meant;
  if (typed.length < length) return length >= MIN_LENGTH.missing && endsAlike(typed, index, meant, index + 1);
  if (typed.length > length)
    return length >= MIN_LENGTH.additional && endsAlike(typed, index + 1, meant, index);
  if (
    typed[index] === meant[index + 1] &&
    typed[index + 1] === meant[index] &&
    endsAlike(typed, index + 2, meant, index + 2)
  )
    return length >= MIN_LENGTH.swapped;
  return length >= MIN_LENGTH.other && endsAlike(typed, index + 1, meant, index + 1);
}

/** Replaces each word that is unknown and one slip away from a known one. */
export function createSpelling(vocabulary: readonly string[], ordinary: readonly string[]) {
  const known = new Set(vocabulary);
  const kept = new Set([...vocabulary, ...ordinary]);
  const correct = (word: string): string => {
    if (word.length < MIN_LENGTH.swapped || kept.has(word) || /\d/.test(word)) return word;
    for (const meant of known) if (isSlipOf(word, meant)) return meant;
    return word;
  };
  return (words: Words): Words => words.map(correct);
}
