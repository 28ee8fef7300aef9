import { describe, expect, it } from 'vitest';
import { chooseEncoding, contentWith } from '../../src/relay/pages/content.ts';

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

  it('compresses equal contents once, and forgets the oldest of many', async () => {
    const compressed: string[] = [];
    const createContent = contentWith({
      br: async (bytes) => {
        compressed.push(new TextDecoder().decode(bytes));
        return bytes;
      },
      gzip: async (bytes) => bytes,
    });
    const request = new Request('https://relay.example/', { headers: { 'Accept-Encoding': 'br' } });
    const serve = async (text: string) => (await createContent(text, {}).respond(request)).text();
    expect([await serve('first'), await serve('first')]).toEqual(['first', 'first']);
    expect(compressed).toEqual(['first']);
    for (let at = 0; at < 200; at += 1) await serve(`${at}`);
    await serve('199');
    await serve('first');
    expect(compressed).toEqual(['first', ...Array.from({ length: 200 }, (_, at) => `${at}`), 'first']);
  });
});
