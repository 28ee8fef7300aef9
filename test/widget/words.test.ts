import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import german from '../../src/widget/locales/de.ts';
import type { OwnStrings } from '../../src/widget/strings.ts';
import { english } from '../../src/widget/strings.ts';
import { createWords, directionOf } from '../../src/widget/words.ts';

const none = signal<OwnStrings | undefined>(undefined);
const ready = (words: ReturnType<typeof createWords>) =>
  vi.waitFor(() => expect(words.isReady.value).toBe(true));

describe('the words of a language', () => {
  it('are there at once in English, in any of its regions', () => {
    const words = createWords('en-GB', none);
    expect([words.isReady.value, words.locale.value, words.strings.value.send]).toEqual([
      true,
      'en-GB',
      english.send,
    ]);
  });

  it('load when somebody speaks it, and nothing is drawn in another one meanwhile', async () => {
    const words = createWords('de-AT', none);
    expect(words.isReady.value).toBe(false);
    await ready(words);
    expect([words.locale.value, words.strings.value.send]).toEqual(['de-AT', german.send]);
  });

  it('are English for a language that nobody has translated, and say so', () => {
    const words = createWords('sv-SE', none);
    expect([words.isReady.value, words.locale.value, words.strings.value.send]).toEqual([
      true,
      'en',
      english.send,
    ]);
  });

  it.each(['en-', 'en-"><img src=x>', 'de-!', 'de-a', '__proto__', '-', ''])(
    'are English for %j, which is no language at all',
    (tag) => {
      const words = createWords('en-GB', none);
      words.setLocale(tag);
      expect([words.isReady.value, words.locale.value, words.strings.value.send]).toEqual([
        true,
        'en',
        english.send,
      ]);
    },
  );

  it("are the site's own for such a language, as soon as the site has told them", () => {
    const own = signal<OwnStrings | undefined>(undefined);
    const words = createWords('sv-SE', own);
    own.value = { sv: { send: 'Skicka' } };
    expect([words.locale.value, words.strings.value.send, words.strings.value.close]).toEqual([
      'sv-SE',
      'Skicka',
      english.close,
    ]);
  });

  it('stay until those of the next language are there; the last one asked for wins', async () => {
    const words = createWords('en', none);
    words.setLocale('fr');
    words.setLocale('de');
    expect(words.locale.value).toBe('en');
    await vi.waitFor(() => expect(words.locale.value).toBe('de'));
    words.setLocale('ar-EG');
    words.setLocale('en');
    await new Promise((next) => setTimeout(next));
    expect([words.locale.value, words.strings.value.send]).toEqual(['en', english.send]);
  });

  it.each([
    ['ar-EG', 'rtl'],
    ['he', 'rtl'],
    ['en', 'ltr'],
    ['heb', 'ltr'],
  ])('of %s run %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction);
  });
});
