import { describe, expect, it } from 'vitest';
import { readLook, toLookMessage } from '../../src/protocol/preview.ts';
import { DEFAULT_WIDGET_CONFIG } from '../../src/protocol/widget-config.ts';

const look = {
  config: DEFAULT_WIDGET_CONFIG,
  locale: 'ar',
  colorScheme: 'dark',
  position: 'bottom-left',
} as const;

describe('a message of the console to the preview', () => {
  it('the preview reads a message of the console as it was written', () => {
    expect(readLook(structuredClone(toLookMessage(look)))).toEqual(look);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'foyer-preview-look'],
    ['another type', { ...toLookMessage(look), type: 'look' }],
    ['no branding', { ...toLookMessage(look), config: undefined }],
    ['no language', { ...toLookMessage(look), locale: 7 }],
  ])('the preview ignores a message if it is %s', (_, message) => {
    expect(readLook(message)).toBe(undefined);
  });
});
