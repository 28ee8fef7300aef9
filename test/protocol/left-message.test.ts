import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isContact, MAX_CONTACT } from '../../src/protocol/left-message.ts';

describe('M-14.19: the contact of a message', () => {
  it.each([
    'mia@example.com',
    'm.o+shop@mail.example.co.uk',
    'δοκιμή@παράδειγμα.ελ',
    '+49 (0)30 / 901820-0',
    '٠٣٠١٢٣٤٥',
    '1 23 45',
  ])('%s is one', (text) => expect(isContact(text)).toBe(true));

  it.each([
    '',
    'mia',
    'mia@example',
    '@example.com',
    'mia@.com',
    'mia@example.com,eve@example.com',
    'mia @example.com',
    'mia@example.com\nBcc: eve@example.com',
    'mia@exam\u202eple.com',
    '12 34',
    '+-()',
    `${'1'.repeat(MAX_CONTACT)}1`,
  ])('%j is none', (text) => expect(isContact(text)).toBe(false));

  it('no text with a control character, and none with two addresses, in linear time', () => {
    const part = fc.constantFrom('a', '@', '.', ' ', '1', '+', '-', '(', '\n', '\u202e', 'é', '٣', ',');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 300 }).map((parts) => parts.join('')),
        (text) => {
          if (!isContact(text)) return;
          expect(text).not.toMatch(/[\n\u202e]|@.*@/);
          expect(text.length).toBeLessThanOrEqual(MAX_CONTACT);
        },
      ),
    );
    expect(isContact(`a@${'a.'.repeat(50_000)}`)).toBe(false);
  });
});
