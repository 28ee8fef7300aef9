import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSensitive, maskSensitive } from '../../src/base/sensitive.ts';

/** Published test numbers, each of another issuer or length. */
const CARDS = [
  '4222222222222',
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
    ['password: xyz', 'password: ●●●●'],
    ['Passwort: hunter2, danke', 'Passwort: ●●●●, danke'],
    ['PIN is 1234.', 'PIN is ●●●●.'],
    ['Meine PIN ist 4711', 'Meine PIN ist ●●●●'],
    ['contraseña: sol!', 'contraseña: ●●●●!'],
    ['mi clave es sol2024', 'mi clave es ●●●●'],
    ['mot de passe : soleil', 'mot de passe : ●●●●'],
    ['a senha é sol2024', 'a senha é ●●●●'],
    ['la password è sole2024', 'la password è ●●●●'],
    ['wachtwoord is zon2024', 'wachtwoord is ●●●●'],
    ['hasło: slonce', 'hasło: ●●●●'],
    // It begins like a word for "is".
    ['PIN est42', 'PIN ●●●●'],
    ['パスワードはabc123', 'パスワードは●●●●'],
    ['暗証番号１２３４', '暗証番号●●●●'],
    ['密码是abc123', '密码是●●●●'],
    ['كلمة المرور هي abc123', 'كلمة المرور هي ●●●●'],
    ['הסיסמה היא abc123', 'הסיסמה היא ●●●●'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '●●●● ٤٢٤٢'],
    ['use sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'use ●●●●'],
    ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '●●●●'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln', '●●●●'],
    ['4242 4242 4242 4242 123 and password: xyz', '●●●● 4242 123 and password: ●●●●'],
  ])('masks %s', (text, masked) => {
    expect(maskSensitive(text)).toBe(masked);
  });

  it.each([
    'Where is my order 424242424242424242424242?',
    'Order 1234567890123456, please',
    'Call me: +49 1512 3456789',
    'My password is not working',
    'Password: how do I reset it?',
    'The password is case-sensitive',
    'A spin: fast',
    'DE89 3704 0044 0532 0130 01',
    'DE8937040044053201300',
    'XX82 WEST 1234 5698 7654 32',
    'risk-management-of-all-things-2024',
    '4242 4242 4242 4243',
    'x4242424242424242',
  ])('leaves %s alone', (text) => {
    expect(maskSensitive(text)).toBe(text);
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

  it('finds nothing in a masked text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSensitive(maskSensitive(text))).toEqual([]);
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
      fc.property(card, fc.stringMatching(/^[a-z ]{0,20}$/), (digits, words) => {
        expect(digits).toBeDefined();
        expect(maskSensitive(`${words}: ${digits} ${words}`)).toBe(
          `${words}: ●●●● ${digits?.slice(-4)} ${words}`,
        );
      }),
    );
  });
});
