import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSensitive, maskSensitive } from '../../src/base/sensitive.ts';
import { FOUND, HARMLESS } from './sensitive-spellings.ts';

/** Published test numbers, each of another issuer or length. */
const CARDS = [
  '4242424242424242',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '3530111333300000',
  '6011111111111117',
  '6205500000000000004',
];
/** Examples of the IBAN registry: the shortest, the longest, and some with letters. */
const IBANS = [
  'NO9386011117947',
  'BE68539007547034',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'PL61109010140000071219812874',
  'MT84MALT011000012345MTLCAST001S',
  'RU0304452522540817810538091310419',
];
const group = (text: string, size: number, gap: string) =>
  text.replace(new RegExp(`.{${size}}(?=.)`, 'g'), `$&${gap}`);

describe('the search for sensitive parts of a text', () => {
  it.each(CARDS)('finds the card number %s with and without gaps', (card) => {
    for (const written of [card, group(card, 4, ' '), group(card, 4, '-'), group(card, 6, '\u00a0')]) {
      const text = `My card: ${written}, 12/27.`;
      expect(findSensitive(text)).toEqual([{ kind: 'card', start: 9, end: 9 + written.length }]);
      expect(maskSensitive(text)).toMatch(/^My card: ●●●● \d{4}, 12\/27\.$/);
    }
  });

  it.each(IBANS)('finds the IBAN %s with and without gaps, in either case', (iban) => {
    for (const written of [iban, group(iban, 4, ' '), iban.toLowerCase()]) {
      expect(findSensitive(`IBAN ${written} bitte`)).toEqual([
        { kind: 'iban', start: 5, end: 5 + written.length },
      ]);
    }
  });

  it.each([
    ['DE89370400440532013000 DE89370400440532013000', '●●●● ●●●●'],
    ['from no 12 DE89370400440532013000', 'from no 12 ●●●●'],
    ['account ab12 DE89370400440532013000', 'account ab12 ●●●●'],
    ['PIN is 1234.', 'PIN is ●●●●.'],
    ['mi clave es sol2024', 'mi clave es ●●●●'],
    ['mot de passe : soleil', 'mot de passe : ●●●●'],
    ['wachtwoord is zon2024', 'wachtwoord is ●●●●'],
    ['hasło: slonce', 'hasło: ●●●●'],
    // It begins like a word for "is".
    ['PIN est42', 'PIN ●●●●'],
    ['密码是abc123', '密码是●●●●'],
    ['הסיסמה היא abc123', 'הסיסמה היא ●●●●'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '●●●●'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln', '●●●●'],
    ['4242 4242 4242 4242 123 and password: xyz', '●●●● 4242 123 and password: ●●●●'],
  ])('masks %s', (text, masked) => {
    expect(maskSensitive(text)).toBe(masked);
  });

  it.each(FOUND)('S-142: masks %s, however it is spelled', (text, masked) => {
    expect(maskSensitive(text)).toBe(masked);
  });

  it.each(HARMLESS)('leaves %s alone', (text) => {
    expect(maskSensitive(text)).toBe(text);
  });

  it('knows the digits of every script', () => {
    const digits = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((it) => /\p{Nd}/u.test(it));
    const scripts = Array.from({ length: digits.length / 10 }, (_, nth) =>
      digits.slice(nth * 10, nth * 10 + 10),
    );
    expect(scripts.length).toBeGreaterThan(60);
    // The card has every digit.
    const masked = scripts.map((ten) =>
      maskSensitive([...'4539087612345677'].map((it) => ten[+it]).join('')),
    );
    expect(masked).toEqual(scripts.map((ten) => `●●●● ${ten[5]}${ten[6]}${ten[7]}${ten[7]}`));
  });

  /** Texts in which parts of sensitive ones meet. */
  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...CARDS,
          ...IBANS,
          'password: ',
          'PIN ',
          'is ',
          'sk_',
          ' ',
          '-',
          '+',
          '\n',
          '●●●● 4242',
          '\u200b',
          '\u00ad',
          '\u0301',
          '４２４２',
          '𝟒',
          '⑫',
          'order ',
          'DE89 3704 0044 ',
        ),
        fc.stringMatching(/^[\da-zA-Z٠-٩ .:!-]{0,12}$/),
        fc.string({ unit: 'grapheme' }),
      ),
    )
    .map((parts) => parts.join(''));

  it('gives parts in order, within the text and without overlaps', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const edges = findSensitive(text).flatMap(({ start, end }) => [start, end]);
        expect([0, ...edges, text.length]).toEqual([0, ...edges, text.length].toSorted((a, b) => a - b));
      }),
    );
  });

  it('S-142: finds nothing in a masked text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSensitive(maskSensitive(text))).toEqual([]);
      }),
    );
  });

  it('leaves the text around masks as it was typed, and at most the last four digits of a card', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let from = 0;
        const pieces = findSensitive(text).map(({ kind, start, end }) => {
          const around = text.slice(from, start);
          from = end;
          const digits = [...text.slice(start, end)].filter((it) => /\p{N}/u.test(it)).slice(-4);
          return `${around}●●●●${kind === 'card' ? ` ${digits.join('')}` : ''}`;
        });
        expect(maskSensitive(text)).toBe(pieces.join('') + text.slice(from));
      }),
    );
  });

  it('masks every card number among words, and keeps its last four digits only', () => {
    const card = fc
      .tuple(fc.constantFrom('4', '51', '2221', '35', '6011'), fc.stringMatching(/^\d{15}$/))
      .map(([issuer, rest]) => `${issuer}${rest}`.slice(0, 15))
      .map((digits) =>
        [...'0123456789'].map((last) => digits + last).find((it) => findSensitive(it).length > 0),
      );
    fc.assert(
      fc.property(card, fc.stringMatching(/^[a-f ]{0,20}$/), (digits, words) => {
        expect(digits).toBeDefined();
        expect(maskSensitive(`${words}: ${digits} ${words}`)).toBe(
          `${words}: ●●●● ${digits?.slice(-4)} ${words}`,
        );
      }),
    );
  });
});
