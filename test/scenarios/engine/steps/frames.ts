import * as z from 'zod';
import type { ClientFrame } from '../record.ts';
import type { Step } from '../scenario.ts';
import { type Stage, socketOf } from '../stage.ts';
import { anything, ms, tab, whole } from '../words.ts';
import { generated, generatedFrame, generators, history, messages, stream } from './generate.ts';
import { say } from './say.ts';
import { step } from './step.ts';
import { stamped, stored } from './stored.ts';

/** What the server says. */

/** Puts what was committed where the script says `from_commit`, and what is generated where it says `gen`. */
function withReplaced({ committed, fault }: Stage, frame: Step): Step {
  const replaced = (event: Step | null): Step | null => {
    if (event?.['gen'] !== undefined) return generated(event as never);
    const name = event?.['from_commit'];
    if (name === undefined) return event;
    const stored = committed.get(String(name));
    if (!stored) fault(`nothing was committed as ${name}`);
    return stored ?? null;
  };
  const { events } = (frame['payload'] ?? {}) as { readonly events?: unknown };
  if (!Array.isArray(events)) return replaced(frame) ?? {};
  return { ...frame, payload: { ...(frame['payload'] as object), events: events.map(replaced) } };
}

/** Says them one after the other, so far apart. */
async function sayAll(stage: Stage, frames: readonly Step[], everyMs = 0): Promise<void> {
  for (const [at, frame] of frames.entries()) {
    if (at > 0 && everyMs > 0) await stage.pass(everyMs);
    await say(stage, JSON.stringify(frame));
  }
}

const nextSequence = ({ chronicle }: Stage): number =>
  Math.max(0, ...chronicle.journal.map((it) => Number(it['sequence']))) + 1;

/** Sent as it stands, but for what is committed or generated among the events of a batch. */
const verbatim = z.looseObject({}).superRefine(({ gen, from_commit, payload }, context) => {
  const { events } = (payload ?? {}) as { readonly events?: unknown };
  const inside = (Array.isArray(events) ? events : []) as (Step | null)[];
  const isStrange = inside.some((it) => it?.['gen'] !== undefined && !generatedFrame.safeParse(it).success);
  if (gen !== undefined || from_commit !== undefined || isStrange)
    context.addIssue({ code: 'custom', message: 'no such frame can be made' });
});

const awaited = z.strictObject({
  type: z.string(),
  payload: z.record(z.string(), anything).optional(),
  text: z.string().optional(),
});

/** The same frame again and again. */
const again = {
  tab: tab.optional(),
  socket: z.int().min(1).optional(),
  times: z.int().min(1).optional(),
  every_ms: ms.optional(),
};

async function repeat(
  stage: Stage,
  {
    times = 1,
    every_ms = 0,
  }: { readonly times?: number | undefined; readonly every_ms?: number | undefined },
  run: () => Promise<void>,
): Promise<void> {
  for (let i = 0; i < times; i++) {
    if (i > 0) await stage.pass(every_ms);
    await run();
  }
}

export const frames = {
  frame: step(
    {
      frame: z.union([generatedFrame, z.strictObject({ from_commit: z.string() }), verbatim]),
      ...again,
    },
    (it, stage) => {
      const { frame } = it;
      const text = withReplaced(stage, frame as Step);
      return repeat(stage, it, () => say(stage, JSON.stringify(text), it));
    },
  ),
  raw: step({ raw: z.string(), ...again }, (it, stage) => repeat(stage, it, () => say(stage, it.raw, it))),
  gen_raw: step({ gen_raw: z.literal('nested_json'), depth: whole }, ({ depth }, stage) =>
    say(stage, '['.repeat(depth) + ']'.repeat(depth)),
  ),
  binary: step({ binary: z.string(), tab: tab.optional() }, async (it, stage) => {
    const connection = await socketOf(stage, it.tab);
    if (connection) stage.far.sayBinary(connection, it.binary);
    await stage.settle();
  }),
  gen: [
    step(generators.history, (it, stage) => sayAll(stage, history(it.events, it.frames ?? 1))),
    step(generators.stream, (it, stage) =>
      sayAll(
        stage,
        stream(it.message_id ?? 'generated', it.chunks, it.sequence ?? nextSequence(stage)),
        it.every_ms,
      ),
    ),
    step(generators.messages, (it, stage) =>
      sayAll(stage, messages(it.count, it.sequence ?? nextSequence(stage)), it.every_ms),
    ),
  ],
  echo: step(
    {
      echo: z.strictObject({ ...stored, delay: ms.optional(), delay_ms: ms.optional() }),
      tab: tab.optional(),
    },
    async ({ echo: { delay, delay_ms, ...echo }, tab: page }, stage) => {
      await stage.pass(delay ?? delay_ms ?? 0);
      await say(stage, JSON.stringify(stamped(stage, echo)), { tab: page });
    },
  ),
  commit: step(
    { commit: z.strictObject({ ...stored, echo: z.boolean().optional() }) },
    async ({ commit: { echo, ...commit } }, stage) => {
      const event = stamped(stage, commit);
      stage.committed.set(commit.of, event);
      if (echo) return say(stage, JSON.stringify(event));
      stage.chronicle.journal.push(event);
    },
  ),
  await: step(
    { await: awaited, as: z.string().optional(), tab: tab.optional(), within_ms: ms.optional() },
    async ({ await: wanted, as, tab: page, within_ms }, stage) => {
      const { sent } = stage.chronicle;
      const reader = String(page ?? 'all');
      // The server reads in order: what came before the awaited frame is passed over.
      const find = () =>
        sent.findIndex((it, at) => at >= (stage.read.get(reader) ?? 0) && isAwaited(it, wanted, page));
      if (!(await stage.await(`a ${wanted.type}`, () => find() >= 0, within_ms))) return;
      const frame = sent[find()];
      stage.read.set(reader, find() + 1);
      if (frame && as !== undefined) stage.named.set(as, frame);
    },
  ),
};

function isAwaited(
  frame: ClientFrame,
  { type, payload, text }: z.output<typeof awaited>,
  page: unknown,
): boolean {
  const found = frame.payload;
  return (
    !frame.isUnread &&
    frame.type === type &&
    (page === undefined || page === 'all' || page === frame.page) &&
    (text === undefined || found['text'] === text) &&
    (payload === undefined || JSON.stringify(found) === JSON.stringify(payload))
  );
}
