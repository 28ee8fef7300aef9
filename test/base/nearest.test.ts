import { describe, expect, it } from 'vitest';
import { nearestOf } from '../../src/base/nearest.ts';

describe('the nearest known name', () => {
  it.each([
    ['acent', 'accent'],
    ['PROT', 'port'],
    ['imageHosts', 'image_hosts'],
    ['default-locale', 'default_locale'],
    ['Accent', 'accent'],
  ])('the nearest known name of %s is %s', (word, nearest) => {
    expect(nearestOf(word, ['header', 'accent', 'port', 'image_hosts', 'default_locale'])).toBe(nearest);
  });

  it.each(['logo', 'secret', 'x', '', 'hosts', 'host'])(
    '%s has no nearest name, because no name shares two thirds of its characters',
    (word) => {
      expect(nearestOf(word, ['header', 'accent', 'port', 'image_hosts'])).toBeUndefined();
    },
  );

  it.each([
    ['begins like it', 'acent', ['agent', 'accent'], 'accent'],
    ['is the first', 'part', ['party', 'part_'], 'party'],
  ])('suggests of equally near names the one that %s', (_, word, known, nearest) => {
    expect(nearestOf(word, known)).toBe(nearest);
  });
});
