import * as z from 'zod';
import { PATTERN_FLAGS } from './judge.ts';
import { ENVIRONMENTS } from './suite.ts';

/** The file of a suite, with its short forms. `suite.schema.json` of the examples is made of it. */

const MAX_CASES = 200;
const MAX_TURNS = 30;
const MAX_ITEMS = 20;
const MAX_TEXT = 2_000;
const MAX_PATTERN = 200;
const MAX_NAME = 200;
const MAX_WAIT_MS = 60_000;

const text = (most: number, description: string) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    // YAML reads 4.90 and true as something else; `parse.ts` keeps them as they were written.
    .meta({ description, type: ['string', 'number', 'boolean'] });

const isPattern = (source: string) => {
  try {
    return new RegExp(source, PATTERN_FLAGS) instanceof RegExp;
  } catch {
    return false;
  }
};

const languageTag = text(35, 'A language tag, such as en or en-GB.').regex(
  /^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8})*$/,
  'must be a language tag such as en or en-GB',
);

const oneOrMore = <Item extends z.ZodType>(item: Item, description: string) =>
  z
    .optional(
      z.union([
        item,
        z
          .array(item, { error: 'must be one value or a list' })
          .min(1, 'must not be empty')
          .max(MAX_ITEMS, `must have at most ${MAX_ITEMS} items`),
      ]),
    )
    .describe(description);

const sentence = text(MAX_TEXT, 'Words of the answer.');
const name = text(MAX_NAME, 'A name.');
const expectationFields = {
  says: oneOrMore(
    sentence,
    'The answer contains all of them. Case, white space, quotes and emphasis do not count.',
  ),
  not: oneOrMore(sentence, 'The answer contains none of them.'),
  matches: oneOrMore(
    text(MAX_PATTERN, 'A regular expression of JavaScript.').refine(
      isPattern,
      'must be a regular expression',
    ),
    'The answer matches all of these regular expressions. Case does not count.',
  ),
  function: oneOrMore(name, 'The agent called all of these functions.'),
  handoff: oneOrMore(
    z.union([z.boolean(), name]),
    'true: the visitor was handed over to a person. false: not. A text: the reason was this one.',
  ),
  language: oneOrMore(
    languageTag,
    'The conversation is in this language, or one of these. en includes en-GB.',
  ),
  node: oneOrMore(name, 'The agent is in this node, flow or step, or one of these.'),
  within_ms: z.optional(
    z
      .int({ error: 'must be a whole number of milliseconds' })
      .min(1, 'must be at least 1')
      .max(MAX_WAIT_MS, `must be at most ${MAX_WAIT_MS}`)
      .describe('The answer comes within this time, in milliseconds.'),
  ),
};
const isSomething = (fields: object) => Object.keys(fields).length > 0;
const expect = z
  .optional(
    z.union([
      sentence,
      z.array(sentence).min(1, 'must not be empty').max(MAX_ITEMS, `must have at most ${MAX_ITEMS} items`),
      z
        .strictObject(expectationFields, { error: 'must be words of the answer, or a map such as says: …' })
        .refine(isSomething, 'must expect something'),
    ]),
  )
  .describe('Words that the answer contains, or more about it.');

const say = text(MAX_TEXT, 'What the visitor says.');
const turn = z
  .union([
    say,
    z.strictObject({ say: z.optional(say), expect }, { error: 'must be a text, or a map of say and expect' }),
  ])
  .describe('What the visitor says, and what is expected of the answer.');

const atLeast = z.optional(
  z
    .number({ error: 'must be a share such as 0.9' })
    .gt(0, 'must be above 0')
    .max(1, 'must be at most 1; 0.9 is nine of ten')
    .describe('With --repeat: the share of the repeats that must pass, such as 0.9. Default: all.'),
);

const testCase = z
  .strictObject(
    {
      name: z.optional(name.describe('Default: what the visitor says first.')),
      say: z.optional(say),
      expect,
      turns: z.optional(
        z
          .array(turn, { error: 'must be a list of turns' })
          .min(1, 'must not be empty')
          .max(MAX_TURNS, `must have at most ${MAX_TURNS} turns`)
          .describe('For conversations of more than one turn, in place of say and expect.'),
      ),
      language: z.optional(languageTag),
      at_least: atLeast,
    },
    { error: 'must be a map with say and expect, or with turns' },
  )
  .refine(
    ({ say, expect, turns }) => (turns ? say === undefined && expect === undefined : say !== undefined),
    'must have either say and expect, or turns',
  );

export const suiteFile = z
  .strictObject(
    {
      $schema: z.optional(z.string()),
      name: z.optional(name),
      environment: z.optional(
        z
          .enum(ENVIRONMENTS, { error: `must be ${ENVIRONMENTS.join(', ')}` })
          .describe('The environment of the agent. Default: live.'),
      ),
      channel: z.optional(text(64, 'The channel of the chats. Default: the platform’s.')),
      variant: z.optional(text(MAX_NAME, 'The id of a variant. Default: the platform’s choice.')),
      language: z.optional(languageTag),
      at_least: atLeast,
      cases: z
        .array(testCase, { error: 'must be a list of cases' })
        .min(1, 'must not be empty')
        .max(MAX_CASES, `must have at most ${MAX_CASES} cases`),
    },
    { error: 'must be a map with cases' },
  )
  .meta({ title: 'Suite for foyer-relay behavior test' });

export type SuiteFile = z.output<typeof suiteFile>;
