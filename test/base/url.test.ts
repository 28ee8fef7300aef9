import { expect, it } from 'vitest';
import { parseUrl } from '../../src/base/url.ts';

it('reads a URL with a letter that is not of ASCII as well the ten-thousandth time', () => {
  const hosts = new Set(
    Array.from({ length: 10_000 }, () => parseUrl('https://b\u00fccher.example/hook')?.host),
  );
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});

it.each(['', 'example.com', '/path', 'https://', 'https://[::1', 'https://999.1.1.1'])(
  '%j is no URL',
  (text) => {
    expect(parseUrl(text)).toBeUndefined();
  },
);
