import { describe, expect, it } from 'vitest';
import { cookieValue } from '../../src/relay/http/cookie-value.ts';

const NAME = '__Host-foyer-console';
const bytes = Array.from({ length: 255 }, (_, at) => String.fromCharCode(at + 1));

describe('S-131: a cookie', () => {
  it.each([
    ['alone', `${NAME}=own`],
    ['behind others', `a=1; b=2;\t ${NAME}=own`],
    ['before others', `${NAME}=own ;a=1`],
    ['beside longer names', `${NAME}2=x; x${NAME}=y; ${NAME}=own`],
  ])('S-131: reads a cookie %s', (_, cookies) => {
    expect(cookieValue(NAME, cookies)).toBe('own');
  });

  it('S-131: ignores a cookie whose name has another byte before, behind or inside', () => {
    const found = bytes.flatMap((byte) =>
      [`${byte}${NAME}=evil`, `${NAME}${byte}=evil`, `${NAME.slice(0, 9)}${byte}${NAME.slice(9)}=evil`]
        .filter((cookies) => cookieValue(NAME, cookies) !== undefined)
        .map((cookies) => JSON.stringify(cookies)),
    );
    // The only bytes that may stand around a pair, and those that end the name or another pair.
    expect(found).toEqual([`"\\t${NAME}=evil"`, `" ${NAME}=evil"`, `";${NAME}=evil"`, `"${NAME}==evil"`]);
  });

  it('S-131: ignores a cookie beside another one of that name', () => {
    for (const byte of bytes.filter((it) => '\t ;'.includes(it)))
      expect(cookieValue(NAME, `${byte}${NAME}=evil; ${NAME}=own`)).toBeUndefined();
    expect(cookieValue(NAME, `\xa0${NAME}=evil; ${NAME}=own`)).toBe('own');
  });
});
