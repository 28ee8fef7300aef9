import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversations, platformSettings } from '../support/model/arbitraries.ts';
import { NO_DISRUPTIONS } from '../support/model/disruptions.ts';
import { runConversation } from '../support/model/run-conversation.ts';
import { createSimulation } from '../support/model/simulation.ts';
import type { CallFate } from '../support/polled-socket.ts';
import { MODEL_RUNS, MODEL_SEED, shareOf } from '../support/sizes.ts';

/** Several tests, so that the time limit of one does not depend on the number of runs. */
const RUNS_PER_PART = 1_000;
const PARTS = Array.from({ length: Math.ceil(MODEL_RUNS / RUNS_PER_PART) }, (_, part) => ({
  part,
  numRuns: Math.min(RUNS_PER_PART, MODEL_RUNS - part * RUNS_PER_PART),
}));

const pick = (calls: readonly CallFate[], nth: number): CallFate => calls[nth % calls.length] ?? { inMs: 0 };

describe('a conversation on a bad connection', () => {
  it.each(PARTS)(
    'each page ends as the platform has stored it: nothing lost or doubled, in order (part $part)',
    async ({ part, numRuns }) => {
      await fc.assert(
        fc.asyncProperty(conversations, async (conversation) => {
          const { actual, expected, violations } = await runConversation(conversation);
          expect(violations).toEqual([]);
          expect(actual).toEqual(expected);
        }),
        { numRuns, seed: MODEL_SEED + part },
      );
    },
  );

  it('each page ends as the platform has stored it where frames travel by polls', async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (conversation) => {
        const { actual, expected, violations } = await runConversation(conversation, () => ({ inMs: 0 }));
        expect(violations).toEqual([]);
        expect(actual).toEqual(expected);
      }),
      { numRuns: Math.ceil(MODEL_RUNS / 2), seed: MODEL_SEED },
    );
  });

  it('each page ends as the platform has stored it where polls are slow, reordered and lost', async () => {
    const fates = fc.array(
      fc.record({
        inMs: fc.nat(900),
        lost: fc.constantFrom(undefined, undefined, undefined, 'request' as const, 'answer' as const),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(conversations, fates, async (conversation, calls) => {
        let nth = 0;
        /** Most calls are fast, so that a connection is stable at times. */
        const fate = (): CallFate => (nth++ % 4 === 0 ? pick(calls, nth) : { inMs: 20 });
        const { actual, expected, violations } = await runConversation(conversation, fate);
        expect(violations).toEqual([]);
        expect(actual).toEqual(expected);
      }),
      { numRuns: Math.ceil(MODEL_RUNS / 2), seed: MODEL_SEED },
    );
  });

  it('M-7.6: creates one session and one join request, whenever the pages open', async () => {
    const openings = fc.array(fc.oneof(fc.constant(0), fc.nat(20_000)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(platformSettings, openings, fc.nat(1_000), async (settings, waits, seed) => {
        const simulation = createSimulation(NO_DISRUPTIONS, settings, seed);
        for (const waitMs of waits) {
          simulation.openPage();
          await simulation.advance(waitMs);
        }
        await simulation.advance(60_000);
        expect({
          sessions: [...simulation.platform.sessions.values()].map(({ joinRequests }) => ({ joinRequests })),
          pages: simulation.pages.map(({ chat }) => chat.connection.value),
          violations: simulation.violations,
        }).toEqual({ sessions: [{ joinRequests: 1 }], pages: waits.map(() => 'online'), violations: [] });
      }),
      { numRuns: shareOf(300) },
    );
  });
});
