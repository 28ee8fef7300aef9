import { describe, expect, it } from 'vitest';
import { parseOrigin, ruleFor } from '../../src/relay/http/origins.ts';

function isAllowed(entry: string, origin: string): boolean | string {
  const rule = parseOrigin(entry);
  return rule.ok ? ruleFor([rule.value], origin) === rule.value : rule.error;
}

describe('origins', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com', true],
    ['https://Shop.Example.com:443/', 'https://shop.example.com', true],
    ['https://shop.example.com:8443', 'https://shop.example.com:8443', true],
    ['https://shop.example.com:8443', 'https://shop.example.com', false],
    ['https://bücher.example', 'https://xn--bcher-kva.example', true],
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['http://localhost:3000', 'http://localhost:3001', false],
    ['http://127.0.0.1:8081', 'http://127.0.0.1:8081', true],
    ['http://[::1]:8081', 'http://[::1]:8081', true],
    ['*.example.com', 'https://a.example.com', true],
    ['https://*.Example.com', 'https://a.b.example.com', true],
    ['*.example.com:8443', 'https://a.example.com:8443', true],
    ['*.example.com:8443', 'https://a.example.com', false],
    ['*.example.com:443', 'https://a.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['*.example.com', 'http://a.example.com', false],
    ['*.example.com', 'https://aexample.com', false],
    ['*.example.com', 'https://a.example.com.evil.example', false],
  ])('the entry %s and the page %s: %s', (entry, origin, outcome) => {
    expect(isAllowed(entry, origin)).toBe(outcome);
  });

  it.each([
    '',
    '*',
    'https://*',
    '*.com',
    'http://*.example.com',
    'https://a.*.example.com',
    'https://shop-*.example.com',
    'shop.example.com',
    'http://shop.example.com',
    'http://127.0.0.1.evil.example',
    'https://shop.example.com/path',
    'https://shop.example.com?x=1',
    'https://user:secret@shop.example.com',
    'ftp://shop.example.com',
    'null',
    'javascript:alert(1)',
  ])('refuses the entry %s', (entry) => {
    expect(parseOrigin(entry).ok).toBe(false);
  });
});
