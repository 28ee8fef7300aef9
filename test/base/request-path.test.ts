import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainPath } from '../../src/base/request-path.ts';

const UNRESERVED = /^[\w.~-]$/;
const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

describe('the path of a request (S-105)', () => {
  it.each([
    '/',
    '*',
    '/chat/sessions?next=//a/../%2e%2f%5c\\',
    '/assets/panel-a1.js',
    '/a/...',
    '/a/..b/.c/d./e..',
    '/admin/v1/conversations/a%20b%C3%A9%3A',
    'http://relay.example/chat',
    'http://relay.example',
  ])('accepts %s as a plain path', (target) => {
    expect(isPlainPath(target)).toBe(true);
  });

  it.each([
    '/chat/../admin/openapi.json',
    '/chat/./sessions',
    '/chat/..',
    '/..?a',
    '/chat/%2e%2e/admin',
    '/chat/.%2E/admin',
    '/chat%2Fsessions',
    '/chat%2fsessions',
    '/chat%5csessions',
    '/chat%5Csessions',
    '/chat\\..\\admin',
    '//chat/sessions',
    '/chat//sessions',
    '/admin/v1/%61lerts',
    '/%7Euser',
    '/chat#/../admin',
    'http://relay.example//chat',
    'http://relay.example/chat/../admin',
  ])('refuses %s as a path that is not plain', (target) => {
    expect(isPlainPath(target)).toBe(false);
  });

  it('refuses an escaped unreserved character, slash or backslash, in either case', () => {
    const refused = ASCII.filter((character) => !isPlainPath(`/a/${escaped(character)}/b`));
    const upper = ASCII.filter((character) => !isPlainPath(`/a/${escaped(character).toUpperCase()}/b`));
    const expected = ASCII.filter(
      (character) => UNRESERVED.test(character) || character === '/' || character === '\\',
    );
    expect([refused, upper]).toEqual([expected, expected]);
  });

  it('a plain path reads the same after URL parsing and decoding', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5C',
      '%61',
      '%20',
      'admin',
      'chat',
      '#',
      '?',
    );
    const targets = fc.string({ unit: piece, maxLength: 12 }).map((item) => `/${item}`);
    fc.assert(
      fc.property(targets, (target) => {
        if (!isPlainPath(target)) return;
        const [path] = target.split('?', 1);
        const parsed = new URL(`http://relay.example${target}`).pathname;
        expect(parsed).toBe(path);
        // Nothing that routes are made of has been escaped.
        expect(decodeURIComponent(parsed).replaceAll(' ', '%20')).toBe(path);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts segments as programs escape them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const segment = encodeURIComponent(id);
        const unclear = /[/\\]/.test(id) || id === '.' || id === '..';
        expect(isPlainPath(`/admin/v1/conversations/${segment}`)).toBe(!unclear);
      }),
    );
  });
});
