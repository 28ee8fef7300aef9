import { describe, expect, it } from 'vitest';
import { actionOf } from '../../src/console/keys.ts';

describe('the keys of the console', () => {
  it('have one meaning each', () => {
    expect(
      ['/', 'j', 'k', 'Escape', '[', ']', 'l', ' ', 'g', '?'].map((it) => actionOf(it, false)?.type),
    ).toEqual([
      'search',
      'row',
      'row',
      'close',
      'conversation',
      'conversation',
      'layers',
      'play',
      'await-page',
      'help',
    ]);
    expect(['x', 'constructor', 'Enter'].map((it) => actionOf(it, false))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('name a page after g', () => {
    expect(actionOf('c', true)).toEqual({ type: 'page', letter: 'c' });
  });
});
