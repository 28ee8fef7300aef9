import { describe, expect, it } from 'vitest';
import { countOf, differences } from '../../../src/console/pages/behavior/differences.ts';

const same = (text: string) => ({ kind: 'same', parts: [{ text, isChanged: false }] });

describe('the differences of two texts', () => {
  it('shows the changed lines with their neighbours, and the changed words in them', () => {
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

  it('finds no difference in equal texts, and keeps a last line that another follows', () => {
    expect(differences('one', 'one')).toEqual([]);
    expect(differences('one', 'one\ntwo')?.[0]?.lines.map(({ kind }) => kind)).toEqual(['same', 'added']);
    expect(differences('one', 'one\n')?.[0]?.lines.map(({ kind }) => kind)).toEqual(['same', 'added']);
  });

  it('counts added and removed lines', () => {
    const hunks = differences('one\ntwo\nthree', 'one\nthree\nfour\nfive') ?? [];
    expect(countOf(hunks)).toEqual({ added: 2, removed: 1 });
  });

  it('gives up a comparison that would take too long', () => {
    const lines = (word: string) => Array.from({ length: 2_000 }, (_, nth) => `${word} ${nth}`).join('\n');
    expect(differences(lines('one'), lines('two'))).toBeUndefined();
  });
});
