import { describe, expect, it } from 'vitest';
import { withoutMarks } from '../../../src/widget/transcript/far-text.ts';

describe('the text of a far message', () => {
  it.each([
    ['a **bold** and a `quoted` word', 'a bold and a quoted word'],
    ['# Title\n\n- one\n- two\n> three', 'Title\n\none\ntwo\nthree'],
    ['see [our terms](https://shop.example/terms), please', 'see our terms, please'],
    ['![a lamp](https://shop.example/lamp.png)', 'a lamp'],
    ['2 * 3 = 6 and snake_case', '2 * 3 = 6 and snake_case'],
    ['*really* important, ***very***', 'really important, very'],
    ['2*3 = 6', '2*3 = 6'],
    ['[not a link] (really)', '[not a link] (really)'],
  ])('%j reads %j', (markdown, text) => {
    expect(withoutMarks(markdown)).toBe(text);
  });

  it('S-32: turns no text around', () => {
    expect(withoutMarks('\u202emoc.knab')).toBe('\u2067moc.knab');
  });
});
