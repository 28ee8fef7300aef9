/** Flanking rules of emphasis (M-6.30, CommonMark 6.2). They compare the characters before and behind a run of marks. */

const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Letters of languages without spaces between words: a mark beside one is not inside a word. Thai, Lao, Burmese, Khmer, CJK. */
const SPACELESS = /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\uffdc\u{20000}-\u{3ffff}]/u;
const BOUNDARY = new RegExp(`\\s|${PUNCTUATION.source}|${SPACELESS.source}`, 'u');
/**
 * Punctuation that ends a sentence or a bracket. A mark before it begins emphasis only behind opening punctuation: the stars in
 * `19 €*, 29 €*` refer to a note.
 */
const CLOSING = /[,.;:!?…，。；：！？、\p{Pe}\p{Pf}]/u;
const OPENING = /[\s*_~\p{Ps}\p{Pi}]/u;
const WORD = /[\p{L}\p{N}]/u;

const isInWord = (char: string): boolean => WORD.test(char) && !SPACELESS.test(char);

/** Tells whether a run of marks can begin emphasis, and whether it can end it. */
export function flanking(run: string, previous: string, next: string): { begins: boolean; ends: boolean } {
  const [isAfter, isBefore] = [PUNCTUATION.test(previous), PUNCTUATION.test(next)];
  const opener = CLOSING.test(next) ? OPENING : BOUNDARY;
  const begins = /\S/.test(next) && (!isBefore || opener.test(previous));
  const ends = /\S/.test(previous) && (!isAfter || BOUNDARY.test(next));
  if (run[0] === '_') return { begins: begins && (!ends || isAfter), ends: ends && (!begins || isBefore) };
  // As in `2*3*4`.
  const isText = run === '*' && isInWord(previous) && isInWord(next);
  return { begins: begins && !isText, ends: ends && !isText };
}
