import { describe, expect, it } from 'vitest';
import { linkUrl, telUrl } from '../../src/text/links.ts';
import { imageUrl } from '../../src/text/urls.ts';

describe('URLs of the platform', () => {
  it.each([
    ['https://shop.example/a', { href: 'https://shop.example/a', host: 'shop.example' }],
    ['http://shop.example', { href: 'http://shop.example/', host: 'shop.example' }],
    ['https:\\\\evil.example', { href: 'https://evil.example/', host: 'evil.example' }],
    ['https://bücher.example', { href: 'https://xn--bcher-kva.example/', host: 'xn--bcher-kva.example' }],
    ['mailto:help@shop.example', { href: 'mailto:help@shop.example', host: '' }],
    [
      'mailto:a@shop.example?body=x&Subject=My%20order&cc=b@evil.example',
      { href: 'mailto:a@shop.example?Subject=My%20order', host: '' },
    ],
    [
      'mailto:a@shop.example?cc=b@evil.example&xsubject=y#subject=z',
      { href: 'mailto:a@shop.example', host: '' },
    ],
    ['tel:+44 20 7946 0000', { href: 'tel:+442079460000', host: '' }],
  ])('follows the URL %j', (text, link) => {
    expect(linkUrl(text)).toEqual(link);
  });

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '//evil.example',
    '/path',
    'shop.example',
    'https://user:pass@shop.example',
    'tel:12',
    'tel:%E0%A4%A',
    'tel:*21*00#',
    '',
  ])('refuses to follow the URL %j', (text) => {
    expect(linkUrl(text)).toBeUndefined();
  });

  it.each([
    ['+44 (0)20 7946-0000', 'tel:+4402079460000'],
    ['112', 'tel:112'],
    ['12', undefined],
    ['0800 CALL NOW', undefined],
    ['1234567890123456', undefined],
    ['+1;ext=2', undefined],
  ])('makes a tel: URL of the phone number %j', (number, url) => {
    expect(telUrl(number)).toBe(url);
  });

  it.each([
    ['https://img.example/a.png', 'https://img.example/a.png'],
    ['http://127.0.0.1:8080/a.png', 'http://127.0.0.1:8080/a.png'],
    ['http://img.example/a.png', undefined],
    ['data:image/png;base64,AA', undefined],
    ['javascript:alert(1)', undefined],
  ])('loads the image %j', (text, href) => {
    expect(imageUrl(text)?.href).toBe(href);
  });
});
