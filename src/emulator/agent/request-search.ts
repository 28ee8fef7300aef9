import type { RequestWording, Wording } from '../shop/language-content.ts';
import { endOfPhrase, hasPhrase, type Words } from './words.ts';

/** The position behind the target when the request begins here. */
function endOfRequest(words: Words, at: number, wording: RequestWording): number | undefined {
  const { asks, fillers, targets, followedBy } = wording;
  let end = endOfPhrase(words, at, asks);
  while (end !== undefined && end < words.length) {
    const target = endOfPhrase(words, end, targets);
    if (target !== undefined)
      return followedBy === undefined || hasPhrase(words.slice(target), followedBy) ? target : undefined;
    if (!fillers.includes(words[end] ?? '')) return undefined;
    end += 1;
  }
  return undefined;
}

/** The positions at which one of the requests begins. */
export const requestsIn = (words: Words, wordings: readonly RequestWording[]): readonly number[] =>
  words.flatMap((_, index) =>
    wordings.some((wording) => endOfRequest(words, index, wording) !== undefined) ? [index] : [],
  );

/** True if a negation stands before this position and only words that belong to it are in between. */
export function isNegated(words: Words, at: number, wording: Wording): boolean {
  const { negations, negationFillers, questionPronouns } = wording;
  for (let before = at - 1; before >= 0; before -= 1) {
    for (const start of [before - 1, before]) {
      if (start < 0 || endOfPhrase(words, start, negations) !== before + 1) continue;
      // "Why can't I talk to a person?" asks for one.
      return !questionPronouns.includes(words[before + 1] ?? '');
    }
    if (!negationFillers.includes(words[before] ?? '')) return false;
  }
  return false;
}
