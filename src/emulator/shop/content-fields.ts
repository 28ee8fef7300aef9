import * as z from 'zod';

/** A text, or its lines: JSON has no text of several lines. */
export const text = z.union([z.string().min(1), z.array(z.string()).transform((lines) => lines.join('\n'))]);

/** A text with exactly these names in braces. It is read as the function that fills them in. */
export const template = <Name extends string>(...names: readonly Name[]) =>
  z.string().transform((pattern, context) => {
    const found = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (found.toSorted().join() !== names.toSorted().join())
      context.addIssue(`expected the names ${names.map((name) => `{${name}}`).join(', ')}, each once`);
    return (values: Readonly<Record<Name, string | number>>): string =>
      pattern.replace(/\{(\w+)\}/g, (_, name: Name) => String(values[name]));
  });

/** Named lists of phrases. Other lists include them as `@name`. */
export type PhraseLists = ReadonlyMap<string, readonly string[]>;

/** A phrase as the agent compares it: an apostrophe or hyphen of the visitor is a space. */
const PHRASE = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** Phrases separated by commas, lower case and without accents or punctuation. */
export const phrases = (lists: PhraseLists = new Map()) =>
  z.string().transform((written, context): readonly string[] =>
    written.split(', ').flatMap((phrase) => {
      if (phrase === '' && written === '') return [];
      const list = phrase.startsWith('@') ? lists.get(phrase.slice(1)) : undefined;
      if (list === undefined && !PHRASE.test(phrase))
        context.addIssue(
          `"${phrase}" is neither a list nor a phrase in lower case without accents or punctuation`,
        );
      return list ?? [phrase];
    }),
  );

/** The lists of a language. Each may include those above it. */
export const phraseLists = z.record(z.string(), z.string()).transform((written, context): PhraseLists => {
  const lists = new Map<string, readonly string[]>();
  for (const [name, list] of Object.entries(written)) {
    const parsed = phrases(lists).safeParse(list);
    for (const { message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [name], message });
    lists.set(name, parsed.data ?? []);
  }
  return lists;
});
