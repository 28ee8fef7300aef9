import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../support/corpus/index.ts';
import { CORPUS_STEP } from '../../support/sizes.ts';
import { countWork } from '../support/count-work.ts';
import { render } from '../support/markdown.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { message } from '../support/scripted-chat.ts';

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** More than twice the maximum length of pending input. */
const LENGTH = 5_000;
/** A sample of all contexts, encodings and families. */
const SAMPLE = CORPUS.filter(({ number }) => number % (17 * Math.ceil(CORPUS_STEP / 4)) === 0);

describe('long hostile text', () => {
  it('S-36: has linear cost', () => {
    const costs = SAMPLE.map(({ number, text }) => {
      const [once = 0, twice = 0] = [1, 2].map((times) =>
        countWork(() => render(repeated(text, times * LENGTH), 20)),
      );
      return { number, once, twice };
    });
    expect(costs.length).toBeGreaterThan(40);
    expect(costs.filter(({ once, twice }) => twice > once * 2.2 + 200 || once > LENGTH * 60)).toEqual([]);
  });

  // A pattern with quadratic cost would exceed the time limit of the test.
  it.each(['[', '![', '[a](', '[a](b(', '[a]((', '<', '<a', '*', '[]', '()'])(
    'S-36: of 300,000 characters, all %j, is announced',
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
