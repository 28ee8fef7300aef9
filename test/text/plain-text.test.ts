import { expect, it } from 'vitest';
import { plainText } from '../../src/text/plain-text.ts';

it.each([
  ['**Open** until _six_.', 'Open until six.'],
  ['# Hours\n\n- Monday\n- Tuesday', 'Hours Monday Tuesday'],
  ['See [our page](https://shop.example/hours).', 'See our page.'],
  ['one<br>two', 'one two'],
  ['snake_case and 5 > 3', 'snake_case and 5 > 3'],
  ['![A lamp](https://cdn.example/lamp.png)', 'A lamp'],
  ['', ''],
])('the plain text of %j is %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});

it('the plain text of a long text is its beginning', () => {
  expect(plainText('word '.repeat(10_000)).length).toBeLessThan(401);
});
