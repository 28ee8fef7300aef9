import { describe, expect, it } from 'vitest';
import { html, REL, render, streaming } from './support/markdown.ts';

const link = (url: string, text: string) =>
  `<a href="${new URL(url).href}" title="${new URL(url).host}" ${REL}>${text}</a>`;
/** A link whose text is its URL. */
const bare = (url: string) => `<a href="${new URL(url).href}" ${REL}>${url}</a>`;

describe('inline Markdown', () => {
  it.each([
    ['***both***', '<strong><em>both</em></strong>'],
    ['___both___', '<strong><em>both</em></strong>'],
    ['**a *b** c', '<strong>a *b</strong> c'],
    ['*it**bold**it*', '<em>it<strong>bold</strong>it</em>'],
    ['un**believ**able, 这是**粗体**文字', 'un<strong>believ</strong>able, 这是<strong>粗体</strong>文字'],
    ['**Title: **text', '<strong>Title: </strong>text'],
    ['2*3*4 and foo*bar*baz', '2*3*4 and foo*bar*baz'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['_a_b_ __a__b__', '<em>a_b</em> <strong>a__b</strong>'],
    ['*a\nb*', '<em>a<br>b</em>'],
    ['****a****', '****a****'],
    ['~a~ ~~~~', '~a~ ~~~~'],
    ['`` `a` `` and ` b `', '<code>`a`</code> and <code>b</code>'],
    ['`*a* [b](c) <b> \\`', '<code>*a* [b](c) &lt;b&gt; \\</code>'],
    ['a``b`c', 'a``b`c'],
  ])('renders the marks of %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['[a](https://x.example/a_(b))', link('https://x.example/a_(b)', 'a')],
    ['[a]( https://x.example )', link('https://x.example', 'a')],
    ['[a](<https://x.example> "t")', link('https://x.example', 'a')],
    ['[*a* `b`](https://x.example)', link('https://x.example', '<em>a</em> <code>b</code>')],
    ['[[1]](https://x.example)', link('https://x.example', '[1]')],
    ['[a\nb](https://x.example)', link('https://x.example', 'a<br>b')],
    ['[https://x.example](https://y.example)', link('https://y.example', 'https://x.example')],
    [
      '[a [b](https://x.example)](https://y.example)',
      `[a ${link('https://x.example', 'b')}](https://y.example)`,
    ],
    ['[a] (b) [c][d] []', '[a] (b) [c][d] []'],
    ['[a](https://x.example\n', '[a](https://x.example'],
    ['![a **b**][c', '![a <strong>b</strong>][c'],
  ])('renders the links of %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['(https://x.example/a)', `(${bare('https://x.example/a')})`],
    ['https://x.example/a_(b), c', `${bare('https://x.example/a_(b)')}, c`],
    ['**https://x.example**', `<strong>${bare('https://x.example')}</strong>`],
    ['_https://x.example/a_b_', `<em>${bare('https://x.example/a_b')}</em>`],
    ['http://x.example?!', `${bare('http://x.example')}?!`],
    ['xhttps://x.example, "https://x.example"', 'xhttps://x.example, "https://x.example"'],
    ['https://X.example', link('https://x.example', 'https://X.example')],
    ['https:// http:/a hhttps', 'https:// http:/a hhttps'],
  ])('finds the URL in %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['a\\\\b \\# \\a \\', 'a\\b # \\a \\'],
    ['\\[a](b) \\![c] \\<b> \\`d`', '[a](b) ![c] <b> `d`'],
    ['&amp; &lt;b&gt;', '&amp; &lt;b&gt;'],
    ['![a](b', '![a](b'],
  ])('renders the escapes of %j', (text, expected) => {
    expect(render(text).textContent).toBe(expected);
  });

  it.each([
    ['\u200fa \u202eb\u202c', '\u200fa \u2067b\u2069'],
    ['\u202aa\u202c \u202bb\u202c \u202dc\u202c', '\u2066a\u2069 \u2067b\u2069 \u2066c\u2069'],
    ['`\u202ea`', '\u2067a'],
  ])('S-32: isolates in %j what would be embedded or overridden', (text, expected) => {
    expect(render(text).textContent).toBe(expected);
  });

  it.each([
    ['https://x.example/\u202eb', `${bare('https://x.example/')}\u2067b`],
    ['https://x.example/a\u2068b', `${bare('https://x.example/a')}\u2068b`],
    ['https://x.example\u061c/b', `${bare('https://x.example')}\u061c/b`],
    ['\u2066https://x.example\u2069', `\u2066${bare('https://x.example')}\u2069`],
    ['\u200fhttps://x.example\u200e', `\u200f${bare('https://x.example')}\u200e`],
  ])('S-32: ends the URL at the direction control in %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['[https://x.example/a](https://x.example/b)', ''],
    ['<a href="https://x.example">https://x.example</a>', ''],
    ['[a@x.example](mailto:a@x.example)', ''],
    ['[+44 20 7946 0000](tel:+442079460000)', ''],
    ['https://x.example/\u05d0', 'x.example'],
    ['https://x.exampIe', 'x.exampie'],
    ['https://\u0430.example/xn--80a.example', 'xn--80a.example'],
    ['[x.example](https://x.example)', 'x.example'],
    ['[https://x.example.y.example](https://x.example)', 'x.example'],
    ['[https://x.example:80](https://x.example)', 'x.example'],
    ['[https://x.example\u202e/b](https://x.example)', 'x.example'],
    ['<a href="https://y.example">https://x.example</a>', 'y.example'],
    ['[a@x.example](mailto:b@y.example?cc=c)', 'b@y.example'],
    ['[0800 123](tel:+900555)', '+900555'],
    ['[0800 123\u202e](tel:0800123)', '0800123'],
  ])('S-27, S-32: shows behind the link of %j where it leads, unless its text says so', (text, target) => {
    expect(render(text).querySelector('a')?.title).toBe(target);
  });

  // M-6.25
  it.each([
    ['<B>a</b> <strong >b</STRONG>', '<b>a</b> <strong>b</strong>'],
    ['<b>never closed', '<b>never closed</b>'],
    ['<b>**a</b> b', '<b>**a</b> b'],
    ['**<i>a** b', '<strong><i>a</i></strong> b'],
    ['<ul><li>a<br/>b</li></ul>', '<ul><li>a<br>b</li></ul>'],
    ['<br>https://x.example', `<br>${bare('https://x.example')}`],
    ['<a>b</a>', '<a>b</a>'],
    ['a <b and *c*', 'a &lt;b and <em>c</em>'],
    ['<bb> <table> <!-- a -->', '&lt;bb&gt; &lt;table&gt; &lt;!-- a --&gt;'],
  ])('renders the tags of %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['a **bol', '<p>a <strong>bol</strong></p>'],
    ['a [link', '<p>a <a>link</a></p>'],
    ['a `cod', '<p>a <code>cod</code></p>'],
    ['a **', '<p>a </p>'],
    ['see https://x.exa', '<p>see </p>'],
    ['[ab](https://x.exa', '<p><a>ab</a></p>'],
    ['a line\n', '<p>a line</p>'],
  ])('renders the unfinished text %j up to what is undecided', (text, expected) => {
    expect(streaming(text)).toBe(expected);
  });

  it('waits for the second half of an emoji', () => {
    expect(streaming('a😀'.slice(0, -1))).toBe('<p>a</p>');
  });
});
