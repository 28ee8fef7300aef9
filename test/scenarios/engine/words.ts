import * as z from 'zod';

/**
 * The vocabulary of the scenarios. Each word stands in one table, with what it may carry and what it does; what no table
 * knows is unsupported, and so is a word whose values are not those that it may carry.
 */

/** What only some runners can do or see. */
export type Ability =
  /** The relay is the real one, and the platform's side of it is scripted. */
  | 'upstream'
  /** The client's own memory and counters. */
  | 'memory'
  /** Many clients at one time. */
  | 'fleet'
  /** A real browser: documents, storage, layout, the page's other scripts. */
  | 'browser';
export type Abilities = ReadonlySet<Ability>;

/** What a runner cannot play or judge; `needs`: what another one would have to be able to do. */
export interface Unknown {
  readonly what: string;
  readonly needs?: Ability;
}

/** Finds what is not understood in a value of the scenario. */
export type Find = (value: unknown, abilities: Abilities) => Unknown | undefined;

/** Holds a value against the shape that its word may have. */
export function fits(what: string, shape: z.ZodType, value: unknown): Unknown | undefined {
  const read = shape.safeParse(value);
  if (read.success) return undefined;
  const [issue] = read.error.issues;
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  return { what: `${what}${place}: ${issue?.message}` };
}

export const lacks = (what: string, needs: Ability | undefined, abilities: Abilities): Unknown | undefined =>
  needs === undefined || abilities.has(needs) ? undefined : { what, needs };

export const whole = z.int().min(0);
export const ms = z.number().min(0);
export const range = z.tuple([z.number(), z.number()]);
export const code = z.int().min(1000).max(4999);
/** Which page: its number, or all. Absent: the first. */
export const tab = z.union([z.int().min(1), z.literal('all')]);
/** A value of any kind, to be compared as it is. */
export const anything = z.unknown();
export const recordOf = (shape: z.ZodType) => z.record(z.string(), shape);
