import * as z from 'zod';
import { type PlayContext, socketOf } from '../play-context.ts';
import type { ClientFrame } from '../recording.ts';
import type { Step } from '../scenario.ts';
import { anything, ms, tab, wholeNumber } from '../vocabulary.ts';
import { generated, generatedFrame, generators, history, messages, stream } from './generate.ts';
import { send } from './send.ts';
import { step } from './step.ts';
import { stored, storedEventOf } from './stored.ts';

/** Steps with which the server sends frames. */

/** Replaces `from_commit` by the committed event and `gen` by a generated one. */
function withGenerated({ committedEvents, fail }: PlayContext, frame: Step): Step {
  const replaced = (event: Step | null): Step | null => {
    if (event?.['gen'] !== undefined) return generated(event as never);
    const name = event?.['from_commit'];
    if (name === undefined) return event;
    const stored = committedEvents.get(String(name));
    if (!stored) fail(`nothing was committed as ${name}`);
    return stored ?? null;
  };
  const { events } = (frame['payload'] ?? {}) as { readonly events?: unknown };
  if (!Array.isArray(events)) return replaced(frame) ?? {};
  return { ...frame, payload: { ...(frame['payload'] as object), events: events.map(replaced) } };
}

/** Sends frames one after the other at an interval. */
async function sendAll(context: PlayContext, frames: readonly Step[], everyMs = 0): Promise<void> {
  for (const [at, frame] of frames.entries()) {
    if (at > 0 && everyMs > 0) await context.advance(everyMs);
    await send(context, JSON.stringify(frame));
  }
}

const nextSequence = ({ recording }: PlayContext): number =>
  Math.max(0, ...recording.journal.map((event) => Number(event['sequence']))) + 1;

/** Frame that is sent as written, except committed or generated events of a batch. */
const verbatim = z.looseObject({}).superRefine(({ gen, from_commit, payload }, context) => {
  const { events } = (payload ?? {}) as { readonly events?: unknown };
  const inside = (Array.isArray(events) ? events : []) as (Step | null)[];
  const isStrange = inside.some(
    (step) => step?.['gen'] !== undefined && !generatedFrame.safeParse(step).success,
  );
  if (gen !== undefined || from_commit !== undefined || isStrange)
    context.addIssue({ code: 'custom', message: 'no such frame can be made' });
});

const awaited = z.strictObject({
  type: z.string(),
  payload: z.record(z.string(), anything).optional(),
  text: z.string().optional(),
});

/** Parameters that repeat a frame. */
const repetition = {
  tab: tab.optional(),
  socket: z.int().min(1).optional(),
  times: z.int().min(1).optional(),
  every_ms: ms.optional(),
};

async function repeat(
  context: PlayContext,
  {
    times = 1,
    every_ms = 0,
  }: { readonly times?: number | undefined; readonly every_ms?: number | undefined },
  run: () => Promise<void>,
): Promise<void> {
  for (let i = 0; i < times; i++) {
    if (i > 0) await context.advance(every_ms);
    await run();
  }
}

export const frames = {
  frame: step(
    {
      frame: z.union([generatedFrame, z.strictObject({ from_commit: z.string() }), verbatim]),
      ...repetition,
    },
    (step, context) => {
      const { frame } = step;
      const text = withGenerated(context, frame as Step);
      return repeat(context, step, () => send(context, JSON.stringify(text), step));
    },
  ),
  /** The network holds the frames back and delivers them at once, before the client can act on the first. */
  buffered: step(
    { buffered: z.array(z.union([generatedFrame, verbatim])).min(1), tab: tab.optional() },
    async ({ buffered, tab: page }, context) => {
      for (const frame of buffered) {
        const text = JSON.stringify(withGenerated(context, frame as Step));
        await send(context, text, { tab: page }, false);
      }
      await context.settle();
    },
  ),
  raw: step({ raw: z.string(), ...repetition }, (step, context) =>
    repeat(context, step, () => send(context, step.raw, step)),
  ),
  gen_raw: step({ gen_raw: z.literal('nested_json'), depth: wholeNumber }, ({ depth }, context) =>
    send(context, '['.repeat(depth) + ']'.repeat(depth)),
  ),
  binary: step({ binary: z.string(), tab: tab.optional() }, async (step, context) => {
    const connection = await socketOf(context, step.tab);
    if (connection) context.backend.sendBinary(connection, step.binary);
    await context.settle();
  }),
  gen: [
    step(generators.history, (step, context) => sendAll(context, history(step.events, step.frames ?? 1))),
    step(generators.stream, (step, context) =>
      sendAll(
        context,
        stream(step.message_id ?? 'generated', step.chunks, step.sequence ?? nextSequence(context)),
        step.every_ms,
      ),
    ),
    step(generators.messages, (step, context) =>
      sendAll(context, messages(step.count, step.sequence ?? nextSequence(context)), step.every_ms),
    ),
  ],
  echo: step(
    {
      echo: z.strictObject({ ...stored, delay: ms.optional(), delay_ms: ms.optional() }),
      tab: tab.optional(),
    },
    async ({ echo: { delay, delay_ms, ...echo }, tab: page }, context) => {
      await context.advance(delay ?? delay_ms ?? 0);
      await send(context, JSON.stringify(storedEventOf(context, echo)), { tab: page });
    },
  ),
  commit: step(
    { commit: z.strictObject({ ...stored, echo: z.boolean().optional() }) },
    async ({ commit: { echo, ...commit } }, context) => {
      const event = storedEventOf(context, commit);
      context.committedEvents.set(commit.of, event);
      if (echo) return send(context, JSON.stringify(event));
      context.recording.journal.push(event);
    },
  ),
  await: step(
    { await: awaited, as: z.string().optional(), tab: tab.optional(), within_ms: ms.optional() },
    async ({ await: wanted, as, tab: page, within_ms }, context) => {
      const { sent } = context.recording;
      const reader = String(page ?? 'all');
      // The server reads in order and skips frames before the awaited one.
      const find = () =>
        sent.findIndex(
          (frame, at) => at >= (context.readPositions.get(reader) ?? 0) && isAwaited(frame, wanted, page),
        );
      if (!(await context.await(`a ${wanted.type}`, () => find() >= 0, within_ms))) return;
      const frame = sent[find()];
      context.readPositions.set(reader, find() + 1);
      if (frame && as !== undefined) context.namedFrames.set(as, frame);
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
