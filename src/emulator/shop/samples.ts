/** Samples of the Markdown that an agent may write (M-6.25), and of some more that a chat may meet. */
export const MARKDOWN_SAMPLE = `# Heading one

## Heading two

Plain text with **bold**, *italic*, ***both***, \`code\` and ~~struck~~ words.
A second line of the same paragraph.

- Lamps
  - Table lamps
  - Floor lamps
- Stools

1. Measure
2. Order
3. Enjoy

> Light is the first of the furniture.

| Product | Wood | Price |
| :-- | :-: | --: |
| Halo | – | €89 |
| Nub | oak | €129 |

\`\`\`js
const total = prices.reduce((sum, price) => sum + price, 0);
\`\`\`

A [link to the shop](https://shop.example/lamps), a bare one https://shop.example/stools and an e-mail [hello@lumen-oak.example](mailto:hello@lumen-oak.example).

---

An escaped \\*star\\*, 2 < 3 & 5 > 4, and an end.`;

/** The allowed HTML, then HTML that must never become an element or run. A script that runs sets `foyerSample`. */
export const HTML_SAMPLE = `<p>A paragraph with <b>b</b>, <strong>strong</strong>, <i>i</i>, <em>em</em>, <code>code</code><br>and a <a href="https://shop.example/lamps">link</a>.</p>
<ul><li>First</li><li>Second</li></ul>
<ol><li>One</li><li>Two</li></ol>

<script>globalThis.foyerSample = 'script';</script>
<img src="x" onerror="globalThis.foyerSample = 'img'">
<svg onload="globalThis.foyerSample = 'svg'"></svg>
<iframe src="https://shop.example/frame"></iframe>
<a href="javascript:globalThis.foyerSample='href'">not a link</a>
<b onclick="globalThis.foyerSample = 'onclick'" style="position:fixed">only bold</b>
<style>* { display: none }</style>
<form action="https://shop.example/"><input name="q"></form>

The end.`;

/** Numbers from 1, as words of an answer. A missing or repeated chunk is easy to see in them. */
export const countingText = (words: number): string =>
  Array.from({ length: words }, (_, at) => String(at + 1)).join(' ');
