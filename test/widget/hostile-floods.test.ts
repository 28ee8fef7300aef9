import { describe, expect, it } from 'vitest';
import { CORPUS } from '../support/corpus/index.ts';
import { render } from './support/markdown.ts';
import { showPanel } from './support/panel.tsx';
import { message } from './support/scripted-chat.ts';
import { workOf } from './support/work.ts';

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** More than twice of what is held back at most. */
const LENGTH = 5_000;
/** Spread over all contexts, encodings and families. */
const SAMPLE = CORPUS.filter(({ number }) => number % 17 === 0);

describe('a flood of hostile text', () => {
  it('S-36: costs twice as much when it is twice as long', { timeout: 60_000 }, () => {
    const grown = SAMPLE.map(({ number, text }) => {
      const [once = 0, twice = 0] = [1, 2].map((times) =>
        workOf(() => render(repeated(text, times * LENGTH), 20)),
      );
      return { number, once, twice };
    });
    expect(grown.length).toBeGreaterThan(100);
    expect(grown.filter(({ once, twice }) => twice > once * 2.2 + 200 || once > LENGTH * 60)).toEqual([]);
  });

  // A pattern that looks at each sign from every beginning would take longer than any test may.
  it.each(['[', '![', '[a](', '[a](b(', '[a]((', '<', '<a', '*', '[]', '()'])(
    'S-36: of 300,000 signs, all %j, is announced',
    async (piece) => {
      const { chat, happen, screen } = showPanel();
      const text = `${repeated(piece, 300_000)} and an end`;
      happen(() => chat.emit('message', message({ id: 'm', author: 'agent', text })));
      expect((await screen.findByText(/^Assistant said: .*and an end$/s)).getAttribute('role')).toBe(
        'status',
      );
    },
  );
});
