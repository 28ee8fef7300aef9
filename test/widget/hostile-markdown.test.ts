import { describe, expect, it } from 'vitest';
import { CORPUS } from '../support/corpus/index.ts';
import { strangersIn } from '../support/corpus/strangers.ts';
import { begin } from './support/markdown.ts';

/** As the widget shows it: within the element that holds the agent's words. */
function words() {
  const frame = document.createElement('div');
  const { root, write, end } = begin();
  root.className = 'text';
  frame.append(root);
  return { root, write, end, strangers: () => strangersIn(frame, ['img.example']) };
}

/** What became of each string, where it is anything but allowed; the first few are enough to see why. */
const breaches = (found: readonly (readonly [number: number, what: readonly string[]])[]) =>
  found.filter(([, what]) => what.length > 0).slice(0, 10);

const CUTS = [1, 2, 3, 4, 5, 6, 7];
/** Every piece is looked at. */
const LONG = { timeout: 60_000 };

describe('hostile Markdown', () => {
  it('S-23: becomes elements of a short list and nothing else', LONG, () => {
    const found = CORPUS.map(({ number, text }) => {
      const { write, end, strangers } = words();
      write(text);
      end();
      return [number, strangers()] as const;
    });
    expect(breaches(found)).toEqual([]);
  });

  it.each(CUTS)('S-23: streamed in pieces of %i, never is anything else, not even half way', LONG, (size) => {
    const found = CORPUS.map(({ number, text }) => {
      const { write, end, strangers } = words();
      const what = new Set<string>();
      const look = () => {
        for (const it of strangers()) what.add(it);
      };
      for (let at = 0; at < text.length; at += size) {
        write(text.slice(at, at + size));
        look();
      }
      end();
      look();
      return [number, [...what]] as const;
    });
    expect(breaches(found)).toEqual([]);
  });
});
