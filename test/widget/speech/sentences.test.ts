import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sentencesFrom } from '../../../src/widget/speech/sentences.ts';

afterEach(() => vi.unstubAllGlobals());

const withoutSegmenter = () => {
  const { Segmenter: _, ...rest } = Object.getOwnPropertyDescriptors(Intl);
  vi.stubGlobal('Intl', Object.defineProperties({}, rest));
};

describe.each([
  ['with Intl.Segmenter', () => {}],
  ['without Intl.Segmenter', withoutSegmenter],
])('the sentences of an answer, %s', (_, prepare) => {
  it('are complete ones while it is written, and all of it at its end', () => {
    prepare();
    expect(sentencesFrom('It left today. It will ', 0, false, 'en')).toEqual({
      sentences: ['It left today.'],
      end: 15,
    });
    expect(sentencesFrom('It left today. It will arrive on Friday', 15, true, 'en')).toEqual({
      sentences: ['It will arrive on Friday'],
      end: 39,
    });
  });

  it('are each read once, however the answer is cut into chunks', () => {
    prepare();
    const words = fc.array(
      fc.constantFrom('Yes. ', 'It is here! ', 'Really? ', 'a ', 'line\n', '好。', '  '),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(words, (chunks) => {
        const whole = chunks.join('');
        const read: string[] = [];
        let text = '';
        let end = 0;
        for (const [index, chunk] of chunks.entries()) {
          text += chunk;
          const next = sentencesFrom(text, end, index === chunks.length - 1, 'en');
          read.push(...next.sentences);
          end = next.end;
        }
        expect(read.join(' ').replace(/\s+/g, '')).toBe(whole.replace(/\s+/g, ''));
        expect(end).toBe(whole.length);
      }),
    );
  });
});
