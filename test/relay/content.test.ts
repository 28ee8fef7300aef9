import { describe, expect, it } from 'vitest';
import { chooseEncoding } from '../../src/relay/pages/content.ts';

describe('content encoding', () => {
  it.each([
    [null, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['deflate', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br; q=0.000, gzip; q=0', 'identity'],
    ['br;q=0.5', 'br'],
    ['brotli', 'identity'],
    [' br ; q=1', 'br'],
    ['br ; q=0 ; x, gzip', 'gzip'],
  ])('chooses the encoding for Accept-Encoding %j: %s', (accept, encoding) => {
    expect(chooseEncoding(accept)).toBe(encoding);
  });
});
