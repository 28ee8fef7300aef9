import * as z from 'zod';
import { browserOf, type PlayContext, socketOf } from '../play-context.ts';
import { ms, tab } from '../vocabulary.ts';
import { serve } from './serve.ts';
import { step } from './step.ts';

/** Steps about time, silence and the automatic server. */

const SILENCING = ['silence', 'blackhole', 'no_echo'];

async function whileSilent(context: PlayContext, forMs: number): Promise<void> {
  context.backend.isSilent = true;
  await context.advance(forMs);
  context.backend.isSilent = false;
}

const eventType = (name: string) => (name.startsWith('EVENT_TYPE_') ? name : `EVENT_TYPE_${name}`);

export const time = {
  mark: step({ mark: z.string() }, ({ mark }, context) => context.reachMark(mark)),
  wait: step({ wait: ms, no_echo: z.boolean().optional() }, ({ wait, no_echo }, context) =>
    no_echo ? whileSilent(context, wait) : context.advance(wait),
  ),
  auto_echo: step(
    { auto_echo: z.union([z.string(), z.array(z.string())]) },
    ({ auto_echo: types }, { backend }) => {
      for (const type of [types].flat()) {
        if (eventType(type) !== 'EVENT_TYPE_HEARTBEAT') backend.echoedTypes.add(eventType(type));
        else backend.isSilent = false;
      }
    },
  ),
  no_echo: step(
    { no_echo: z.union([ms, z.literal(true), z.literal('HEARTBEAT'), z.literal('EVENT_TYPE_HEARTBEAT')]) },
    ({ no_echo: forMs }, context) => {
      if (typeof forMs === 'number') return whileSilent(context, forMs);
      context.backend.isSilent = true;
    },
  ),
  silence: step({ silence: z.union([ms, z.literal(true)]) }, ({ silence: forMs }, context) => {
    if (typeof forMs === 'number') return whileSilent(context, forMs);
    context.backend.isSilent = true;
  }),
  /** Affects only the present socket. */
  blackhole: step(
    { blackhole: z.union([ms, z.literal(true)]), tab: tab.optional() },
    async ({ blackhole: forMs, tab: page }, context) => {
      const connection = await socketOf(context, page);
      if (!connection) return;
      connection.isUnresponsive = true;
      if (typeof forMs !== 'number') return;
      await context.advance(forMs);
      connection.isUnresponsive = false;
    },
  ),
  clock_jump_ms: step(
    { clock_jump_ms: z.number() },
    async ({ clock_jump_ms: jump }, context) => {
      // The device's clock is set back, so no time passes.
      if (jump < 0) {
        for (const page of context.pages) await browserOf(page).setClockOffset(jump);
        return context.settle();
      }
      const [next = ''] = Object.keys(context.nextStep() ?? {});
      // A following silence already applies to the frames that the client sends after waking up.
      if (SILENCING.includes(next)) context.backend.isSilent = true;
      await context.jump(jump);
    },
    ({ clock_jump_ms: jump }) => (jump < 0 ? 'browser' : undefined),
  ),
  server_policy: step(
    {
      server_policy: z.enum(['drop_user_messages', 'drop_echoes', 'echo_twice']),
      indices: z.array(z.int().min(1)),
    },
    ({ server_policy: policy, indices }, { policies }) => {
      policies.set(policy, indices);
    },
  ),
  serve_ms: step({ serve_ms: ms }, ({ serve_ms: forMs }, context) => serve(context, forMs)),
};
