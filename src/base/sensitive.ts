/** A part of a text that its writer may not want to send. */
export interface Sensitive {
  readonly kind: 'card' | 'iban' | 'secret';
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

/** Stands for what was masked. It is in no sensitive part, so masking a masked text changes nothing. */
const MASK = '●●●●';

/** Arabic, Persian and full-width digits. The last four bits of each are its value. */
const OTHER_DIGITS = /[٠-٩۰-۹０-９]/g;
/** Between the groups of a number. */
const GAPS = /[\s‐-—-]/g;

/** Not within a word, no phone number, and not the rest of a masked card. */
const NUMBER = /(?<![\w+]|● )\d(?:[\s‐-—-]?\d)*/g;
/** The first digits and the lengths of issuers. */
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[0-8]|2[2-7]|35)\d{14}|3[47]\d{13}|3[0689]\d{12}|6\d{12,18})$/;

/** Countries by the length of their IBANs, from 15 on. */
const COUNTRIES =
  'NO BE - DKFIFOFKGLNLSD MKSI ATBAEEKZLTLUMNXK CHHRLILV BGBHCRDEGBGEIEMERSVA AEGIILIQOMSOTL ADCZESMDPKROSASESKTNVG LYPTST ISTR BIDJFRGRITMCMRSM ALAZBYCYDOGTHNHULBNIPLSV BREGPSQAUA JOKWMUYE MTSC LC RU'.split(
    ' ',
  );
const IBAN = /(?<!\w)(?=([a-z]{2}\d\d(?:[\s‐-—-]?[a-z\d]){11,30}))/gi;

/** A word for a secret in each language of the widget. */
const SECRET_WORD =
  /passwor[dt]|kennwort|(?<![a-z])(?:pin|cv[cv]|clave)|contraseña|mot de passe|senha|wachtwoord|hasło|パスワード|暗証番号|密[码碼]|كلمة (?:المرور|السر)|סיסמ[הא]/gi;
/** Characters behind such a word that are looked at. */
const MAX_AFTER_WORD = 140;

const BLANKS = /^\s{0,9}/;

/** The secret at this place, with the place: after a colon a word with a digit or a sign, or the last one of its line. */
function secretAt(
  text: string,
  at: number,
  hasColon: boolean,
): readonly [secret: string, at: number] | undefined {
  const word = /^\S{0,99}/.exec(text.slice(at))?.[0] ?? '';
  const isLast = word.length > 2 && /^[^\S\n]{0,9}(?:\n|$)/.test(text.slice(at + word.length));
  if (!(hasColon ? /[\d!@#$%&*_+-]/.test(word) || isLast : /\d/.test(word))) return undefined;
  const [shown = ''] = /^[^●]*/.exec(word) ?? [];
  let end = shown.length;
  while ('.,;:!?)'.includes(shown.charAt(end - 1) || ' ')) end -= 1;
  return end > 2 ? [shown.slice(0, end), at] : undefined;
}

/** The secret behind its word, which a colon or "is" may follow, with its distance from the word. */
function secretAfter(text: string): ReturnType<typeof secretAt> {
  const skip = (from: number, pattern: RegExp) => from + (pattern.exec(text.slice(from))?.[0].length ?? 0);
  const start = skip(0, BLANKS);
  const colon = skip(start, /^[:=：]/);
  if (colon > start) return secretAt(text, skip(colon, BLANKS), true);
  const verb = skip(start, /^(?:ist?|est?|é|è|jest|は|是|هي|היא)/);
  // What looks like "is" may be the beginning of the secret.
  return secretAt(text, skip(verb, BLANKS), false) ?? secretAt(text, start, false);
}

/** Keys and tokens by the form that their issuers give them. */
const TOKEN =
  /(?<![\w-])(?:sk[-_]|gh[opsu]_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|eyJ)(?=[\w.-]{0,98}\d)[\w.-]{16,}/g;

/** Luhn's check of the last digit. */
const isCard = (digits: string): boolean =>
  ISSUED.test(digits) &&
  [...digits].reduceRight((sum, digit, index) => {
    const value = +digit << ((digits.length - 1 - index) & 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
    0;

/** ISO 7064: as a number, the first four characters last, it is 1 modulo 97. */
const isIban = (text: string): boolean =>
  BigInt(
    (text.slice(4) + text.slice(0, 4)).replace(/./g, (character) => `${Number.parseInt(character, 36)}`),
  ) %
    97n ===
  1n;

/** Calls `add` with each card number in a run of groups of digits. */
function findCards(run: string, add: (start: number, end: number) => void): void {
  const groups = [...run.matchAll(/\d+/g)];
  let free = 0;
  groups.forEach(({ index: start }, first) => {
    let digits = '';
    for (const { 0: group, index } of groups.slice(first, first + 19)) {
      digits += group;
      if (start < free || !isCard(digits)) continue;
      free = index + group.length;
      add(start, free);
    }
  });
}

/** The first `count` letters and digits of a run with their gaps; empty if there are fewer, or if the word goes on. */
function firstCharacters(run: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count; taken++) {
    if (!/\w/.test(run.charAt(end))) end += 1;
    if (!/\w/.test(run.charAt(end))) return '';
    end += 1;
  }
  return /\w/.test(run.charAt(end)) ? '' : run.slice(0, end);
}

/** The IBAN with which a run of letters and digits begins, with its gaps; empty if there is none. */
function ibanIn(run: string): string {
  const country = run.slice(0, 2).toUpperCase();
  const length = COUNTRIES.findIndex((it) => it.match(/../g)?.includes(country)) + 15;
  const iban = length > 14 ? firstCharacters(run, length) : '';
  return iban && isIban(iban.replace(/\W/g, '')) ? iban : '';
}

/** Finds card numbers, IBANs and secrets in a text, in order and without overlaps. Takes linear time. */
export function findSensitive(text: string): readonly Sensitive[] {
  const plain = text.replace(OTHER_DIGITS, (digit) => `${digit.charCodeAt(0) & 15}`);
  const found: Sensitive[] = [];
  for (const { index, 1: run = '' } of plain.matchAll(IBAN)) {
    const { length } = ibanIn(run);
    if (length > 0) found.push({ kind: 'iban', start: index, end: index + length });
  }
  for (const { index, 0: run } of plain.matchAll(NUMBER))
    findCards(run, (start, end) => found.push({ kind: 'card', start: index + start, end: index + end }));
  for (const { index, 0: token } of plain.matchAll(TOKEN))
    found.push({ kind: 'secret', start: index, end: index + token.length });
  for (const { index, 0: word } of plain.matchAll(SECRET_WORD)) {
    const end = index + word.length;
    const [secret = '', distance = 0] = secretAfter(plain.slice(end, end + MAX_AFTER_WORD)) ?? [];
    if (secret) found.push({ kind: 'secret', start: end + distance, end: end + distance + secret.length });
  }
  let free = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      const isFree = start >= free;
      if (isFree) free = end;
      return isFree;
    });
}

/** Replaces what `findSensitive` finds; the last four digits of a card stay. */
export function maskSensitive(text: string): string {
  let masked = '';
  let from = 0;
  for (const { kind, start, end } of findSensitive(text)) {
    const digits = text.slice(start, end).replace(GAPS, '');
    masked += text.slice(from, start) + MASK + (kind === 'card' ? ` ${digits.slice(-4)}` : '');
    from = end;
  }
  return masked + text.slice(from);
}
