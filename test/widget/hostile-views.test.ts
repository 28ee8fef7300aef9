import { describe, expect, it } from 'vitest';
import { CORPUS } from '../support/corpus/index.ts';
import { strangersIn } from '../support/corpus/strangers.ts';
import { showPanel } from './support/panel.tsx';
import { SINKS } from './support/sinks.ts';

/** So many rows are drawn at once. */
const AT_ONCE = 100;
const PIECES = Array.from({ length: Math.ceil(CORPUS.length / AT_ONCE) }, (_, at) =>
  CORPUS.slice(at * AT_ONCE, (at + 1) * AT_ONCE).map(({ text }) => text),
);

describe('hostile text', () => {
  it.each(Object.entries(SINKS))('S-23: as %s stays text', { timeout: 60_000 }, async (_, { put, plain }) => {
    for (const texts of PIECES) {
      const panel = showPanel();
      panel.happen(() => put(panel, texts));
      const dialog = panel.screen.getByRole('dialog');
      expect(strangersIn(dialog, ['img.example'])).toEqual([]);
      for (const selector of plain) {
        const written = [...dialog.querySelectorAll(selector)].map((it) => it.textContent);
        expect(written).toEqual(texts);
      }
      // What the views do after they have been drawn, and lets go of them.
      await new Promise((done) => setTimeout(done));
    }
  });
});
