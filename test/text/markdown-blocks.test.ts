import { describe, expect, it } from 'vitest';
import { html, render, streaming } from './support/markdown.ts';

const table = (head: string, body = '') =>
  `<div class="table"><table><thead><tr>${head}</tr></thead>${body && `<tbody>${body}</tbody>`}</table></div>`;

const to = (alignment: string) => ` style="text-align: ${alignment};"`;

describe('the blocks of Markdown', () => {
  it.each([
    ['- a\n  - b\n    - c\n- d', '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>'],
    ['1. a\n   - b\n2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
    ['1. a\n  - b\n2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
    ['1. a\n    - b\n        - c', '<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ol>'],
    ['- a\n - b', '<ul><li>a</li><li>b</li></ul>'],
    ['- a\n\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['* a\n+ b', '<ul><li>a</li><li>b</li></ul>'],
    ['1) a\n2) b', '<ol><li>a</li><li>b</li></ol>'],
    ['7. a\n8. b', '<ol start="7"><li>a</li><li>b</li></ol>'],
    ['- a\n1. b', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
    ['- a\nstill a\n\nno more', '<ul><li>a<br>still a</li></ul><p>no more</p>'],
    ['1. a\n\n   more of a\n\n2. b', '<ol><li>a<p>more of a</p></li><li>b</li></ol>'],
    ['- \n- b', '<ul><li></li><li>b</li></ul>'],
    [
      '- [x] a\n- [X] b\n- [ ]c',
      '<ul><li><span>☑ </span> a</li><li><span>☑ </span> b</li><li>[ ]c</li></ul>',
    ],
    ['- # a\n- > b', '<ul><li><h3>a</h3></li><li><blockquote><p>b</p></blockquote></li></ul>'],
    ['-', '<p>-</p>'],
    ['1.\tone\n2.\ttwo', '<ol><li>one</li><li>two</li></ol>'],
    ['-\ta\n\t-\tb', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['-\t[x]\ta', '<ul><li><span>☑ </span> a</li></ul>'],
    ['We are closed until the\n24. December', '<p>We are closed until the<br>24. December</p>'],
    ['**a\n2) b**', '<p><strong>a<br>2) b</strong></p>'],
    ['- a\n  24. b', '<ul><li>a<br>24. b</li></ul>'],
    ['> a\n> 24. b', '<blockquote><p>a<br>24. b</p></blockquote>'],
    ['a\n1. b\n3. c', '<p>a</p><ol><li>b</li><li>c</li></ol>'],
    ['- a\n2. b', '<ul><li>a</li></ul><ol start="2"><li>b</li></ol>'],
    ['+44 20 7946 0000', '<p>+44 20 7946 0000</p>'],
    ['3.5 stars', '<p>3.5 stars</p>'],
  ])('renders the lists of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['> a\nb', '<blockquote><p>a<br>b</p></blockquote>'],
    ['> a\n>\n> b', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['> a\n\n> b', '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>'],
    ['> a\n> > b\n> c', '<blockquote><p>a</p><blockquote><p>b<br>c</p></blockquote></blockquote>'],
    ['>> a', '<blockquote><blockquote><p>a</p></blockquote></blockquote>'],
    ['> - a\n>   - b', '<blockquote><ul><li>a<ul><li>b</li></ul></li></ul></blockquote>'],
    ['> ```\n> a\n> ```\n> b', '<blockquote><pre><code>a</code></pre><p>b</p></blockquote>'],
    ['> ```\n> a\nb', '<blockquote><pre><code>a</code></pre></blockquote><p>b</p>'],
    ['- a\n  > b', '<ul><li>a<blockquote><p>b</p></blockquote></li></ul>'],
  ])('renders the quotations of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['```\na\n\n  b\n```\nc', '<pre><code>a\n\n  b</code></pre><p>c</p>'],
    ['~~~ sh\na\n~~~', '<pre><code>a</code></pre>'],
    ['````\n```\n`````', '<pre><code>```</code></pre>'],
    ['```\n```js\n```', '<pre><code>```js</code></pre>'],
    ['```\na ``` b\n~~~\n```', '<pre><code>a ``` b\n~~~</code></pre>'],
    ['```\na\\\n-\tb\n```', '<pre><code>a\\\n-\tb</code></pre>'],
    ['```\n- *a* <b>\n# b\n> c\n```', '<pre><code>- *a* &lt;b&gt;\n# b\n&gt; c</code></pre>'],
    [
      '```\nall:\n\techo a\n\n \t\techo b\tc\n```',
      '<pre><code>all:\n\techo a\n\n \t\techo b\tc</code></pre>',
    ],
    ['- a\n  ```\n  all:\n  \techo\n  ```', '<ul><li>a<pre><code>all:\n\techo</code></pre></li></ul>'],
    ['\ta:\n\t\tb', '<pre><code>a:\n\tb</code></pre>'],
    ['```\nnever closed', '<pre><code>never closed</code></pre>'],
    ['   ```\n   a\n     b\n   ```', '<pre><code>a\n  b</code></pre>'],
    [
      '1. a\n   ```js\n   b\n     c\n   ```\n2. d',
      '<ol><li>a<pre><code>b\n  c</code></pre></li><li>d</li></ol>',
    ],
    ['1. a\n   ```\nb\n   ```\n2. c', '<ol><li>a<pre><code>b</code></pre></li><li>c</li></ol>'],
    ['``` a`b', '<p>``` a`b</p>'],
    ['```code``` a', '<p><code>code</code> a</p>'],
    ['    a\n      b\n\n    c\nd', '<pre><code>a\n  b\n\nc</code></pre><p>d</p>'],
    ['\ta', '<pre><code>a</code></pre>'],
    ['a\n    b', '<p>a<br>b</p>'],
  ])('renders the code blocks of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['|a|b|\n|-|-|\n|1||', table('<th>a</th><th>b</th>', '<tr><td>1</td><td></td></tr>')],
    [
      '|a|b|c|d|\n|:-|:-:|--:|-|\n|1|2|3|4|5|',
      table(
        `<th>a</th><th${to('center')}>b</th><th${to('right')}>c</th><th>d</th>`,
        `<tr><td>1</td><td${to('center')}>2</td><td${to('right')}>3</td><td>4</td><td>5</td></tr>`,
      ),
    ],
    ['|a|\n|--:|\n\n|b|\n|---|', `${table(`<th${to('right')}>a</th>`)}${table('<th>b</th>')}`],
    ['| a | \n|---| \n| b | ', table('<th> a </th>', '<tr><td> b </td></tr>')],
    ['| a\n|---\n| b\n| c', table('<th> a</th>', '<tr><td> b</td></tr><tr><td> c</td></tr>')],
    ['| a |\n| b |', table('<th> a </th>', '<tr><td> b </td></tr>')],
    ['| a |\nb', `${table('<th> a </th>')}<p>b</p>`],
    ['a\n| b |\n\nc', `<p>a</p>${table('<th> b </th>')}<p>c</p>`],
    ['|a\\|b|`c|d`|', table('<th>a|b</th><th><code>c|d</code></th>')],
    ['| **a | b** |', table('<th> **a </th><th> b** </th>')],
    [
      '- a\n  | b |\n  |---|\n  | c |',
      `<ul><li>a${table('<th> b </th>', '<tr><td> c </td></tr>')}</li></ul>`,
    ],
    ['a | b\n---|---', '<p>a | b<br>---|---</p>'],
  ])('renders the tables of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['###### a', '<h6>a</h6>'],
    ['####### a', '<p>####### a</p>'],
    ['#a', '<p>#a</p>'],
    ['##\tHead', '<h4>Head</h4>'],
    ['## Returns ##\ntext', '<h4>Returns</h4><p>text</p>'],
    ['## **a** #  ', '<h4><strong>a</strong></h4>'],
    ['# C# and F #s', '<h3>C# and F #s</h3>'],
    ['# a # #', '<h3>a #</h3>'],
    ['# a \\#', '<h3>a #</h3>'],
    ['## ##\n# #', '<h4></h4><h3></h3>'],
    ['Street 1\\\n12345 Town', '<p>Street 1<br>12345 Town</p>'],
    ['- a\\\n  b\\\n\nc\\', '<ul><li>a<br>b\\</li></ul><p>c\\</p>'],
    ['# a\\\nb', '<h3>a\\</h3><p>b</p>'],
    ['# **a\nb**', '<h3>**a</h3><p>b**</p>'],
    ['a\n---\nb', '<p>a</p><hr><p>b</p>'],
    ['* * *', '<hr>'],
    ['___\n', '<hr>'],
    ['--', '<p>--</p>'],
    ['- - a', '<ul><li><ul><li>a</li></ul></li></ul>'],
    ['a\n\n\n\nb', '<p>a</p><p>b</p>'],
    ['a\r\nb', '<p>a<br>b</p>'],
    ['\n \n', ''],
  ])('renders the headings, rules and paragraphs of %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each([
    ['- a\n- ', '<ul><li>a</li></ul>'],
    ['a\n', '<p>a</p>'],
    ['```\na\n``', '<pre><code>a</code></pre>'],
    ['| a | bc', table('<th> a </th><th> bc</th>')],
    ['| a |\n|--', table('<th> a </th>')],
  ])('keeps the undecided end of %j hidden', (text, expected) => {
    expect(streaming(text)).toBe(expected);
  });
});

describe('a scrollable block', () => {
  it.each(['```\ncode\n```', '| a |\n|---|\n| b |'])(
    'the scrollable block of %j can be reached by keyboard',
    (text) => {
      expect((render(text).firstElementChild as HTMLElement).tabIndex).toBe(0);
    },
  );
});
