import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { CHANNELS, evaluateBehavior, parseBehavior } from '../../../behavior/index.ts';
import { operation, READS_RELAY } from '../api/operation.ts';

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
        line: z.int().meta({ description: 'From 1.' }),
        column: z.int().meta({ description: 'From 1, in UTF-16 units.' }),
        code: z.string(),
        message: z.string(),
      }),
    ),
  }),
  async perform({ body }) {
    // The contract calls them `faults` (contract §9).
    const { issues: faults } = parseBehavior(body.behavior);
    return ok(Response.json({ ok: faults.length === 0, faults }));
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
    ok(Response.json({ text: evaluateBehavior(text, audience) })),
});

export const behaviorText = [lint, preview];
