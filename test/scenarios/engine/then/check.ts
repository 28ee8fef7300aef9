import type * as z from 'zod';
import type { Played } from '../record.ts';
import { type Ability, type Find, fits, lacks, type Unknown } from '../words.ts';

/** A word of `then`: what it may be held against, and how. */
export interface Check {
  readonly find: (what: string, ...of: Parameters<Find>) => Unknown | undefined;
  /** The faults; `what` is where the word stands. */
  readonly judge: (what: string, expected: never, played: Played) => readonly string[];
}

export function check<Shape extends z.ZodType>(
  shape: Shape,
  judge: (what: string, expected: z.output<Shape>, played: Played) => readonly string[],
  needs?: Ability,
): Check {
  return {
    find: (what, value, abilities) => fits(what, shape, value) ?? lacks(what, needs, abilities),
    judge,
  };
}

type Table = Readonly<Record<string, Check>>;

/** A key whose value is made of words of its own. */
export function group(table: Table): Check {
  return {
    find(what, value, abilities) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return { what };
      for (const [key, it] of Object.entries(value)) {
        const word = Object.hasOwn(table, key) ? table[key] : undefined;
        const unknown = word ? word.find(`${what}.${key}`, it, abilities) : { what: `${what}.${key}` };
        if (unknown) return unknown;
      }
      return undefined;
    },
    judge: (what, expected, played) =>
      Object.entries(expected as object).flatMap(
        ([key, it]) => table[key]?.judge(`${what}.${key}`, it as never, played) ?? [],
      ),
  };
}

/** A list of words with a parameter in them: the table's keys are patterns. */
export interface Pattern {
  readonly is: RegExp;
  readonly needs?: Ability | undefined;
  /** Whether it holds, or what was found instead. */
  readonly judge: (played: Played, ...parameters: string[]) => true | unknown;
}

export function list(patterns: readonly Pattern[]): Check {
  const of = (word: unknown) => patterns.find(({ is }) => typeof word === 'string' && is.test(word));
  return {
    find(what, value, abilities) {
      if (!Array.isArray(value)) return { what };
      for (const word of value) {
        const pattern = of(word);
        if (!pattern) return { what: `${what} ${JSON.stringify(word)}` };
        const missing = lacks(`${what} ${word}`, pattern.needs, abilities);
        if (missing) return missing;
      }
      return undefined;
    },
    judge: (what, words: readonly string[], played) =>
      words.flatMap((word) => {
        const pattern = of(word);
        const found = pattern?.judge(played, ...(pattern.is.exec(word)?.slice(1) ?? []));
        return found === true ? [] : [`${what} ${word}: found ${JSON.stringify(found)}`];
      }),
  };
}
