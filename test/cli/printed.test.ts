import { describe, expect, it } from 'vitest';
import { leaks } from '../printed.mjs';

describe('the search for leaked secrets in the output of the tests', () => {
  it('finds secrets that tests have noted, and replaces them in its report', () => {
    const text = 'ok\nconnecting with s3cret-of-the-shop now\nok again';
    expect(leaks(text, ['s3cret-of-the-shop', 'other-secret-of-a-test', ''])).toEqual([
      'connecting with [secret] now',
    ]);
  });

  it.each([
    [
      'a token of the platform',
      `token ${['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'c2lnbmF0dXJl'].join('.')}`,
    ],
    ['a token in an address', `GET /ws?access_token=${'a'.repeat(20)}`],
    ['a canary', `left: ${['CNRY', 'connector', '4f1d7c0a9b3e5d86'].join('-')}`],
    ['a key in a header', `authorization: Bearer ${'k'.repeat(32)}`],
  ])('finds %s by its pattern', (_, line) => {
    expect(leaks(line, [])).toHaveLength(1);
  });

  it.each(['refuses the key CNRY-no', 'access_token=[secret]', 'Bearer realm', 'eyJust.a.word'])(
    'ignores %s',
    (line) => {
      expect(leaks(line, ['short'])).toEqual([]);
    },
  );
});
