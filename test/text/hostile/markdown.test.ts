import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../support/corpus/index.ts';
import { unexpectedMarkup } from '../../support/corpus/unexpected-markup.ts';
import { CORPUS_STEP } from '../../support/sizes.ts';
import { begin } from '../support/markdown.ts';

/** A renderer inside the element in which the widget shows the agent's text. */
function setup() {
  const frame = document.createElement('div');
  const { root, write, end } = begin();
  root.className = 'text';
  frame.append(root);
  return { root, write, end, unexpected: () => unexpectedMarkup(frame, ['img.example']) };
}

/** The first strings that became unexpected markup. */
const failures = (found: readonly (readonly [number: number, what: readonly string[]])[]) =>
  found.filter(([, what]) => what.length > 0).slice(0, 10);

const chosen = CORPUS.filter(({ number }) => number % CORPUS_STEP === 0);
const SIZES = [1, 2, 3, 4, 5, 6, 7];

describe('hostile Markdown', () => {
  it('S-23: hostile Markdown becomes only expected markup', () => {
    const found = chosen.map(({ number, text }) => {
      const { write, end, unexpected } = setup();
      write(text);
      end();
      return [number, unexpected()] as const;
    });
    expect(failures(found)).toEqual([]);
  });

  it.each(SIZES)(
    'S-23: hostile Markdown in pieces of %i becomes only expected markup at every step',
    (size) => {
      const found = chosen.map(({ number, text }) => {
        const { write, end, unexpected } = setup();
        const what = new Set<string>();
        const check = () => {
          for (const it of unexpected()) what.add(it);
        };
        for (let at = 0; at < text.length; at += size) {
          write(text.slice(at, at + size));
          check();
        }
        end();
        check();
        return [number, [...what]] as const;
      });
      expect(failures(found)).toEqual([]);
    },
  );
});
