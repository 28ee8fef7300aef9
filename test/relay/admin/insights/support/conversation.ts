import fc from 'fast-check';
import type { Conversation } from '../../../../../src/relay/admin/insights/rollup.ts';

export const NAMES = ['', 'WEBCHAT', '__proto__', 'constructor', 'rest', '<img src=x>'];

const name = fc.constantFrom(...NAMES);
const count = fc.integer({ min: 0, max: 9 });

/** A conversation without a time of its start. */
export const conversation: fc.Arbitrary<Conversation> = fc.record({
  id: fc.uuid(),
  channel: name,
  variant_name: name,
  in_progress: fc.boolean(),
  num_turns: count,
  num_silences: count,
  num_ood: count,
  total_duration: fc.double({ min: 0, max: 4_000, noNaN: true }),
  handoff: fc.boolean(),
  handoff_reason: name,
  turns: fc.array(fc.record({ latency: fc.option(fc.integer({ min: 0, max: 90_000 })) }), { maxLength: 4 }),
});

/** The same conversations in another order, and a place to cut them. */
export const inAnyOrder = <T>(all: readonly T[]) =>
  fc.record({
    all: fc.constant(all),
    shuffled: fc.shuffledSubarray([...all], { minLength: all.length }),
    cut: fc.nat(all.length),
  });
