import type * as z from 'zod';
import type { ScenarioRun } from '../recording.ts';
import { type Ability, checkAbility, checkShape, type FindUnknown, type UnknownWord } from '../vocabulary.ts';

/** Definition of a word of `then`: the shape of its value and its evaluation. */
export interface Check {
  readonly findUnknown: (what: string, ...of: Parameters<FindUnknown>) => UnknownWord | undefined;
  /** Returns the failures. `what` is the place of the word. */
  readonly evaluate: (what: string, expected: never, run: ScenarioRun) => readonly string[];
}

export function check<Shape extends z.ZodType>(
  shape: Shape,
  evaluate: (what: string, expected: z.output<Shape>, run: ScenarioRun) => readonly string[],
  needs?: Ability,
): Check {
  return {
    findUnknown: (what, value, abilities) =>
      checkShape(what, shape, value) ?? checkAbility(what, needs, abilities),
    evaluate,
  };
}

type Table = Readonly<Record<string, Check>>;

/** Check of an object whose keys are words themselves. */
export function group(table: Table): Check {
  return {
    findUnknown(what, value, abilities) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return { what };
      for (const [key, it] of Object.entries(value)) {
        const word = Object.hasOwn(table, key) ? table[key] : undefined;
        const unknown = word ? word.findUnknown(`${what}.${key}`, it, abilities) : { what: `${what}.${key}` };
        if (unknown) return unknown;
      }
      return undefined;
    },
    evaluate: (what, expected, run) =>
      Object.entries(expected as object).flatMap(
        ([key, value]) => table[key]?.evaluate(`${what}.${key}`, value as never, run) ?? [],
      ),
  };
}

/** Word with a parameter in it, which is matched by a pattern. */
export interface Pattern {
  readonly is: RegExp;
  readonly needs?: Ability | undefined;
  /** Returns true, or the value that was found instead. */
  readonly evaluate: (run: ScenarioRun, ...parameters: string[]) => true | unknown;
}

export function list(patterns: readonly Pattern[]): Check {
  const of = (word: unknown) => patterns.find(({ is }) => typeof word === 'string' && is.test(word));
  return {
    findUnknown(what, value, abilities) {
      if (!Array.isArray(value)) return { what };
      for (const word of value) {
        const pattern = of(word);
        if (!pattern) return { what: `${what} ${JSON.stringify(word)}` };
        const missing = checkAbility(`${what} ${word}`, pattern.needs, abilities);
        if (missing) return missing;
      }
      return undefined;
    },
    evaluate: (what, words: readonly string[], run) =>
      words.flatMap((word) => {
        const pattern = of(word);
        const found = pattern?.evaluate(run, ...(pattern.is.exec(word)?.slice(1) ?? []));
        return found === true ? [] : [`${what} ${word}: found ${JSON.stringify(found)}`];
      }),
  };
}
