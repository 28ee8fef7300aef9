import * as z from 'zod';
import { CHANNELS, evaluateBehavior, parseBehavior } from '../../../behavior/index.ts';
import { parseSuite } from '../../../behavior/suite/parse.ts';
import { ENVIRONMENTS } from '../../../behavior/suite/suite.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';

/** Operations that lint and evaluate behaviour text in the relay, without the platform (contract §9). */

const shared = { ...READS_RELAY, method: 'POST', tag: 'Behaviour', about: 'nothing' } as const;
const behavior = z.string().meta({
  description: 'Behaviour text with its tags.',
  examples: ['Be kind.<channel:voice> Speak slowly.</channel>'],
});

const lint = operation({
  ...shared,
  id: 'lintBehavior',
  summary: 'Lint the tags of a behaviour text',
  path: '/behavior/lint',
  body: z.object({ behavior }),
  answer: z.object({
    ok: z.boolean(),
    faults: z.array(
      z.object({
        line: z.int().describe('From 1.'),
        column: z.int().describe('From 1, in UTF-16 units.'),
        code: z.string(),
        message: z.string(),
      }),
    ),
  }),
  async perform({ body }) {
    // The contract calls them `faults` (contract §9).
    const { issues: faults } = parseBehavior(body.behavior);
    return okJson({ ok: faults.length === 0, faults });
  },
});

const preview = operation({
  ...shared,
  id: 'previewBehavior',
  summary: 'Evaluate a behaviour text for a channel and a language',
  path: '/behavior/preview',
  body: z.object({
    behavior,
    channel: z.enum(CHANNELS),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or en-GB')
      .meta({ examples: ['en-GB'] }),
  }),
  answer: z.object({ text: z.string() }),
  perform: async ({ body: { behavior: text, ...audience } }) =>
    okJson({ text: evaluateBehavior(text, audience) }),
});

const texts = z.optional(z.array(z.string()));
const suiteTurn = z.object({
  say: z.optional(z.string()).describe('Absent for the greeting.'),
  expect: z.object({
    says: texts,
    not: texts,
    matches: texts,
    function: texts,
    handoff: z.optional(z.array(z.union([z.boolean(), z.string()]))),
    language: texts,
    node: texts,
    within_ms: z.optional(z.int()),
  }),
});

const readSuite = operation({
  ...shared,
  id: 'readSuite',
  summary: 'Check a suite of conversations with the agent, and write its short forms out',
  path: '/behavior/suite',
  body: z.object({
    suite: z
      .string()
      .meta({ description: 'YAML or JSON.', examples: ['cases: [{say: Hello, expect: Iris}]'] }),
  }),
  answer: z.object({
    faults: z.array(z.object({ line: z.int(), column: z.int(), message: z.string() })),
    suite: z
      .object({
        name: z.optional(z.string()),
        environment: z.enum(ENVIRONMENTS),
        channel: z.optional(z.string()),
        variant: z.optional(z.string()),
        cases: z.array(
          z.object({
            name: z.string(),
            language: z.optional(z.string()),
            at_least: z.number(),
            turns: z.array(suiteTurn),
          }),
        ),
      })
      .nullable()
      .describe('Null if there are faults.'),
  }),
  async perform({ body }) {
    const parsed = parseSuite(body.suite);
    if (!parsed.ok) return okJson({ faults: parsed.error, suite: null });
    const cases = parsed.value.cases.map(({ atLeast, turns, ...one }) => ({
      ...one,
      at_least: atLeast,
      turns: turns.map(({ expect: { withinMs, ...expect }, ...turn }) => ({
        ...turn,
        expect: { ...expect, within_ms: withinMs },
      })),
    }));
    return okJson({ faults: [], suite: { ...parsed.value, cases } });
  },
});

export const behaviorText = [lint, preview, readSuite];
