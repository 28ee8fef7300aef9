import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTS } from '../support/model/acts.ts';
import { CALM, FATES } from '../support/model/fate.ts';
import { conversations } from '../support/model/plans.ts';
import { play } from '../support/model/play.ts';

const RUNS = 400;
const LEAST = 10;

describe('the model of conversations', () => {
  it('reaches every act and every fault, so that it cannot become tame unseen', {
    timeout: 60_000,
  }, async () => {
    const counts = new Map<string, number>();
    for (const conversation of fc.sample(conversations, { numRuns: RUNS, seed: 1 })) {
      const { happened } = await play(conversation);
      for (const it of happened) counts.set(it, (counts.get(it) ?? 0) + 1);
    }
    const wanted = [
      ...Object.keys(ACTS).map((act) => `act: ${act}`),
      ...Object.entries(FATES).flatMap(([kind, fates]) => fates.map((fate) => `${kind}: ${fate}`)),
      'handoff: live',
      'client: sends again',
      'client: asks for a hole',
      'turn: a receipt',
    ];
    expect(wanted.filter((it) => (counts.get(it) ?? 0) < LEAST)).toEqual([]);
  });

  it('finds nothing to complain of on a calm day', async () => {
    for (const conversation of fc.sample(conversations, { numRuns: 50, seed: 2 })) {
      const { is, due, broken } = await play({ ...conversation, plan: CALM });
      expect({ is, broken }).toEqual({ is: due, broken: [] });
    }
  });
});
