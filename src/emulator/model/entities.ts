/** Recognition of personal data in a text: turns list it and redacted recordings omit it. */

/** One recognised kind by name, with its value or list of values. */
export type Entity = Readonly<Record<string, string | readonly string[]>>;

type Kind = 'name' | 'email' | 'order_number' | 'phone_number' | 'number';

const NAME_WORD = "\\p{L}[\\p{L}\\p{M}’'-]*";
// The one group of each pattern holds the value. Matching time is linear: repetitions are bounded, or begin at one place only.
export const NAME = new RegExp(
  `(?:[Mm]y name is|[Ii] am called|[Jj]e m[’']appelle|[Mm]on nom est)\\s{1,3}(${NAME_WORD}(?:\\s\\p{Lu}[\\p{L}\\p{M}’'-]*){0,3})`,
  'gu',
);
const EMAIL = /(?<![^\s@<>()[\],;:"])([^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]*[^\s@<>()[\],;:".!?])/gu;
const ORDER_NUMBER =
  /(?:\borders?|\bcommandes?|#)(?:\s{0,3}(?:number|numéro|no\.?|n[°º]|is|est|:|#)){0,4}\s{0,3}(\d{4,12})(?!\d)/giu;
/** A text of one number only, as in an answer to the question for an order number. */
const LONE_NUMBER = /^\s{0,9}(\d{4,8})[\s.!]{0,9}$/gu;
const DIGITS = /([+(]{0,2}\d(?:[\s()./-]{0,2}\d){3,})/gu;

/** A phone number has 9 to 15 digits, or 7 to 15 with a country code. */
function kindOf(digits: string): Kind {
  const count = digits.replace(/\D/g, '').length;
  return count <= 15 && count >= (digits.includes('+') ? 7 : 9) ? 'phone_number' : 'number';
}

type Rule = readonly [pattern: RegExp, kind: (value: string) => Kind];
const NAMES: Rule = [NAME, () => 'name'];
/** Rules that can only match a text with a digit or an `@`. */
const NUMBERS_AND_ADDRESSES: readonly Rule[] = [
  [EMAIL, () => 'email'],
  [ORDER_NUMBER, () => 'order_number'],
  [LONE_NUMBER, () => 'order_number'],
  [DIGITS, kindOf],
];

/** Introduced names, email addresses and numbers of four or more digits. Each part of the text is recognised once. */
export function entitiesIn(text: string): readonly Entity[] {
  const found = new Map<Kind, Set<string>>();
  let rest = text;
  const rules = /[\d@]/.test(text) ? [NAMES, ...NUMBERS_AND_ADDRESSES] : [NAMES];
  for (const [pattern, kind] of rules) {
    rest = rest.replace(pattern, (_, value: string) => {
      const name = kind(value);
      found.set(name, (found.get(name) ?? new Set()).add(value));
      return '|';
    });
  }
  return [...found].map(([name, values]) => {
    const [only = '', ...more] = values;
    return { [name]: more.length === 0 ? only : [only, ...more] };
  });
}

export const isPersonal = (text: string): boolean => entitiesIn(text).length > 0;
