import type { WidgetConfig } from '../../../protocol/widget-config.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { words } from './words.ts';

/**
 * What differs from a branding, as texts of fields: all that was typed, also what the relay would refuse. A field of words by
 * language is one for each, as `welcome.de`.
 */
export type Draft = Readonly<Record<string, string>>;

type Tree = Readonly<Record<string, unknown>>;

/** Longer texts do not fit into an address that every proxy takes. */
const MAX_ADDRESS = 4_000;
const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;

/** The key of a field in a draft and in the address. */
export const keyOf = (name: FieldName, language: string): string =>
  FIELDS[name].isByLanguage ? `${name}.${language}` : name;

/** The field of a key, and the language; undefined for any other parameter of the address. */
function fieldOf(key: string): (Field & { readonly language: string; readonly name: FieldName }) | undefined {
  const [name = '', language = '', ...more] = key.split('.');
  if (!Object.hasOwn(FIELDS, name) || more.length > 0) return undefined;
  const field = FIELDS[name as FieldName];
  const isKnown = field.isByLanguage ? TAG.test(language) : key === name;
  return isKnown ? { ...field, name: name as FieldName, language } : undefined;
}

const pathOf = ({ path, isByLanguage, language }: Field & { readonly language: string }) =>
  isByLanguage ? [...path, language] : path;

const valueAt = (from: unknown, path: readonly string[]): unknown =>
  path.reduce((it, name) => (it as Tree | undefined)?.[name], from);

/** A copy with another value, and without the branches that have become empty. */
function withValueAt(from: Tree | undefined, path: readonly string[], value: unknown): Tree | undefined {
  const [name = '', ...rest] = path;
  const { [name]: before, ...others } = from ?? {};
  const next = rest.length === 0 ? value : withValueAt(before as Tree | undefined, rest, value);
  const changed = next === undefined ? others : { ...from, [name]: next };
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** What the relay demands beside what was typed: both halves of a consent, and of a route. */
function completed(it: WidgetConfig): WidgetConfig {
  const { consent, handoff_routes: routes, ...others } = it;
  const { required = false, text = {} } = consent ?? {};
  const route = routes?.['*'];
  return {
    ...others,
    ...((required || Object.keys(text).length > 0) && { consent: { required, text } }),
    ...(routes && {
      handoff_routes: route ? { ...routes, '*': { ...route, label: route.label ?? {} } } : routes,
    }),
  };
}

const refusalOf = (key: string, text: string) => fieldOf(key)?.check?.(text);

/** The branding with a draft, without what the relay would refuse. */
export function brandingOf(base: WidgetConfig, draft: Draft): WidgetConfig {
  const changed = Object.entries(draft).reduce<Tree | undefined>(
    (it, [key, text]) => {
      const field = fieldOf(key);
      if (!field || refusalOf(key, text) !== undefined) return it;
      return withValueAt(it, pathOf(field), field.write(text));
    },
    base as unknown as Tree,
  );
  return completed(changed as unknown as WidgetConfig);
}

/** What is wrong, by key. */
export function errorsOf(base: WidgetConfig, draft: Draft): Readonly<Record<string, string>> {
  const { consent, handoff_routes: routes, default_locale: locale } = brandingOf(base, draft);
  const refused = Object.entries(draft).flatMap(([key, text]) => {
    const message = refusalOf(key, text);
    return message === undefined ? [] : [[key, message] as const];
  });
  const hasNoText = consent?.required && Object.keys(consent.text).length === 0;
  return {
    ...(routes?.['*'] && routes['*'].url === undefined && { route: words.noRoute }),
    ...(hasNoText && { [keyOf('consent_text', locale)]: words.noConsent }),
    ...Object.fromEntries(refused),
  };
}

/** The text of a field: what was typed, else that of the branding. */
export function textOf(base: WidgetConfig, draft: Draft, key: string): string {
  const field = fieldOf(key);
  return draft[key] ?? field?.read(valueAt(base, pathOf(field))) ?? '';
}

/** The draft with another text; without the field where it is that of the branding again. */
export function withText(base: WidgetConfig, draft: Draft, key: string, text: string): Draft {
  const { [key]: _, ...others } = draft;
  return text === textOf(base, {}, key) ? others : { ...others, [key]: text };
}

/** How a field is called, with the language of its words. */
export function titleOf(key: string, languages: Readonly<Record<string, string>>): string {
  const { name, language } = fieldOf(key) ?? { name: 'title' };
  const title = words.fields[name];
  return language ? `${title} (${languages[language] ?? language})` : title;
}

/** The draft in an address. One that cannot be read is none. */
export function draftIn(query: URLSearchParams, base: WidgetConfig): Draft {
  const draft = [...query].reduce<Draft>((it, [key, text]) => {
    const field = fieldOf(key);
    const isChoice = !field?.choices || Object.hasOwn(field.choices, text);
    const isLanguage = field?.control !== 'language' || TAG.test(text);
    return field && isChoice && isLanguage ? withText(base, it, key, text) : it;
  }, {});
  return fits(draft) ? draft : {};
}

export const fits = (draft: Draft): boolean => String(new URLSearchParams(draft)).length <= MAX_ADDRESS;

/** The parameters of the address for a draft; for one that is too long, none. */
export const draftChanges = (query: URLSearchParams, draft: Draft) => ({
  ...Object.fromEntries([...query.keys()].filter(fieldOf).map((key) => [key, null])),
  ...(fits(draft) && draft),
});

/** The languages that words can have, by their own names: those of the widget, and others of the branding. */
export function languagesOf(branding: WidgetConfig, language: string): Readonly<Record<string, string>> {
  const tags = Object.values(FIELDS)
    .filter((it) => it.isByLanguage)
    .flatMap(({ path }) => Object.keys(valueAt(branding, path) ?? {}));
  const all = [language, branding.default_locale, ...tags];
  return { ...Object.fromEntries(all.map((it) => [it, it])), ...LANGUAGES };
}

export const brandingFile = (it: WidgetConfig): string => JSON.stringify(it, undefined, 2);
