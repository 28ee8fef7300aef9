import { describe, expect, it } from 'vitest';
import { actionOf } from '../../src/console/shortcuts.ts';

describe('the keys of the console', () => {
  it('the keys of the console have one meaning each', () => {
    expect(['/', 'j', 'k', 'Escape', '[', ']', 'l', ' '].map((name) => actionOf(name, false))).toEqual(
      [
        'search',
        'next-row',
        'previous-row',
        'close',
        'previous-conversation',
        'next-conversation',
        'layers',
        'play',
      ].map((key) => ({ type: 'on-page', key })),
    );
    expect(['g', '?'].map((name) => actionOf(name, false)?.type)).toEqual(['await-page', 'help']);
    expect(['x', 'constructor', 'Enter'].map((name) => actionOf(name, false))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('the keys after g name a page', () => {
    expect(actionOf('c', true)).toEqual({ type: 'page', letter: 'c' });
  });
});
