import { describe, expect, it } from 'vitest';
import { countOf, differences } from '../../../src/console/pages/behavior/differences.ts';

const same = (text: string) => ({ kind: 'same', parts: [{ text, isChanged: false }] });

describe('the differences of two texts', () => {
  it('are the lines that were changed with those around them, and the words in these', () => {
    const before = 'one\ntwo\nthree\nfour is here\nfive\nsix\nseven';
    expect(differences(before, before.replace('is here', 'was here'))).toEqual([
      {
        line: 2,
        lines: [
          same('two'),
          same('three'),
          {
            kind: 'removed',
            parts: [
              { text: 'four ', isChanged: false },
              { text: 'is', isChanged: true },
              { text: ' here', isChanged: false },
            ],
          },
          {
            kind: 'added',
            parts: [
              { text: 'four ', isChanged: false },
              { text: 'was', isChanged: true },
              { text: ' here', isChanged: false },
            ],
          },
          same('five'),
          same('six'),
        ],
      },
    ]);
  });

  it('are none of equal texts, and a last line is the same where another follows it', () => {
    expect(differences('one', 'one')).toEqual([]);
    expect(differences('one', 'one\ntwo')?.[0]?.lines.map(({ kind }) => kind)).toEqual(['same', 'added']);
    expect(differences('one', 'one\n')?.[0]?.lines.map(({ kind }) => kind)).toEqual(['same', 'added']);
  });

  it('are counted', () => {
    const hunks = differences('one\ntwo\nthree', 'one\nthree\nfour\nfive') ?? [];
    expect(countOf(hunks)).toEqual({ added: 2, removed: 1 });
  });

  it('are not looked for without end', () => {
    const lines = (word: string) => Array.from({ length: 2_000 }, (_, nth) => `${word} ${nth}`).join('\n');
    expect(differences(lines('one'), lines('two'))).toBeUndefined();
  });
});
