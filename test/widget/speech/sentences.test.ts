import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sentencesOf } from '../../../src/widget/speech/sentences.ts';

afterEach(() => vi.unstubAllGlobals());

const withoutSegmenter = () => {
  const { Segmenter: _, ...rest } = Object.getOwnPropertyDescriptors(Intl);
  vi.stubGlobal('Intl', Object.defineProperties({}, rest));
};

describe.each([
  ['with Intl.Segmenter', () => {}],
  ['without Intl.Segmenter', withoutSegmenter],
])('the sentences of an answer, %s', (_, prepare) => {
  it('reads complete sentences while an answer is written, and all of it at its end', () => {
    prepare();
    expect(sentencesOf('It left today. It will ', false, 'en')).toEqual({
      sentences: ['It left today.'],
      rest: 'It will ',
    });
    expect(sentencesOf('It will arrive on Friday', true, 'en')).toEqual({
      sentences: ['It will arrive on Friday'],
      rest: '',
    });
  });

  it('reads each sentence once, however the answer is cut into chunks', () => {
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
        let rest = '';
        for (const [index, chunk] of chunks.entries()) {
          const next = sentencesOf(rest + chunk, index === chunks.length - 1, 'en');
          read.push(...next.sentences);
          rest = next.rest;
        }
        expect(read.join(' ').replace(/\s+/g, '')).toBe(whole.replace(/\s+/g, ''));
        expect(rest).toBe('');
      }),
    );
  });
});
