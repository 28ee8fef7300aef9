import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createModel,
  type DownFault,
  type HandshakeFault,
  type Model,
  type UpFault,
} from '../support/model-server.ts';

const often = <Fault extends string>(calm: Fault, ...faults: Fault[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(calm) }, { weight: 2, arbitrary: fc.constantFrom(...faults) });

const plans = fc.record({
  up: fc.array(often<UpFault>('none', 'lost', 'stored-then-cut', 'cut', 'slow', 'echo-lost', 'echo-twice'), {
    maxLength: 20,
  }),
  down: fc.array(often<DownFault>('none', 'cut-before', 'cut-after', 'twice', 'late', 'garbage-first'), {
    maxLength: 40,
  }),
  handshake: fc.array(often<HandshakeFault>('none', 'refused', 'silent'), { maxLength: 8 }),
});

/** What the visitor and the network do, with the time that passes after each. */
const acts = fc.array(
  fc.tuple(
    fc.constantFrom('send', 'send', 'send', 'offline', 'online', 'wait'),
    fc.integer({ min: 0, max: 12_000 }),
  ),
  { maxLength: 12 },
);

interface Line {
  readonly author: string;
  readonly text: string;
}

/** The conversation as the platform has it. */
function stored({ journal }: Model): Line[] {
  const lines = new Map<string, Line>();
  for (const { type, payload } of journal) {
    const id = String(payload['message_id']);
    const text = String(payload['text'] ?? '');
    if (type === 'EVENT_TYPE_USER_MESSAGE') lines.set(id, { author: 'user', text });
    if (type === 'EVENT_TYPE_POLY_AGENT_MESSAGE') lines.set(id, { author: 'agent', text });
    if (type === 'EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK') {
      lines.set(id, { author: 'agent', text: (lines.get(id)?.text ?? '') + text });
    }
  }
  return [...lines.values()];
}

/** The conversation as the visitor sees it, without what is shown as failed. */
const seen = ({ chat }: Model): Line[] =>
  chat.transcript.value.flatMap((it) =>
    it.kind === 'message' && it.delivery !== 'failed' ? [{ author: it.author, text: it.text }] : [],
  );

describe('a conversation on a bad link', () => {
  it('is in the end what the platform has stored: nothing lost, nothing twice, in order', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, acts, fc.integer({ min: 0, max: 1_000 }), async (plan, script, seed) => {
        const model = createModel(plan, seed);
        const said: string[] = [];
        model.chat.start();
        await model.pass(500);
        for (const [act, waitMs] of script) {
          if (act === 'send') {
            said.push(`message ${said.length + 1}`);
            model.chat.send(said.at(-1) ?? '');
          } else if (act !== 'wait') model.network(act as 'online' | 'offline');
          await model.pass(waitMs);
        }
        model.heal();
        await model.pass(400_000);
        // What the visitor was left to decide: a lost connection, or an agent that was asked in vain.
        const isUnavailable = model.chat.transcript.value.some(
          (it) => it.kind === 'notice' && it.notice === 'agent_unavailable',
        );
        if (model.chat.connection.value === 'failed' || isUnavailable) model.chat.reconnect();
        await model.pass(100_000);

        const failed = model.chat.transcript.value.flatMap((it) =>
          it.kind === 'message' && it.delivery === 'failed' ? [it.text] : [],
        );
        const kept = stored(model);
        // Each of the visitor's messages is stored exactly once, or shown as failed (H1, H3).
        for (const text of said) {
          const times = kept.filter((it) => it.author === 'user' && it.text === text).length;
          expect({ text, times, isFailed: failed.includes(text) }).toEqual({
            text,
            times: failed.includes(text) ? 0 : 1,
            isFailed: failed.includes(text),
          });
        }
        // What is shown is what is stored (H2, H4, H6), in the order of the journal (H5).
        expect(seen(model)).toEqual(kept);
        expect({
          status: model.chat.connection.value,
          typing: model.chat.typing.value,
          streaming: model.chat.transcript.value.some((it) => it.kind === 'message' && it.streaming),
          sending: model.chat.transcript.value.some(
            (it) => it.kind === 'message' && it.delivery === 'sending',
          ),
        }).toEqual({ status: 'online', typing: null, streaming: false, sending: false });
        expect(model.mostOpen()).toBeLessThanOrEqual(1);
        expect(model.joins()).toBeLessThanOrEqual(5);
        model.chat.dispose();
        await model.pass(5_000);
        expect(model.clock.waiting()).toBe(0);
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 2_000) },
    );
  });
});
