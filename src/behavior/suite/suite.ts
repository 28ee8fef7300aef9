import * as z from 'zod';

/** A suite of conversations with expectations, as it is run. `file.ts` has the shorter forms that people write. */

export const ENVIRONMENTS = ['live', 'pre-release', 'sandbox'] as const;

const texts = z.array(z.string());

/** Every field is optional; an absent one expects nothing. */
export const expectations = z.object({
  says: z.optional(texts.meta({ description: 'The answer contains all of them.' })),
  not: z.optional(texts.meta({ description: 'The answer contains none of them.' })),
  matches: z.optional(texts.meta({ description: 'The answer matches all of these regular expressions.' })),
  function: z.optional(texts.meta({ description: 'All these functions were called.' })),
  handoff: z.optional(
    z.array(z.union([z.boolean(), z.string()])).meta({
      description: 'One of them is true: whether there is a handoff, or its reason.',
    }),
  ),
  language: z.optional(texts.meta({ description: 'The conversation is in one of these languages.' })),
  node: z.optional(texts.meta({ description: 'The agent is in one of these nodes, flows or steps.' })),
  within_ms: z.optional(z.int().meta({ description: 'The answer came within this time.' })),
});
export type Expectations = z.output<typeof expectations>;

const turn = z.object({
  say: z.optional(z.string().meta({ description: 'Absent in the first turn alone: the greeting.' })),
  expect: expectations,
});

const testCase = z.object({
  name: z.string(),
  language: z.optional(z.string()),
  at_least: z.number().meta({ description: 'The share of the repeats that must pass.' }),
  turns: z.array(turn),
});
export type Case = z.output<typeof testCase>;

export const suite = z.object({
  name: z.optional(z.string()),
  environment: z.enum(ENVIRONMENTS),
  channel: z.optional(z.string()),
  variant: z.optional(z.string()),
  cases: z.array(testCase),
});
export type Suite = z.output<typeof suite>;
