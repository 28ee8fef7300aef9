import { expect, it } from 'vitest';
import { limitCombining } from '../../src/text/combining-marks.ts';
import { plainText } from '../../src/text/plain-text.ts';
import { begin, html, render } from './support/markdown.ts';

/** S-129 */

const ACUTE = '\u0301';
const ASTRAL = '\u{1e8d0}';
const [FEW, MANY] = [ACUTE.repeat(32), ACUTE.repeat(32_000)];

it.each([
  [`a${MANY}b${MANY}`, `a${FEW}b${FEW}`],
  [`a${ASTRAL.repeat(100)}`, `a${ASTRAL.repeat(32)}`],
  ['Tiếng Việt, हिन्दी, ไทย, עִבְרִית, ❤️', 'Tiếng Việt, हिन्दी, ไทย, עִבְרִית, ❤️'],
])('combining marks are limited to 32 in a row', (text, limited) => {
  expect(limitCombining(text)).toBe(limited);
  expect(plainText(text)).toBe(limited);
});

it.each([
  ['paragraphs', `a${MANY}b`],
  ['both halves of a pair', `a${ASTRAL.repeat(100)}b`],
  ['emphasis', `*a${MANY}*${MANY} **${MANY}**`],
  ['tags', `a${`${FEW}<b></b>`.repeat(20)}`],
  ['escapes', `a${`\\${ACUTE}`.repeat(100)}`],
  ['marks that never close', `**a${MANY} [${MANY}`],
  ['links', `[a${MANY}](https://x.example) https://x.example/${ACUTE.repeat(900)}`],
  ['images', `![a${MANY}](https://img.example/a.png)`],
  ['code', `\`a${MANY}\`\n\`\`\`\na${MANY}\n\`\`\``],
  ['tables', `| a${MANY} | b |\n|---|---|\n`],
  ['text behind the last element', `${'*a* '.repeat(1_000)}${MANY}`],
])('combining marks are limited in %s, however the text is split', (_, text) => {
  const root = render(text);
  const shown = root.textContent + (root.querySelector('img')?.alt ?? '');
  expect(/\p{M}{33}/u.test(shown)).toBe(false);
  for (const size of [1, 7, 999]) expect(html(text, size) === html(text)).toBe(true);
});

it('combining marks are limited in undecided text', () => {
  const { root, write, showUndecided } = begin();
  write(`[a](https://x.example/${ACUTE.repeat(900)}`);
  showUndecided();
  expect(root.textContent).toBe(`a](https://x.example/${FEW}`);
});
