/** A suite of conversations with expectations, as it is run. `short-forms.ts` makes it of what people write. */

export const ENVIRONMENTS = ['live', 'pre-release', 'sandbox'] as const;

/** Conditions of an answer; an absent one is met. */
export interface Expectations {
  /** All of them are in the answer. */
  readonly says?: readonly string[] | undefined;
  /** None of them is. */
  readonly not?: readonly string[] | undefined;
  /** Regular expressions, all of which match. */
  readonly matches?: readonly string[] | undefined;
  /** Functions, all of which were called. */
  readonly function?: readonly string[] | undefined;
  /** One of them is true: whether there is a handoff, or its reason. */
  readonly handoff?: readonly (boolean | string)[] | undefined;
  /** One of them is the language. */
  readonly language?: readonly string[] | undefined;
  /** The agent is in one of them. */
  readonly node?: readonly string[] | undefined;
  readonly withinMs?: number | undefined;
}

interface Turn {
  /** Absent in the first turn alone: the greeting. */
  readonly say?: string | undefined;
  readonly expect: Expectations;
}

export interface Case {
  readonly name: string;
  readonly language?: string | undefined;
  /** The share of the repeats that must pass. */
  readonly atLeast: number;
  readonly turns: readonly Turn[];
}

export interface Suite {
  readonly name?: string | undefined;
  readonly environment: (typeof ENVIRONMENTS)[number];
  readonly channel?: string | undefined;
  readonly variant?: string | undefined;
  readonly cases: readonly Case[];
}
