import * as z from 'zod';
import { browserOf, type Stage, socketOf } from '../stage.ts';
import { ms, tab } from '../words.ts';
import { serve } from './serve.ts';
import { step } from './step.ts';

/** Time, silence, and a server that goes on by itself. */

const SILENCING = ['silence', 'blackhole', 'no_echo'];

async function whileSilent(stage: Stage, forMs: number): Promise<void> {
  stage.far.isSilent = true;
  await stage.pass(forMs);
  stage.far.isSilent = false;
}

const eventType = (name: string) => (name.startsWith('EVENT_TYPE_') ? name : `EVENT_TYPE_${name}`);

export const time = {
  mark: step({ mark: z.string() }, ({ mark }, stage) => stage.reach(mark)),
  wait: step({ wait: ms, no_echo: z.boolean().optional() }, ({ wait, no_echo }, stage) =>
    no_echo ? whileSilent(stage, wait) : stage.pass(wait),
  ),
  auto_echo: step(
    { auto_echo: z.union([z.string(), z.array(z.string())]) },
    ({ auto_echo: types }, { far }) => {
      for (const type of [types].flat()) {
        if (eventType(type) !== 'EVENT_TYPE_HEARTBEAT') far.echoed.add(eventType(type));
        else far.isSilent = false;
      }
    },
  ),
  no_echo: step(
    { no_echo: z.union([ms, z.literal(true), z.literal('HEARTBEAT'), z.literal('EVENT_TYPE_HEARTBEAT')]) },
    ({ no_echo: forMs }, stage) => {
      if (typeof forMs === 'number') return whileSilent(stage, forMs);
      stage.far.isSilent = true;
    },
  ),
  silence: step({ silence: z.union([ms, z.literal(true)]) }, ({ silence: forMs }, stage) => {
    if (typeof forMs === 'number') return whileSilent(stage, forMs);
    stage.far.isSilent = true;
  }),
  /** Of the present socket only: the next one is another one. */
  blackhole: step(
    { blackhole: z.union([ms, z.literal(true)]), tab: tab.optional() },
    async ({ blackhole: forMs, tab: page }, stage) => {
      const connection = await socketOf(stage, page);
      if (!connection) return;
      connection.isDeaf = true;
      if (typeof forMs !== 'number') return;
      await stage.pass(forMs);
      connection.isDeaf = false;
    },
  ),
  clock_jump_ms: step(
    { clock_jump_ms: z.number() },
    async ({ clock_jump_ms: jump }, stage) => {
      // A device clock that is set back: no time passes.
      if (jump < 0) {
        for (const page of stage.pages) await browserOf(page).setClockOffset(jump);
        return stage.settle();
      }
      const [next = ''] = Object.keys(stage.next() ?? {});
      // What the client says on waking is already said into the silence that follows.
      if (SILENCING.includes(next)) stage.far.isSilent = true;
      await stage.jump(jump);
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
  serve_ms: step({ serve_ms: ms }, ({ serve_ms: forMs }, stage) => serve(stage, forMs)),
};
