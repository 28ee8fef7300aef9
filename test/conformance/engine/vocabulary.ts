import * as z from 'zod';

/**
 * Helpers of the scenario vocabulary. Each word is defined in one table, with the shape of its values and its effect. A word
 * that no table defines is unsupported, and so is a value that does not have the shape.
 */

/** Ability that only some runners have. */
export type Ability =
  /** The relay is real and the platform behind it is scripted. */
  | 'upstream'
  /** Access to the client's memory and counters. */
  | 'memory'
  /** Many clients at one time. */
  | 'fleet'
  /** A real browser: documents, storage, layout, other scripts of the page. */
  | 'browser';
export type Abilities = ReadonlySet<Ability>;

/** Word that a runner does not know or cannot play. `needs` is the missing ability. */
export interface UnknownWord {
  readonly what: string;
  readonly needs?: Ability;
}

/** Finds an unknown word in a value of the scenario. */
export type FindUnknown = (value: unknown, abilities: Abilities) => UnknownWord | undefined;

/** Checks a value against the shape of its word. */
export function checkShape(what: string, shape: z.ZodType, value: unknown): UnknownWord | undefined {
  const read = shape.safeParse(value);
  if (read.success) return undefined;
  const [issue] = read.error.issues;
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  return { what: `${what}${place}: ${issue?.message}` };
}

export const checkAbility = (
  what: string,
  needs: Ability | undefined,
  abilities: Abilities,
): UnknownWord | undefined => (needs === undefined || abilities.has(needs) ? undefined : { what, needs });

export const wholeNumber = z.int().min(0);
export const ms = z.number().min(0);
export const range = z.tuple([z.number(), z.number()]);
export const code = z.int().min(1000).max(4999);
/** Page by number, or all pages; the default is the first. */
export const tab = z.union([z.int().min(1), z.literal('all')]);
/** Any value, which is compared as it is. */
export const anything = z.unknown();
export const recordOf = (shape: z.ZodType) => z.record(z.string(), shape);
