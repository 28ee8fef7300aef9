import { describe, expect, it } from 'vitest';
import { type Compared, comparisonText } from '../../src/console/pages/overview/comparison.ts';

describe('the sentence below a figure of the overview', () => {
  type Case = Compared<{ readonly figure: number | undefined }>;
  const compared: Case = {
    unit: 'count',
    value: ({ figure }) => figure,
    totals: { figure: 112 },
    previous: { figure: 100 },
    when: 'the week before',
  };

  it.each<[string, Partial<Case>, string]>([
    ['how it has changed', {}, '+12 % from 100 the week before'],
    [
      'by how many points a share has',
      { unit: 'share', totals: { figure: 0.18 }, previous: { figure: 0.14 } },
      '+4.0 points from 14 % the week before',
    ],
    ['that it has not', { totals: { figure: 100 } }, 'same as the week before'],
    ['what it was, if no share of that can be told', { previous: { figure: 0 } }, '0 the week before'],
    ['what it was, if it is not known now', { totals: undefined }, '100 the week before'],
    ['that there was none', { previous: { figure: undefined } }, 'no figure of the week before'],
    ['that the time before is not known', { previous: undefined }, 'the week before is not known'],
  ])('the sentence below a figure says %s', (_, more, expected) => {
    expect(comparisonText({ ...compared, ...more }).replaceAll('\u202f', ' ')).toBe(expected);
  });
});
