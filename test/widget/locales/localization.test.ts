import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createLocalization, directionOf } from '../../../src/widget/locales/localization.ts';
import german from '../../../src/widget/locales/translations/de.ts';
import type { SiteStrings } from '../../../src/widget/locales/translations/strings.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';

const words = signal(english);
const none = signal<SiteStrings | undefined>(undefined);
const ready = (localization: ReturnType<typeof createLocalization>) =>
  vi.waitFor(() => expect(localization.isReady.value).toBe(true));

describe('the strings of a language', () => {
  it('the strings of a language are available at once in English, in every region', () => {
    const localization = createLocalization('en-GB', words, none);
    expect([localization.isReady.value, localization.locale.value, localization.strings.value.send]).toEqual([
      true,
      'en-GB',
      english.send,
    ]);
  });

  it('the strings of another language are ready once they have loaded', async () => {
    const localization = createLocalization('de-AT', words, none);
    expect(localization.isReady.value).toBe(false);
    await ready(localization);
    expect([localization.locale.value, localization.strings.value.send]).toEqual(['de-AT', german.send]);
  });

  it('the strings of a language are English for a language without a translation, and so is the locale', () => {
    const localization = createLocalization('sv-SE', words, none);
    expect([localization.isReady.value, localization.locale.value, localization.strings.value.send]).toEqual([
      true,
      'en',
      english.send,
    ]);
  });

  it.each(['en-', 'en-"><img src=x>', 'de-!', 'de-a', '__proto__', '-', ''])(
    'the strings of a language are English for the invalid tag %j',
    (tag) => {
      const localization = createLocalization('en-GB', words, none);
      localization.setLocale(tag);
      expect([
        localization.isReady.value,
        localization.locale.value,
        localization.strings.value.send,
      ]).toEqual([true, 'en', english.send]);
    },
  );

  it('the strings of a language are found by a tag that is written as POSIX does', async () => {
    const localization = createLocalization('de_AT.UTF-8', words, none);
    await vi.waitFor(() => expect(localization.isReady.value).toBe(true));
    expect([localization.locale.value, localization.strings.value.send]).toEqual(['de-AT', 'Senden']);
  });

  it('the site’s own strings are used for a language without a translation', () => {
    const siteStrings = signal<SiteStrings | undefined>(undefined);
    const localization = createLocalization('sv-SE', words, siteStrings);
    siteStrings.value = { sv: { send: 'Skicka' } };
    expect([
      localization.locale.value,
      localization.strings.value.send,
      localization.strings.value.close,
    ]).toEqual(['sv-SE', 'Skicka', english.close]);
  });

  it('the strings stay until the next language has loaded; the last requested one wins', async () => {
    const localization = createLocalization('en', words, none);
    localization.setLocale('fr');
    localization.setLocale('de');
    expect(localization.locale.value).toBe('en');
    await vi.waitFor(() => expect(localization.locale.value).toBe('de'));
    localization.setLocale('ar-EG');
    localization.setLocale('en');
    await new Promise((next) => setTimeout(next));
    expect([localization.locale.value, localization.strings.value.send]).toEqual(['en', english.send]);
  });

  it.each([
    ['ar-EG', 'rtl'],
    ['he', 'rtl'],
    ['en', 'ltr'],
    ['heb', 'ltr'],
  ])('the strings of %s have the direction %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction);
  });
});
