import { describe, expect, it } from 'vitest';
import { limitCombining } from '../../../src/text/combining-marks.ts';
import { CORPUS } from '../../support/corpus/index.ts';
import { unexpectedMarkup } from '../../support/corpus/unexpected-markup.ts';
import { CORPUS_STEP } from '../../support/sizes.ts';
import { showPanel } from '../support/panel-harness.tsx';
import { TEXT_SOURCES } from '../support/text-sources.ts';

/** Number of rows that are rendered at once. */
const AT_ONCE = 50;
const chosen = CORPUS.filter(({ number }) => number % CORPUS_STEP === 0);
const PIECES = Array.from({ length: Math.ceil(chosen.length / AT_ONCE) }, (_, at) =>
  chosen.slice(at * AT_ONCE, (at + 1) * AT_ONCE).map(({ text }) => text),
);

describe('hostile text', () => {
  it.each(Object.entries(TEXT_SOURCES))('S-23: hostile text in %s stays text', async (_, { put, plain }) => {
    for (const texts of PIECES) {
      const panel = showPanel();
      panel.update(() => put(panel, texts));
      // The older block is rendered in the next task.
      panel.update(() => panel.clock.advance(0));
      const dialog = panel.screen.getByRole('dialog');
      expect(unexpectedMarkup(dialog, ['img.example'])).toEqual([]);
      for (const selector of plain) {
        const written = [...dialog.querySelectorAll(selector)].map((element) => element.textContent);
        // S-129: long runs of combining marks are cut.
        expect(written).toEqual(texts.map(limitCombining));
      }
      // Lets the views run their effects.
      await new Promise((done) => setTimeout(done));
    }
  });
});
