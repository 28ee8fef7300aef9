import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversations, platformSettings } from '../support/model/arbitraries.ts';
import { NO_DISRUPTIONS } from '../support/model/disruptions.ts';
import { runConversation } from '../support/model/run-conversation.ts';
import { createSimulation } from '../support/model/simulation.ts';
import { MODEL_RUNS, MODEL_SEED, shareOf } from '../support/sizes.ts';

/** Several tests, so that the time limit of one does not depend on the number of runs. */
const RUNS_PER_PART = 1_000;
const PARTS = Array.from({ length: Math.ceil(MODEL_RUNS / RUNS_PER_PART) }, (_, part) => ({
  part,
  numRuns: Math.min(RUNS_PER_PART, MODEL_RUNS - part * RUNS_PER_PART),
}));

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
