import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../support/corpus/index.ts';
import { CORPUS_STEP } from '../../support/sizes.ts';
import { countWork } from '../../text/support/count-work.ts';
import { render } from '../../text/support/markdown.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** More than twice the maximum length of pending input. */
const LENGTH = 5_000;
/** A sample of all contexts, encodings and families. */
const SAMPLE = CORPUS.filter(({ number }) => number % (17 * Math.ceil(CORPUS_STEP / 4)) === 0);

describe('long hostile text', () => {
  it('S-36: rendering long hostile text has linear cost', () => {
    const costs = SAMPLE.map(({ number, text }) => {
      const [once = 0, twice = 0] = [1, 2].map((times) =>
        countWork(() => render(repeated(text, times * LENGTH), 20)),
      );
      return { number, once, twice };
    });
    expect(costs.length).toBeGreaterThan(40);
    expect(costs.filter(({ once, twice }) => twice > once * 2.2 + 200 || once > LENGTH * 60)).toEqual([]);
  });

  it('S-108: a table row has 64 cells at most; the rest of the row is in the last one', () => {
    const root = render(`| a | b |\n|---|---|\n${'| c '.repeat(5_000)}|\n| d | e |`);
    expect([...root.querySelectorAll('tr')].map(({ childElementCount }) => childElementCount)).toEqual([
      2, 64, 2,
    ]);
    expect(root.querySelectorAll('td')[63]?.textContent?.trim()).toBe('c | '.repeat(4_936).concat('c |'));
  });

  it.each([
    '| a ',
    '*_',
    '- a\n',
    '> ',
    '# a\n',
    '\n\na',
    '<br>',
    '`a` ',
    '```\na\n```\n',
    '![a](https://a.example/) ',
    'https://a.example ',
    '**a** <b>b',
  ])('S-108: 60,000 characters, all %j, become 1,000 elements at most', (piece) => {
    const text = `${repeated(piece, 60_000)} and an end`;
    for (const size of [0, 977]) {
      const root = render(text, size);
      expect(root.querySelectorAll('*').length).toBeLessThanOrEqual(1_000);
      expect(root.textContent?.endsWith('and an end')).toBe(true);
    }
  });

  it('S-108: a long answer keeps its elements, and what follows them keeps its lines', () => {
    const root = render(`${'**a** b\n\n'.repeat(300)}`);
    expect(root.querySelectorAll('p, strong').length).toBe(600);
    const flood = render(`${'**a** b\n\n'.repeat(3_000)}The *end*`, 100);
    const rest = flood.lastElementChild;
    expect([rest?.className, rest?.textContent?.slice(-25)]).toEqual([
      'rest',
      '**a** b\n\n**a** b\n\nThe *end*'.slice(-25),
    ]);
  });

  // A pattern with quadratic cost would exceed the time limit of the test.
  it.each(['[', '![', '[a](', '[a](b(', '[a]((', '<', '<a', '*', '[]', '()'])(
    'S-36: announces a text of 300,000 characters, all %j',
    async (piece) => {
      const { chat, update, screen } = showPanel();
      const text = `${repeated(piece, 300_000)} and an end`;
      update(() => chat.emit('message', message({ id: 'm', author: 'agent', text })));
      expect((await screen.findByText(/^Assistant said: .*and an end$/s)).getAttribute('role')).toBe(
        'status',
      );
    },
  );
});
