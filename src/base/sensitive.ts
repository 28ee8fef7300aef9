/** A part of a text that its writer may not want to send. */
export interface Sensitive {
  readonly kind: 'card' | 'iban' | 'secret';
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
}

/** Replacement of masked text. No sensitive part contains it, so masking is idempotent. */
const MASK = '●●●●';

/** A longer run of digits is a table: it would contain card numbers by chance. */
const MAX_RUN = 60;

/** Not within a word, no phone number, and not the rest of a masked card. A dash behind a blank only is a minus. */
const NUMBER = /(?<![\w+●]|●{4} )\d(?:[ \t./‐-―−-]{0,3}(?<!\s-)\d)*/g;

/** Text before a number that is no card: a word such as "order", and at most a few words. */
const SPARED =
  /(?<![a-z])(?:ord[ei]|ref(?!u)|track|invoi|bestel|auftr|sendu|zendi|rechn|comma|suivi|fa[ckt]?tu|pedid|segui|rastr|zamo|przes|注文|追跡|[订訂运運]|طلب|شحن|הזמנ|משל)(?:(?![ck]a[ar]|tarj|カ|卡|بطا|כרט)[^\d●\n]){0,20}$/i;

/** A word for a secret in each language of the widget, with a colon or a word for "is" that may follow it. */
const SECRET =
  /(?:passwor[dt]|kennwort|(?<![a-z●])(?:pin|cv[cv]|clave)|contrasena|mot de passe|senha|wachtwoord|hasło|ハスワート|暗証番号|密[码碼]|كلمة (?:المرور|السر)|סיסמ[הא])(?:[ -]?code)?\s{0,9}(?:([:=])\s{0,9}|(?:ist?|est?|e|jest)\s{1,9}|(?:は|是|هي|היא)\s{0,9})?/gi;

/** Words after the colon that are no secret, as in "Password: forgotten". */
const FORGOTTEN = /^(?:forg|reset|verg|oubl|olvid|esque|dimen|zapom|忘|نسي|שכח)/i;
const MAX_SECRET = 99;

/** The first digits and the lengths of issuers. */
const ISSUED = /^(?:4(?:\d{15}|\d{18})|(?:5[0-8]|2[2-7]|35)\d{14}|3[47]\d{13}|3[0689]\d{12}|6\d{15,18})$/;

/** The beginning of an IBAN, followed by its possible rest and further words. */
const IBAN = /(?<![\w●])[a-z]{2}\d\d(?=((?:[ \t./‐-―−-]{0,3}[a-z\d]){11,30})(?!\w))/gi;

/** Keys and tokens by their issuers' formats. They must contain a digit. */
const TOKEN = /(?<![\w●-])(?:sk[-_]|gh[opsu]_|xox[a-z]-|AKIA|AIza|eyJ)[\w.-]{16,}/g;

/** The character without its marks; a digit of any script as 0 to 9; empty for an invisible character. */
function folded(character: string): string {
  const plain = character.normalize('NFKD').replace(/[\p{Cf}\p{M}]/gu, '');
  // The parts of a decomposed character would have no positions.
  if (plain.length > character.length) return character;
  // The digits of a script have consecutive codes from 0 on, and another script's may precede them.
  let value = -1;
  for (let code = plain.codePointAt(0) ?? 0; /\p{Nd}/u.test(String.fromCodePoint(code)); code--) value += 1;
  return value < 0 ? plain : `${value % 10}`;
}

/**
 * Length of the secret that begins at `start`, 0 without one: a word with a digit, or after a colon a word with a sign or the last word
 * of its line.
 */
function lengthOfSecret(text: string, start: number, isAfterColon: boolean): number {
  const [word = ''] = /^[^\s●]+/.exec(text.slice(start, start + MAX_SECRET)) ?? [];
  const end = start + word.length;
  const isLast = /^ {0,9}$/m.test(text.slice(end, end + 10));
  const isSecret =
    /\d/.test(word) || (isAfterColon && !FORGOTTEN.test(word) && (isLast || /[!@#$%&*_+-]/.test(word)));
  const [{ length }] = /^[^\s●]*[^\s●.,;:!?)]/.exec(word) ?? [''];
  return isSecret && length > 2 ? length : 0;
}

/** Luhn's check of the last digit. */
function isCard(digits: string): boolean {
  if (!ISSUED.test(digits)) return false;
  let sum = 0;
  for (let nth = 0; nth < digits.length; nth++) {
    const value = +digits.charAt(digits.length - 1 - nth) << (nth & 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Reads another character of a number modulo 97, letters as 10 to 35. Gaps have no value. */
function modulo97(rest: number, character: string): number {
  const value = Number.parseInt(character, 36);
  return value >= 0 ? (rest * (value > 9 ? 100 : 10) + value) % 97 : rest;
}

/** End of the IBAN with which a run begins, 0 without one. ISO 7064: as a number, the first four characters last, it is 1 modulo 97. */
function endOfIban(run: string): number {
  let end = 0;
  let rest = 0;
  for (let at = 4; at < run.length; at++) {
    rest = modulo97(rest, run.charAt(at));
    const isWhole = !/\w/.test(run.charAt(at + 1)) && /^(?:\D*\d){10}/.test(run.slice(0, at + 1));
    if (isWhole && [...run.slice(0, 4)].reduce(modulo97, rest) === 1) end = at + 1;
  }
  return end;
}

/** Replaces parts of a text. The parts must be in order. */
function replaced(text: string, parts: readonly Sensitive[], by: (part: Sensitive) => string): string {
  let result = '';
  let from = 0;
  for (const part of parts) {
    result += text.slice(from, part.start) + by(part);
    from = part.end;
  }
  return result + text.slice(from);
}

/** Finds card numbers, IBANs and secrets in a text, in order and without overlaps. Takes linear time. */
export function findSensitive(text: string): readonly Sensitive[] {
  /** Positions of characters that folding removed, in the folded text, less a half. */
  const lost: number[] = [];
  let plain = text.replace(/[^\t-~]/gu, (character, index) => {
    const kept = folded(character);
    for (let left = character.length - kept.length; left > 0; left--)
      lost.push(index + kept.length - lost.length - 0.5);
    return kept;
  });
  const found: Sensitive[] = [];
  let free = 0;
  const take = (kind: Sensitive['kind'], start: number, end: number) => {
    found.push({ kind, start, end });
    free = end;
  };
  /** Matches outside of the parts found so far. */
  const search = (pattern: RegExp) => {
    found.sort((a, b) => a.start - b.start);
    free = 0;
    plain = replaced(plain, found, ({ start, end }) => '\n'.repeat(end - start));
    return plain.matchAll(pattern);
  };

  for (const { 0: token, index } of search(TOKEN))
    if (/\d/.test(token)) take('secret', index, index + token.length);
  for (const { 0: head, 1: tail, index } of search(IBAN)) {
    const length = index < free ? 0 : endOfIban(head + tail);
    if (length > 0) take('iban', index, index + length);
  }
  for (const { 0: lead, 1: colon, index } of search(SECRET)) {
    const start = index + lead.length;
    const length = index < free ? 0 : lengthOfSecret(plain, start, colon !== undefined);
    if (length > 0) take('secret', start, start + length);
  }
  for (const { 0: run, index: at } of search(NUMBER)) {
    const groups = [...run.matchAll(/\d+/g)];
    if (groups.join('').length > MAX_RUN) continue;
    groups.forEach(({ index }, first) => {
      const start = at + index;
      let digits = '';
      for (const { 0: group, index } of groups.slice(first, first + 19)) {
        digits += group;
        if (
          start >= free &&
          digits.length > 13 &&
          isCard(digits) &&
          !SPARED.test(plain.slice(Math.max(0, start - 40), start))
        )
          take('card', start, at + index + group.length);
      }
    });
  }
  let passed = 0;
  const placeOf = (at: number) => {
    while ((lost[passed] ?? at) < at) passed += 1;
    return at + passed;
  };
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ kind, start, end }) => ({ kind, start: placeOf(start), end: placeOf(end) }));
}

/** Replaces what `findSensitive` finds; the last four digits of a card stay. */
export const maskSensitive = (text: string): string =>
  replaced(text, findSensitive(text), ({ kind, start, end }) => {
    return MASK + (kind === 'card' ? ` ${text.slice(start, end).match(/\p{N}/gu)?.slice(-4).join('')}` : '');
  });
