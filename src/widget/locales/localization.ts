import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { languageTag } from '../../base/language-tag.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Catalogue, SiteStrings, Strings } from './translations/strings.ts';

const ENGLISH = 'en';

export const languageOf = (locale: string): string => locale.split('-')[0] ?? '';

/** Strings of a language, overridden by the site's strings for the language and then by those for the exact locale. */
export function stringsFor(
  locale: string,
  english: Catalogue,
  catalogue: Readonly<Record<string, string>> = {},
  siteStrings: SiteStrings = {},
): Strings {
  const overrides = (tag: string) => (Object.hasOwn(siteStrings, tag) ? siteStrings[tag] : undefined);
  return { ...english, ...catalogue, ...overrides(languageOf(locale)), ...overrides(locale) };
}

/** Normalizes a language tag. Page and platform may give any text, and `Intl` throws on an invalid one. */
function normalizeTag(text: string): string {
  try {
    return new Intl.Locale(languageTag(text) ?? ENGLISH).baseName;
  } catch {
    return ENGLISH;
  }
}

/** The language in use and its strings. */
export interface Localization {
  /** BCP 47 tag of the strings, dates and numbers. English if there are no strings for the requested language. */
  readonly locale: ReadonlySignal<string>;
  readonly strings: ReadonlySignal<Strings>;
  /** False while the first language is loading. The panel waits for it instead of rendering in another language. */
  readonly isReady: ReadonlySignal<boolean>;
  /** Changes the language once its catalogue has loaded. Changes nothing if the catalogue cannot be loaded. */
  setLocale(tag: string): void;
}

/** `english` and `siteStrings` grow later, with the lazy chunk and the site's configuration. */
export function createLocalization(
  initialTag: string,
  english: ReadonlySignal<Catalogue>,
  siteStrings: ReadonlySignal<SiteStrings | undefined>,
): Localization {
  const requested = signal(ENGLISH);
  const catalogue = signal<Catalogue | undefined>(undefined);
  const isReady = signal(false);
  let latest = '';

  function use(tag: string, loaded: Catalogue | undefined): void {
    if (tag !== latest) return;
    batch(() => {
      requested.value = tag;
      catalogue.value = loaded;
      isReady.value = true;
    });
  }

  function setLocale(text: string): void {
    const tag = normalizeTag(text);
    latest = tag;
    const loading = loadCatalogue(languageOf(tag));
    if (!loading) return use(tag, undefined);
    loading.then(
      (loaded) => use(tag, loaded.default),
      () => {
        isReady.value = true;
      },
    );
  }
  setLocale(initialTag);

  const locale = computed(() => {
    const tag = requested.value;
    const language = languageOf(tag);
    const hasStrings =
      catalogue.value ||
      language === ENGLISH ||
      [language, tag].some((name) => Object.hasOwn(siteStrings.value ?? {}, name));
    return hasStrings ? tag : ENGLISH;
  });
  return {
    locale,
    strings: computed(() => stringsFor(locale.value, english.value, catalogue.value, siteStrings.value)),
    isReady,
    setLocale,
  };
}

/** Right-to-left languages: two of the widget's own, and two for which a site may supply strings. */
const RIGHT_TO_LEFT = /^(ar|he|fa|ur)\b/;

export const directionOf = (locale: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr');
