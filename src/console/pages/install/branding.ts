import type { WidgetConfig } from '../../../protocol/widget-config.ts';

/** A branding as texts of fields. Texts by language are those of its default language. */
export interface BrandingFields {
  readonly title: string;
  readonly accent: string;
  readonly headerStyle: string;
  /** In pixels; empty: not a number of pixels. */
  readonly radius: string;
  readonly font: string;
  readonly avatar: string;
  readonly locale: string;
  readonly welcome: string;
  /** One a line. */
  readonly starters: string;
}
export interface Change {
  readonly name: keyof BrandingFields;
  readonly value: string;
}

/** More of them would hide the conversation, and are refused in a file. */
const MAX_STARTERS = 5;

export const fieldsOf = (it: WidgetConfig): BrandingFields => ({
  title: it.header.text,
  accent: it.accent ?? '',
  headerStyle: it.header_style ?? 'brand',
  radius: typeof it.radius === 'number' ? String(it.radius) : '',
  font: it.font ?? '',
  avatar: it.agent?.avatar ?? '',
  locale: it.default_locale,
  welcome: it.welcome?.[it.default_locale] ?? '',
  starters: it.starters?.[it.default_locale]?.join('\n') ?? '',
});

/** The value, or undefined for an empty text: JSON leaves it out. */
const given = (value: string) => (value.trim() === '' ? undefined : value);

/** A table by language with another value for one of them; undefined: with none. */
function withLanguage<Value>(
  table: Readonly<Record<string, Value>> | undefined,
  locale: string,
  value: Value | undefined,
): Record<string, Value> | undefined {
  const { [locale]: _, ...others } = table ?? {};
  const changed = value === undefined ? others : { ...others, [locale]: value };
  return Object.keys(changed).length > 0 ? (changed as Record<string, Value>) : undefined;
}

/** The branding with another value of one field. What has no field stays. */
export function withField(before: WidgetConfig, { name, value }: Change): WidgetConfig {
  const locale = before.default_locale;
  switch (name) {
    case 'title':
      return { ...before, header: { ...before.header, text: value } };
    case 'accent':
      return { ...before, accent: given(value) };
    case 'headerStyle':
      return { ...before, header_style: value === 'plain' ? 'plain' : undefined };
    case 'radius':
      return { ...before, radius: given(value) === undefined ? undefined : Number(value) };
    case 'font':
      return { ...before, font: given(value) };
    case 'avatar':
      return { ...before, agent: { ...before.agent, avatar: given(value.trim()) } };
    case 'locale':
      return { ...before, default_locale: value };
    case 'welcome':
      return { ...before, welcome: withLanguage(before.welcome, locale, given(value)) };
    case 'starters': {
      const lines = value.split('\n').slice(0, MAX_STARTERS);
      return {
        ...before,
        starters: withLanguage(before.starters, locale, given(value) === undefined ? undefined : lines),
      };
    }
  }
}

/** The file of a branding. Empty first words, which are there while one types, are left out. */
export function brandingFile(it: WidgetConfig): string {
  const starters = Object.entries(it.starters ?? {}).map(([locale, lines]) => [
    locale,
    lines.map((line) => line.trim()).filter(Boolean),
  ]);
  return JSON.stringify(
    { ...it, ...(starters.length > 0 && { starters: Object.fromEntries(starters) }) },
    undefined,
    2,
  );
}
