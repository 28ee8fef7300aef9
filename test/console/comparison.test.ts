import { describe, expect, it } from 'vitest';
import { comparisonText } from '../../src/console/pages/overview/comparison.ts';

describe('the sentence below a figure of the overview', () => {
  const figure = { unit: 'count', now: 112, before: 100, isKnown: true, when: 'the week before' } as const;

  it.each([
    ['how it has changed', figure, '+12 % from 100 the week before'],
    ['that it has not', { ...figure, now: 100 }, 'same as the week before'],
    ['what it was, if no share of that can be told', { ...figure, before: 0 }, '0 the week before'],
    ['what it was, if it is not known now', { ...figure, now: undefined }, '100 the week before'],
    ['that there was none', { ...figure, before: undefined }, 'no figure of the week before'],
    ['that the time before is not known', { ...figure, isKnown: false }, 'the week before is not known'],
  ])('says %s', (_, compared, expected) => {
    expect(comparisonText(compared).replaceAll('\u202f', ' ')).toBe(expected);
  });
});
