import { describe, expect, it } from 'vitest';
import { type Compared, comparisonText } from '../../src/console/pages/overview/comparison.ts';

describe('the sentence below a figure of the overview', () => {
  const figure: Compared = {
    unit: 'count',
    now: 112,
    before: 100,
    isKnown: true,
    when: 'the week before',
  };

  it.each<[string, Compared, string]>([
    ['how it has changed', figure, '+12 % from 100 the week before'],
    [
      'by how many points a share has',
      { ...figure, unit: 'share', now: 0.18, before: 0.14 },
      '+4.0 points from 14 % the week before',
    ],
    ['that it has not', { ...figure, now: 100 }, 'same as the week before'],
    ['what it was, if no share of that can be told', { ...figure, before: 0 }, '0 the week before'],
    ['what it was, if it is not known now', { ...figure, now: undefined }, '100 the week before'],
    ['that there was none', { ...figure, before: undefined }, 'no figure of the week before'],
    ['that the time before is not known', { ...figure, isKnown: false }, 'the week before is not known'],
  ])('says %s', (_, compared, expected) => {
    expect(comparisonText(compared).replaceAll('\u202f', ' ')).toBe(expected);
  });
});
