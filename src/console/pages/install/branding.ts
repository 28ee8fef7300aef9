import { type Tree, valueAt, withValueAt } from '../../../base/value-at.ts';
import {
  DEFAULT_WIDGET_CONFIG,
  type PromptRule,
  readWidgetConfig,
  type WidgetConfig,
} from '../../../protocol/widget-config.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { words } from './words.ts';

/**
 * Changes of a branding as typed texts of fields, including values that the relay would refuse. A field of words by
 * language is one for each, as `welcome.de`.
 */
export type Draft = Readonly<Record<string, string>>;

/** Longer ones do not fit into an address that every proxy takes. */
const MAX_ADDRESS = 4_000;
const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;

/** The key of a field in a draft and in the address. */
export const keyOf = (name: FieldName, language: string): string =>
  FIELDS[name].isByLanguage ? `${name}.${language}` : name;

/** The field of a key, with its place in a branding; undefined for any other parameter of the address. */
function fieldOf(key: string): Field | undefined {
  const [name = '', ...tags] = key.split('.');
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name as FieldName] : undefined;
  const isKnown = field?.isByLanguage
    ? tags.length === 1 && tags.every((tag) => TAG.test(tag))
    : key === name;
  return field && isKnown ? { ...field, path: [...field.path, ...tags] } : undefined;
}

/** Parts of a file that the relay keeps. */
interface RelayRules {
  readonly availability?: { readonly hours?: { readonly week?: object } } | undefined;
  /** A list, or an object of its places while it is edited. */
  readonly prompts?: readonly PromptRule[] | Readonly<Record<string, PromptRule>> | undefined;
}

/** Hours with a zone, the operator's by default, or none; prompts with a text. */
function completedRules({ availability, prompts = [] }: RelayRules): object {
  const { hours, ...others } = availability ?? {};
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const rules = { ...others, ...(hours?.week && { hours: { time_zone, ...hours } }) };
  const texts = Object.values(prompts).filter(({ text }) => text);
  return {
    ...(Object.keys(rules).length > 0 && { availability: rules }),
    ...(texts.length > 0 && { prompts: texts }),
  };
}

/** With both halves of a consent and of a route, or with none. */
function completed({
  consent,
  handoff_routes: routes,
  availability,
  prompts,
  ...others
}: WidgetConfig & RelayRules): WidgetConfig {
  const { '*': route, ...otherRoutes } = routes ?? {};
  const allRoutes = { ...otherRoutes, ...(route?.url && { '*': { ...route, label: route.label ?? {} } }) };
  return {
    ...others,
    ...completedRules({ availability, prompts }),
    ...(consent?.text && { consent: { ...consent, required: consent.required ?? true } }),
    ...(Object.keys(allRoutes).length > 0 && { handoff_routes: allRoutes }),
  };
}

/** The branding with a draft, without what the relay would refuse. */
export const brandingOf = (base: WidgetConfig, draft: Draft): WidgetConfig =>
  completed(
    Object.entries(draft).reduce<Tree | undefined>(
      (branding, [key, text]) => {
        const field = fieldOf(key);
        return field && field.check?.(text) === undefined
          ? withValueAt(branding, field.path, field.write(text))
          : branding;
      },
      base as unknown as Tree,
    ) as unknown as WidgetConfig,
  );

/** Errors by key. */
export const errorsOf = (draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([key, text]) => {
      const message = fieldOf(key)?.check?.(text);
      return message === undefined ? [] : [[key, message]];
    }),
  );

/** The text of a field: the typed text, else the branding's. */
export function textOf(base: WidgetConfig, draft: Draft, key: string): string {
  const field = fieldOf(key);
  return draft[key] ?? field?.read(valueAt(base, field.path)) ?? '';
}

/** The draft with another text; without the field if the text equals the branding's again. */
export function withText(base: WidgetConfig, draft: Draft, key: string, text: string): Draft {
  const { [key]: _, ...others } = draft;
  return text === textOf(base, {}, key) ? others : { ...others, [key]: text };
}

/** Title of a field, with the language of its words. */
export function titleOf(key: string): string {
  const [name = '', language] = key.split('.');
  const title = Object.assign({}, ...Object.values(words.groups))[name];
  return language === undefined ? title : `${title} (${LANGUAGES[language] ?? language})`;
}

/** Languages for words: the widget's, and further ones of the branding. */
export function languagesOf(branding: WidgetConfig, language: string): Readonly<Record<string, string>> {
  const tables = Object.values(FIELDS).filter((field) => field.isByLanguage);
  const tags = tables.flatMap(({ path }) => Object.keys(valueAt(branding, path) ?? {}));
  const all = [language, branding.default_locale, ...tags];
  return { ...Object.fromEntries(all.map((tag) => [tag, tag])), ...LANGUAGES };
}

export const fits = (draft: Draft): boolean => String(new URLSearchParams(draft)).length <= MAX_ADDRESS;

/** The draft in an address. One that cannot be read is none. */
export function draftIn(query: URLSearchParams, base: WidgetConfig): Draft {
  const draft = [...query].reduce<Draft>((read, [key, text]) => {
    const { choices = { [text]: text }, control } = fieldOf(key) ?? { choices: {} };
    const isChoice = Object.hasOwn(choices, text) && (control !== 'language' || TAG.test(text));
    return isChoice ? withText(base, read, key, text) : read;
  }, {});
  return fits(draft) ? draft : {};
}

/** The parameters of the address for a draft; for one that is too long, none. */
export const draftChanges = (query: URLSearchParams, draft: Draft) => ({
  ...Object.fromEntries([...query.keys()].filter(fieldOf).map((key) => [key, null])),
  ...(fits(draft) && draft),
});

export const brandingFile = (branding: WidgetConfig): string => JSON.stringify(branding, undefined, 2);

/** The branding of the relay; the defaults if it cannot be read. */
export function readBrandingText(json: string): WidgetConfig {
  try {
    return readWidgetConfig(JSON.parse(json)) ?? DEFAULT_WIDGET_CONFIG;
  } catch {
    return DEFAULT_WIDGET_CONFIG;
  }
}
