import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlainText, firstWords, plainText } from '../../src/text/plain-text.ts';
import { anything } from './support/arbitrary-markdown.ts';
import { render } from './support/markdown.ts';

describe('the plain text of Markdown', () => {
  it.each([
    ['**Open** until _six_.', 'Open until six.'],
    ['# Hours\n\n- Monday\n- Tuesday\n> late', 'Hours\nMonday\nTuesday\nlate'],
    ['1. one\n   - two', 'one\ntwo'],
    ['See [our page](https://shop.example/hours), please.', 'See our page, please.'],
    [
      'See https://shop.example/a_b and <https://shop.example>',
      'See https://shop.example/a_b and https://shop.example',
    ],
    ['one<br>two\\\nthree', 'one\ntwo\nthree'],
    ['a <b>bold</b> word and an <unknown> one', 'a bold word and an <unknown> one'],
    ['<p>One</p> two', 'One\n two'],
    ['2*3 = 6, 2 * 3 = 6, snake_case and 5 > 3', '2*3 = 6, 2 * 3 = 6, snake_case and 5 > 3'],
    ['![A lamp](https://cdn.example/lamp.png) ![B](data:x)', 'A lamp B'],
    ['[not a link] (really)', '[not a link] (really)'],
    ['**never closed', '**never closed'],
    ['`a*b` and\n```js\nx = 1;\n\ny = 2;\n```\nend', 'a*b and\nx = 1;\n\ny = 2;\nend'],
    ['|a|b|\n|:-|-:|\n|1|2|\n\nc', 'a b\n1 2\nc'],
    ['a\n\n---\n\nb', 'a\nb'],
    ['- [x] done', '☑  done'],
    ['\u202emoc.knab', '\u2067moc.knab'],
    ['', ''],
  ])('the plain text of %j is %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it('plain text has the characters of its rendering, but for spaces', () => {
    const letters = (text: string) => text.replace(/\s+/g, '');
    fc.assert(
      fc.property(anything, (markdown) => {
        const root = render(markdown);
        for (const button of root.querySelectorAll('button'))
          button.replaceWith(button.querySelector('span')?.textContent ?? '');
        for (const image of root.querySelectorAll('img')) image.replaceWith(image.alt);
        expect(letters(plainText(markdown))).toBe(letters(root.textContent));
      }),
    );
  });

  it('grows only at its end, however the text is split', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 9 }), (markdown, size) => {
        const text = createPlainText();
        let taken = '';
        for (let at = 0; at < markdown.length; at += size) {
          text.write(markdown.slice(at, at + size));
          taken += text.take();
        }
        text.end();
        expect(taken + text.take()).toBe(plainText(markdown));
      }),
    );
  });
});

it('the first words of a text are its beginning in one line', () => {
  expect(firstWords('# Hours\n\n- Monday\n- <b>Tuesday</b>')).toBe('Hours Monday Tuesday');
  expect(firstWords('word '.repeat(10_000)).length).toBeLessThan(401);
});
