import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Catalogue } from './catalogue.ts';
import { loadCatalogue } from './catalogues.ts';
import { languageOf, type OwnStrings, type Strings, stringsFor } from './strings.ts';

const ENGLISH = 'en';

/** The tag as `Intl` spells it, which throws at what is none: the platform may name any language, and so may the page. */
function tagOf(text: string): string {
  try {
    return new Intl.Locale(text).baseName;
  } catch {
    return ENGLISH;
  }
}

/** What the widget says, in the language of the moment. */
export interface Words {
  /** BCP 47 tag of the words and of dates and numbers; English where there are no words for what was asked for. */
  readonly locale: ReadonlySignal<string>;
  readonly strings: ReadonlySignal<Strings>;
  /** False while the first language is still on its way: nothing is drawn in another one meanwhile. */
  readonly isReady: ReadonlySignal<boolean>;
  /** Changes the language once its words are there; one that cannot be loaded changes nothing. */
  setLocale(tag: string): void;
}

/** `own` are the site's words, whenever they come. */
export function createWords(first: string, own: ReadonlySignal<OwnStrings | undefined>): Words {
  const chosen = signal(ENGLISH);
  const catalogue = signal<Catalogue | undefined>(undefined);
  const isReady = signal(false);
  let latest = '';

  function use(tag: string, words: Catalogue | undefined): void {
    if (tag !== latest) return;
    batch(() => {
      chosen.value = tag;
      catalogue.value = words;
      isReady.value = true;
    });
  }

  function setLocale(text: string): void {
    const tag = tagOf(text);
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
  setLocale(first);

  const locale = computed(() => {
    const tag = chosen.value;
    const language = languageOf(tag);
    const hasWords =
      catalogue.value ||
      language === ENGLISH ||
      [language, tag].some((it) => Object.hasOwn(own.value ?? {}, it));
    return hasWords ? tag : ENGLISH;
  });
  return {
    locale,
    strings: computed(() => stringsFor(locale.value, catalogue.value, own.value)),
    isReady,
    setLocale,
  };
}

/** Languages that are written from right to left: ours, and two that a site may bring words for. */
const RIGHT_TO_LEFT = /^(ar|he|fa|ur)\b/;

export const directionOf = (locale: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr');
