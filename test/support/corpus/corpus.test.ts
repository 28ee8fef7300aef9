import { describe, expect, it } from 'vitest';
import { CONTEXTS } from './contexts.ts';
import { ENCODINGS } from './encodings.ts';
import { CORPUS } from './index.ts';
import { VECTORS } from './vectors.ts';

const sizeOf = (family: string) => CORPUS.filter((sample) => sample.family === family).length;

describe('the corpus', () => {
  it('has every combination of context, encoding and vector, and hundreds of other strings', () => {
    const factors = [Object.keys(CONTEXTS).length, Object.keys(ENCODINGS).length, VECTORS.length];
    expect([factors, sizeOf('crossed')]).toEqual([[12, 15, 8], 1_440]);
    expect(CORPUS.length - sizeOf('crossed')).toBeGreaterThan(900);
  });

  it('has no string twice', () => {
    expect(new Set(CORPUS.map(({ text }) => text)).size).toBe(CORPUS.length);
  });

  it('numbers its strings as their canaries', () => {
    expect(CORPUS.map(({ number }) => number)).toEqual([...CORPUS.keys()]);
    const unencoded = CORPUS.filter(({ text }) => /__pwned\(\d+\)/.test(text));
    expect(unencoded.length).toBeGreaterThan(1_300);
    expect(unencoded.filter(({ number, text }) => !text.includes(`__pwned(${number})`))).toEqual([]);
  });
});
