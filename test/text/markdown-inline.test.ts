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
    ['2*3*4 and foo*bar*baz', '2*3*4 and foo*bar*baz'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['_a_b_ __a__b__', '<em>a_b</em> <strong>a__b</strong>'],
    ['*a\nb*', '<em>a<br>b</em>'],
    ['****a****', '****a****'],
    ['~a~ ~~~~', '~a~ ~~~~'],
    ['`` `a` `` and ` b `', '<code>`a`</code> and <code>b</code>'],
    ['`*a* [b](c) <b> \\`', '<code>*a* [b](c) &lt;b&gt; \\</code>'],
    ['a``b`c', 'a``b`c'],
    ['这是*强调*文字', '这是<em>强调</em>文字'],
    ['これは*重要*です', 'これは<em>重要</em>です'],
    ['이것은*중요*합니다', '이것은<em>중요</em>합니다'],
    ['นี่*สำคัญ*มาก', 'นี่<em>สำคัญ</em>มาก'],
    ['使用*API*接口', '使用<em>API</em>接口'],
    ['这是**“强调”**文字', '这是<strong>“强调”</strong>文字'],
    ['**强调。**文字', '<strong>强调。</strong>文字'],
    ['文件_名字_列表', '文件_名字_列表'],
    ['(*a*) "*b*" *c*, _d_.', '(<em>a</em>) "<em>b</em>" <em>c</em>, <em>d</em>.'],
    ['**"a"** and **(b)**.', '<strong>"a"</strong> and <strong>(b)</strong>.'],
    ['*...a* (**...b**)', '<em>...a</em> (<strong>...b</strong>)'],
    ['😀*a*😀 **🎉 b 🎉**', '😀<em>a</em>😀 <strong>🎉 b 🎉</strong>'],
    ['~~19 €~~ 15 €', '<s>19 €</s> 15 €'],
  ])('renders the marks of %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  // M-6.30: no mark begins before a space or ends behind one; notes stand before punctuation.
  it.each([
    'Free delivery*. *Over 50 €.',
    '19,99 €*, 29,99 €*',
    '(5 €)*, (6 €)*; "a"*, "b"*',
    '10 %**, 20 %**',
    '39元*，59元*',
    'Size M*, L* and S.',
    '5 *3 and 4 *2 = 8',
    '2 **3 and 4 **2',
    'Use *.txt and *.md files',
    '**Title: **text',
    'a * b *c',
    'a~~, b~~',
    'snake_case_name and _x',
  ])('keeps the marks of %j', (text) => {
    expect(html(text)).toBe(`<p>${text}</p>`);
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
    ['[a](https://x.example/a (b).pdf)', link('https://x.example/a%20(b).pdf', 'a')],
    ['[a](https://x.example (b))', link('https://x.example', 'a')],
    ['[a](https://x.example/user manual.pdf)', link('https://x.example/user%20manual.pdf', 'a')],
    ['[a](<https://x.example/user manual.pdf>)', link('https://x.example/user%20manual.pdf', 'a')],
    ["[a](<https://x.example/a b> 't')", link('https://x.example/a%20b', 'a')],
    ['[a](https://x.example/?b=1&amp;c=2)', link('https://x.example/?b=1&amp;c=2', 'a')],
    ['[a](https://x.example/b\\_c)', link('https://x.example/b_c', 'a')],
    ['[a](https://x.example/b_((c)))', link('https://x.example/b_((c))', 'a')],
    ['[a](HTTPS://x.example)', link('https://x.example', 'a')],
    ['<a href="https://x.example/a b?c=1&amp;d=2">a</a>', link('https://x.example/a%20b?c=1&amp;d=2', 'a')],
    ["<a class='b' href='https://x.example/a b'>a</a>", link('https://x.example/a%20b', 'a')],
    ['[a](https://x.example\n', '[a](https://x.example'],
    ['![a **b**][c', '![a <strong>b</strong>][c'],
  ])('renders the links of %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['[a](tel:0800 123 456)', 'tel:0800123456'],
    ['[a](tel:+49 30 1234567)', 'tel:+49301234567'],
    ['[a](tel:+44 (0)20 7946-0000)', 'tel:+4402079460000'],
    ['[a](<tel:0800 123 456>)', 'tel:0800123456'],
    ['<a href="tel:0800 123 456">a</a>', 'tel:0800123456'],
    ['[a](mailto:help@x.example?subject=Order 4711)', 'mailto:help@x.example?subject=Order%204711'],
  ])('leads from %j to the whole target', (text, href) => {
    expect(render(text).querySelector('a')?.getAttribute('href')).toBe(href);
  });

  // M-6.31: no word is lost where there is no link.
  it.each([
    '[Note](see below)',
    '[Note](note: see below)',
    'list[0](call) and [1](https)',
    '[Call](tel:0800 CALL NOW)',
    '[page](returns.html)',
    '[page](/returns "Title")',
    '[page](https://x.example "no end)',
    '[page]()',
    '[page](javascript:x)',
  ])('keeps all text of %j, because it is no link', (text) => {
    const root = render(text);
    expect([root.textContent, root.querySelector('[href]')]).toEqual([text, null]);
  });

  it('formats the words behind a label that is no link', () => {
    expect(html('[Note](see *below*)')).toBe('<p>[Note](see <em>below</em>)</p>');
  });

  it.each([
    ['(https://x.example/a)', `(${bare('https://x.example/a')})`],
    ['https://x.example/a_(b), c', `${bare('https://x.example/a_(b)')}, c`],
    ['**https://x.example**', `<strong>${bare('https://x.example')}</strong>`],
    ['_https://x.example/a_b_', `<em>${bare('https://x.example/a_b')}</em>`],
    ['http://x.example?!', `${bare('http://x.example')}?!`],
    [
      'xhttps://x.example, éhttps://x.example, 1https://x.example',
      'xhttps://x.example, éhttps://x.example, 1https://x.example',
    ],
    ['"https://x.example"', `"${bare('https://x.example')}"`],
    ['请访问 https://x.example/help。谢谢', `请访问 ${bare('https://x.example/help')}。谢谢`],
    ['网址：https://x.example/help', `网址：${bare('https://x.example/help')}`],
    [
      '[https://x.example] and [1: https://x.example/a',
      `[${bare('https://x.example')}] and [1: ${bare('https://x.example/a')}`,
    ],
    ['[<https://x.example>](see below)', `[${bare('https://x.example')}](see below)`],
    [
      '[a https://x.example *b*](https://y.example)',
      link('https://y.example', 'a https://x.example <em>b</em>'),
    ],
    ['[a <https://x.example>](https://y.example)', link('https://y.example', 'a https://x.example')],
    ['<a href="https://y.example">https://x.example</a>', link('https://y.example', 'https://x.example')],
    [
      '![https://x.example](https://img.example/a.png)',
      '<img alt="https://x.example" loading="lazy" decoding="async" referrerpolicy="no-referrer" src="https://img.example/a.png">',
    ],
    ['请访问https://x.example', `请访问${bare('https://x.example')}`],
    ['详见（https://x.example/help）。', `详见（${bare('https://x.example/help')}）。`],
    ['Link:https://x.example/a', `Link:${bare('https://x.example/a')}`],
    ['“https://x.example/a”说', `“${bare('https://x.example/a')}”说`],
    ['👉https://x.example/a', `👉${bare('https://x.example/a')}`],
    ['a=https://x.example/a/https://b', `a=${bare('https://x.example/a/https://b')}`],
    ['https://x.example/a،', `${bare('https://x.example/a')}،`],
    [
      'https://x.example/北京',
      `<a href="${new URL('https://x.example/北京').href}" ${REL}>https://x.example/北京</a>`,
    ],
    [
      'https://x.example/?a=1&amp;b=2',
      `<a href="https://x.example/?a=1&amp;b=2" ${REL}>https://x.example/?a=1&amp;amp;b=2</a>`,
    ],
    ['**https://x.example/a_** b', `<strong>${bare('https://x.example/a')}_</strong> b`],
    ['Https://x.example', link('https://x.example', 'Https://x.example')],
    ['See <https://x.example/a>.', `See ${bare('https://x.example/a')}.`],
    ['<https://x.example is no tag', `&lt;${bare('https://x.example')} is no tag`],
    ['<https://x.example/a *b*>', `&lt;${bare('https://x.example/a')} <em>b</em>&gt;`],
    ['https://X.example', link('https://x.example', 'https://X.example')],
    ['https:// http:/a hhttps', 'https:// http:/a hhttps'],
  ])('finds the URL in %j', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['Write to <help@x.example>', 'mailto:help@x.example', 'help@x.example'],
    ['<4711@shop.x.example>', 'mailto:4711@shop.x.example', '4711@shop.x.example'],
    ['<mailto:help@x.example>', 'mailto:help@x.example', 'mailto:help@x.example'],
    ['<tel:+44-20-7946-0000>', 'tel:+442079460000', 'tel:+44-20-7946-0000'],
  ])('finds the address in %j', (text, href, label) => {
    const link = render(text).querySelector('a');
    expect([link?.getAttribute('href'), link?.textContent]).toEqual([href, label]);
  });

  it.each([
    '<help@localhost>',
    '<ftp://x.example>',
    '<tel:12>',
    '<javascript:x>',
    '5 <6 and <3',
    '<https://u:p@x.example>',
  ])('finds no address in %j', (text) => {
    const root = render(text);
    expect([root.textContent, root.querySelector('a')]).toEqual([text, null]);
  });

  it.each([
    ['a\\\\b \\# \\a \\', 'a\\b # \\a \\'],
    ['\\[a](b) \\![c] \\<b> \\`d`', '[a](b) ![c] <b> `d`'],
    ['&amp; &lt;b&gt;', '&amp; &lt;b&gt;'],
    ['![a](b', '![a](b'],
    ['\\。 \\😀', '\\。 \\😀'],
    ['a\\\\\nb', 'a\\b'],
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
    ['[ab](see b', '<p>[ab](see b</p>'],
    ['a\\\n', '<p>a</p>'],
    ['# a ##', '<h3>a</h3>'],
    ['a line\n', '<p>a line</p>'],
  ])('renders the unfinished text %j up to what is undecided', (text, expected) => {
    expect(streaming(text)).toBe(expected);
  });

  it('waits for the second half of an emoji', () => {
    expect(streaming('a😀'.slice(0, -1))).toBe('<p>a</p>');
  });
});
