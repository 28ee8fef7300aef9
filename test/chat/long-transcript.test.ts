import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChatState, type InputBody, initialState } from '../../src/chat/model/state.ts';
import { rowsOf } from '../../src/chat/model/transcript.ts';
import { step } from '../../src/chat/steps/step.ts';
import { agentMessage, GRANT } from '../support/chat-harness.ts';

const COUNT = 400;

const apply = (state: ChatState, input: InputBody): ChatState =>
  step(state, { ...input, at: 0, random: 0.5 })[0];

const OPENING: readonly InputBody[] = [
  { type: 'start', storedSessionId: null },
  { type: 'relay-answered', call: 1, answer: { type: 'grant', grant: GRANT } },
  { type: 'socket-opened', socket: 2 },
];

it('shows hundreds of messages in the order of the journal and each once, however they arrive', () => {
  const sequences = Array.from({ length: COUNT }, (_, index) => index + 1);
  const delays = fc.array(fc.nat(300), { minLength: COUNT, maxLength: COUNT });
  const expected = sequences.map((sequence) => `message ${sequence}`);
  fc.assert(
    fc.property(delays, fc.integer({ min: 5, max: 300 }), (delays, size) => {
      const arrivalOf = (sequence: number) => sequence + (delays[sequence - 1] ?? 0);
      const arriving = sequences.toSorted((a, b) => arrivalOf(a) - arrivalOf(b));
      let state = OPENING.reduce(apply, initialState({ network: { status: 'online' } }));
      for (let start = 0; start < COUNT; start += size) {
        // Some of the frame before come again.
        const frame = arriving.slice(Math.max(0, start - 20), start + size);
        const events = frame.map((sequence) => agentMessage(sequence, `message ${sequence}`));
        const text = JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } });
        state = apply(state, { type: 'frame', socket: 2, text });
      }
      const shown = rowsOf(state.conversation.transcript).flatMap(({ entry }) =>
        entry.kind === 'message' ? [entry.text] : [],
      );
      expect(shown).toEqual(expected);
    }),
    { numRuns: 20, seed: 1 },
  );
});
