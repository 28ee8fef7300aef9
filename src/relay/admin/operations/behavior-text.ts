import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { CHANNELS, evaluateBehavior, parseBehavior } from '../../../behavior/index.ts';
import { operation } from '../operation.ts';

/** Operations that lint and evaluate behaviour text in the relay, without the platform (contract §9). */

const tag = 'Behaviour';
const behavior = z.string().meta({
  description: 'Behaviour text with its tags.',
  examples: ['Be kind.<channel:voice> Speak slowly.</channel>'],
});

const lint = operation({
  id: 'lintBehavior',
  tag,
  summary: 'Lint the tags of a behaviour text',
  method: 'POST',
  path: '/behavior/lint',
  scopes: ['read'],
  about: 'nothing',
  answeredBy: 'relay',
  body: z.object({ behavior }),
  status: 200,
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
  id: 'previewBehavior',
  tag,
  summary: 'Evaluate a behaviour text for a channel and a language',
  method: 'POST',
  path: '/behavior/preview',
  scopes: ['read'],
  about: 'nothing',
  answeredBy: 'relay',
  body: z.object({
    behavior,
    channel: z.enum(CHANNELS),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or en-GB')
      .meta({ examples: ['en-GB'] }),
  }),
  status: 200,
  answer: z.object({ text: z.string() }),
  perform: async ({ body: { behavior: text, ...audience } }) =>
    ok(Response.json({ text: evaluateBehavior(text, audience) })),
});

export const behaviorText = [lint, preview];
