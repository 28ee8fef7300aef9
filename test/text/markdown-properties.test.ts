import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../support/sizes.ts';
import { anything, documents, MARKS, TAGS } from './support/arbitrary-markdown.ts';
import { countWork } from './support/count-work.ts';
import { begin, html, htmlOf, render, renderPieces } from './support/markdown.ts';

/** A text and the pieces in which it is written. */
const pieced = fc
  .tuple(anything, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }))
  .map(([text, sizes]) => {
    const pieces: string[] = [];
    for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 1)
      pieces.push(text.slice(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
    return { text, pieces };
  });

const RUNS = { numRuns: shareOf(300) };

/** Allowed elements with attributes, and the attributes of each. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  pre: ['tabindex'],
  a: ['dir', 'href', 'rel', 'target', 'title'],
  ol: ['start'],
  p: ['class'],
  div: ['class', 'tabindex'],
  img: ['alt', 'decoding', 'loading', 'referrerpolicy', 'src'],
  button: ['class', 'type'],
};
const PLAIN =
  'b blockquote br code em h3 h4 h5 h6 hr i li p pre s span strong table tbody td th thead tr ul'.split(' ');

/** Elements, attributes and nodes below `root` that are not allowed. */
function unexpected(root: Element): unknown[] {
  const all = [...root.querySelectorAll('*')];
  return [
    ...all.filter(({ localName }) => !PLAIN.includes(localName) && !ATTRIBUTES[localName]),
    ...all.flatMap((element) =>
      element.getAttributeNames().filter((name) => !ATTRIBUTES[element.localName]?.includes(name)),
    ),
    ...all.flatMap((element) =>
      [...element.childNodes].filter(({ nodeType }) => nodeType !== 1 && nodeType !== 3),
    ),
    ...all.filter((element) => /^(?!https?:|mailto:|tel:)/.test(element.getAttribute('href') ?? 'tel:')),
    ...all.filter(
      (element) =>
        !(element.getAttribute('src') ?? '').startsWith(element.hasAttribute('src') ? 'https://img.' : ''),
    ),
  ];
}

describe('arbitrary Markdown', () => {
  it('renders the same elements, however it is split', () => {
    fc.assert(
      fc.property(pieced, ({ text, pieces }) => {
        const root = renderPieces(pieces);
        root.normalize();
        expect(htmlOf(root)).toBe(html(text));
        expect(html(text, 1)).toBe(html(text));
      }),
      RUNS,
    );
  });

  it('renders only allowed elements and text at every step', () => {
    fc.assert(
      fc.property(pieced, ({ pieces }) => {
        const root = renderPieces(pieces, (half) => expect(unexpected(half)).toEqual([]));
        expect(unexpected(root)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('S-129: draws at most 32 combining marks in a row', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(render(text).textContent).not.toMatch(/\p{M}{33}/u);
      }),
      RUNS,
    );
  });

  it('keeps the blocks before the last one unchanged', () => {
    fc.assert(
      fc.property(pieced, ({ pieces }) => {
        const seen = new Map<Element, string>();
        const root = renderPieces(pieces, (half) => {
          const before = [...half.children].slice(0, -1);
          for (const it of before) if (!seen.has(it)) seen.set(it, it.outerHTML);
        });
        const order = [...root.children];
        expect([...seen].map(([value, was]) => [order.includes(value), value.outerHTML === was])).toEqual(
          [...seen].map(() => [true, true]),
        );
      }),
      RUNS,
    );
  });

  it('keeps every word, whatever characters surround it', () => {
    const count = (text: string) => text.match(/w\d/g)?.length ?? 0;
    // URLs of links and the language after a fence are not shown.
    const texts = documents([...MARKS.filter((sign) => !/[(h]/.test(sign)), ...TAGS, 'w1', 'w2', 'w3']);
    fc.assert(
      fc.property(
        texts.filter((text) => !/```|~~~/.test(text)),
        (text) => {
          expect(count(render(text).textContent)).toBe(count(text));
        },
      ),
      RUNS,
    );
  });

  it.each([
    'Some **bold** words, a [link](https://a.example) and `code`.\n\n',
    '- one\n- two\n',
    '| a | b |\n',
    'words without any end ',
    '**never closed ',
  ])('Markdown costs the same late in a message as early: %j', (text) => {
    const { write } = begin();
    // S-108: below the maximum number of elements.
    const costs = Array.from({ length: 200 }, () => countWork(() => write(text)));
    const [early, late] = [costs.slice(20, 80), costs.slice(120)].map((some) => Math.max(...some));
    expect(late).toBe(early);
  });

  it('keeps text nodes short', () => {
    const root = renderPieces(Array.from({ length: 2_000 }, (_, at) => (at ? 'four' : '```\n')));
    const texts = [...(root.querySelector('code')?.childNodes ?? [])].map((node) => node.textContent ?? '');
    expect([texts.join(''), texts.every(({ length }) => length < 520)]).toEqual(['four'.repeat(1_999), true]);
  });
});

/** Input that could make parsing slow. */
const FLOODS = '* _ [ ] ` ~ < | > # h a \\ ![]( ]( [a]( ](() <b> </b> *<br> https:// [x](https://a.example)'
  .split(' ')
  .concat([
    '- ',
    '1. ',
    '*a ',
    '_a*b ',
    '`a ',
    '<a ',
    '<a href="',
    '| a ',
    'https://a.example/) ',
    ' ',
    '\t',
    '\ud83d',
  ])
  .concat(['\n', '**a\n', '|\n', '- - - - - - x\n', '> > > x\n', '```\n', '``` x', '    a\n']);
const mixed = (seed: number) => fc.sample(fc.constantFrom(...FLOODS), { numRuns: 60, seed }).join('');
const SEEDS = [1, 2];

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

describe('a long input', () => {
  /** More than twice the maximum length of pending input. */
  const LENGTH = 5_000;
  const FLOOD = shareOf(200_000);

  function expectLinear(piece: string): void {
    const [once, twice] = [1, 2].map((times) => countWork(() => render(repeated(piece, times * LENGTH), 20)));
    expect({
      once,
      twice,
      isLinear: Number(twice) < Number(once) * 2.2 + 200,
      isCheap: Number(once) < LENGTH * 60,
    }).toEqual({ once, twice, isLinear: true, isCheap: true });
  }

  it.each(FLOODS)('a long input of %j has linear cost', expectLinear);

  it.each(SEEDS)('a long input of mixed pieces (%i) has linear cost', (seed) => {
    expectLinear(mixed(seed));
  });

  it.each(['*', '_', '[', '`', '<', '>', '- ', '\n', '![]('])(
    'renders very many characters, all %j',
    (piece) => {
      expect(unexpected(render(repeated(piece, FLOOD), 1_000))).toEqual([]);
    },
  );

  it('S-108: renders very many cells in one row, and ends the row with the 64th', () => {
    const cells = shareOf(10_000);
    const root = render('|'.repeat(cells), 1_000);
    expect([unexpected(root), root.querySelectorAll('th').length]).toEqual([[], 64]);
  });

  it.each(SEEDS)('renders very many mixed characters (%i)', (seed) => {
    expect(unexpected(render(repeated(mixed(seed), FLOOD), 1_000))).toEqual([]);
  });
});
