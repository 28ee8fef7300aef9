/** What a text says about whoever said it, as far as a machine can tell: what turns list, and what a redaction covers. */

/** The name of what was recognised, and its value, or values. */
export type Entity = Readonly<Record<string, string | readonly string[]>>;

type Kind = 'name' | 'email' | 'order_number' | 'phone_number' | 'number';

const A_NAME = "\\p{L}[\\p{L}\\p{M}’'-]*";
/** Each holds what it recognises in its only group. Repeats are bounded, so that no text takes long. */
const NAME = new RegExp(
  `(?:[Mm]y name is|[Ii] am called|[Jj]e m[’']appelle|[Mm]on nom est)\\s{1,3}(${A_NAME}(?:\\s\\p{Lu}[\\p{L}\\p{M}’'-]*){0,3})`,
  'gu',
);
const EMAIL = /([^\s@<>()[\],;:"]{1,64}@[^\s@<>()[\],;:"]{0,252}[^\s@<>()[\],;:".!?])/gu;
const ORDER_NUMBER =
  /(?:\borders?|\bcommandes?|#)(?:\s{0,3}(?:number|numéro|no\.?|n[°º]|is|est|:|#)){0,4}\s{0,3}(\d{4,12})(?!\d)/giu;
/** All that is said is a number: the answer to the question for it. */
const LONE_NUMBER = /^\s{0,9}(\d{4,8})[\s.!]{0,9}$/gu;
const DIGITS = /([+(]{0,2}\d(?:[\s()./-]{0,2}\d){3,})/gu;

/** As long as phone numbers are, with their country from 7 digits on. */
function kindOf(digits: string): Kind {
  const count = digits.replace(/\D/g, '').length;
  return count <= 15 && count >= (digits.includes('+') ? 7 : 9) ? 'phone_number' : 'number';
}

type Rule = readonly [pattern: RegExp, kind: (value: string) => Kind];
const NAMES: Rule = [NAME, () => 'name'];
/** Of these, each needs a digit or the sign. */
const NUMBERS_AND_ADDRESSES: readonly Rule[] = [
  [EMAIL, () => 'email'],
  [ORDER_NUMBER, () => 'order_number'],
  [LONE_NUMBER, () => 'order_number'],
  [DIGITS, kindOf],
];

/** Names that are given as such, addresses, and numbers of four digits on, each recognised once. */
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
