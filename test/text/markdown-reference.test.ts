import fc from 'fast-check';
import { micromark } from 'micromark';
import * as smd from 'streaming-markdown';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../support/sizes.ts';
import { render } from './support/markdown.ts';

/** Renders a text with the reference parser, streaming-markdown. */
function renderReference(text: string): HTMLElement {
  const root = document.createElement('div');
  const parser = smd.parser(smd.default_renderer(root));
  smd.parser_write(parser, text);
  smd.parser_end(parser);
  root.normalize();
  return root;
}

/** Elements and text below `node`. Heading levels and the element around a table are ignored. */
function outline(node: Element): unknown {
  const name = node.localName.replace(/^h\d$/, 'heading');
  const children = [...node.childNodes].flatMap((node): unknown[] => {
    if (!(node instanceof Element)) return [node.textContent];
    return node.className === 'table' ? [...node.children].map(outline) : [outline(node)];
  });
  return [name, ...children];
}

const text = fc.constantFrom('Lamps', 'and stools,', 'made of oak', 'in 3 to 5 days');
const phrase = fc.oneof(
  text,
  text.map((part) => `**${part}**`),
  text.map((part) => `*${part}*`),
  text.map((part) => `~~${part}~~`),
  text.map((part) => `\`${part}\``),
  text.map((part) => `[${part}](https://shop.example/a)`),
);
const line = fc.array(phrase, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const block = fc.oneof(
  lines.map((all) => all.join('\n')),
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, value]) => `${'#'.repeat(level)} ${value}`),
  lines.map((all) => all.map((entry) => `- ${entry}`).join('\n')),
  lines.map((all) => all.map((entry) => `> ${entry}`).join('\n')),
  lines.map((all) => `\`\`\`\n${all.join('\n\n  ')}\n\`\`\``),
  lines.map((all) => ['| a | b |', '|---|---|', ...all.map((entry) => `| ${entry} | c |`)].join('\n')),
  fc.constant('---'),
);
const ordinary = fc.array(block, { maxLength: 6 }).map((all) => all.join('\n\nThen:\n\n'));

describe('common Markdown', () => {
  it('renders common Markdown with the same structure as the reference parser', () => {
    fc.assert(
      fc.property(ordinary, (text) => {
        expect(outline(render(text))).toEqual(outline(renderReference(text)));
      }),
      { numRuns: shareOf(400) },
    );
  });
});

/** Rendered by the reference parser of CommonMark. */
function commonMark(text: string): string {
  const root = document.createElement('div');
  root.innerHTML = micromark(text).replaceAll('\n', '');
  return root.innerHTML;
}

const CHARACTERS = 'a 7 ö б 字 ( ) " “ ” „ - – / € % & , . : ! ? …'.split(' ').concat([' ', ' ', ' ']);

describe('CommonMark', () => {
  /** A line with one kind of mark. Runs of different length share no characters here, as they do in CommonMark. */
  const line = fc
    .tuple(
      fc.constantFrom('*', '**', '_', '__'),
      fc.array(fc.constantFrom('mark', ...CHARACTERS), { maxLength: 12 }),
    )
    .map(([mark, all]) => `a ${all.join('').replaceAll(/(mark)+/g, mark)} b`);

  it('renders CommonMark emphasis, except inside words, before punctuation and beside ideographs', () => {
    // `2*3*4`, `19 €*, 29 €*`, `**“强调”**文字`
    const differs = /[\p{L}\d]\*[\p{L}\d]|[^\s*_][*_]+[\p{Pe}\p{Pf},.:!?…]|字\*|\*字/u;
    fc.assert(
      fc.property(
        line.filter((text) => !differs.test(text)),
        (text) => {
          expect(render(text).innerHTML).toBe(commonMark(text));
        },
      ),
      { numRuns: shareOf(2_000) },
    );
  });

  it.each([
    '1.\tone\n2.\ttwo',
    '## Returns ##\ntext',
    '# a # #\n\n# C#\n\n## ##',
    'We are closed until the\\\n24. December',
    'a\n1. b',
    '- a\n2. b',
    '*a `*` b*',
    'a\\\\ \\# \\。 \\a',
    '# a\\\nb',
    '这是**强调**文字 和 *强调*',
    '**a***b*',
  ])('renders %j as CommonMark does', (text) => {
    expect(render(text).innerHTML.replace(/h(\d)/g, (_, level) => `h${level - 2}`)).toBe(commonMark(text));
  });

  it.each([
    'See <https://shop.example/a>.',
    '<help@shop.example>',
    '[a](<https://shop.example/user manual.pdf> "t")',
    '[a](https://shop.example/b_(c))',
    '[a](https://shop.example/?b=1&amp;c=2)',
    '[a](https://shop.example/b\\_c)',
    "[a](https://shop.example/b 't')",
    '[a](https://shop.example/b (t))',
    '[Note](see below) and `[x](y)`',
  ])('finds the links that CommonMark finds in %j', (text) => {
    const links = (root: Element) =>
      [...root.querySelectorAll('a')].map(({ href, textContent }) => [href, textContent]);
    const root = document.createElement('div');
    root.innerHTML = micromark(text);
    expect(links(render(text))).toEqual(links(root));
  });
});
