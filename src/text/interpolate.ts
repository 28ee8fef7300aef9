/** Replaces the placeholders `{…}` of a text. A placeholder without a value becomes empty. */
export function interpolate(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : ''),
  );
}
