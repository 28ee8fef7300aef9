import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTS } from '../support/model/acts.ts';
import { CALM, FATES } from '../support/model/fate.ts';
import { conversations, ways } from '../support/model/plans.ts';
import { play } from '../support/model/play.ts';
import { createWorld } from '../support/model/world.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 2_000);
const MINUTES = 60_000;

/** What a model that has become tame would not meet any more, besides every fate and every act. */
const TURNS = [
  ...['connecting', 'online', 'reconnecting', 'offline', 'failed', 'ended', 'idle'].map(
    (it) => `status: ${it}`,
  ),
  ...['sending', 'sent', 'delivered', 'read', 'unconfirmed', 'too_large', 'ended', 'interrupted'].map(
    (it) => `message: ${it}`,
  ),
  ...['live', 'visit', 'failed', 'timeout', 'client-required'].map((it) => `handoff: ${it}`),
  ...[
    'handoff_started',
    'queue_status',
    'live_agent_joined',
    'live_agent_left',
    'handoff_failed',
    'handoff_timeout',
    'client_handoff_required',
    'agent_unavailable',
    'slow_reply',
    'idle_warning',
    'conversation_ended',
    'session_expired',
    'too_many_windows',
  ].map((it) => `notice: ${it}`),
  'page: into the back-forward cache',
  'client: resumes from a cursor',
  'client: asks for a hole',
  'client: sends again',
  'client: a failed message is tried again',
  'client: leaves it to the visitor to connect',
];

describe('a conversation on a bad link', () => {
  it('is in the end what the platform has stored, on every page: nothing lost, nothing twice, in order', {
    timeout: 20 * MINUTES,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (conversation) => {
        const { is, due, broken } = await play(conversation);
        expect(broken).toEqual([]);
        expect(is).toEqual(due);
      }),
      { numRuns: RUNS },
    );
  });

  it('meets every fault and every turn often', { timeout: 2 * MINUTES }, async () => {
    const often = new Map<string, number>();
    for (const conversation of fc.sample(conversations, { numRuns: 2_000, seed: 1 })) {
      for (const what of (await play(conversation)).happened) often.set(what, (often.get(what) ?? 0) + 1);
    }
    const fates = Object.entries(FATES).flatMap(([kind, all]) => all.map((fate) => `${kind}: ${fate}`));
    const acts = Object.keys(ACTS).map((act) => `act: ${act}`);
    const rare = [...fates, ...acts, ...TURNS].filter((what) => (often.get(what) ?? 0) < 30);
    expect(rare).toEqual([]);
  });

  it('has one session and one request for the agent on a calm day, whenever the pages open', async () => {
    const openings = fc.array(fc.oneof(fc.constant(0), fc.nat(20_000)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(ways, openings, fc.nat(1_000), async (its, waits, seed) => {
        const world = createWorld(CALM, its, seed);
        for (const waitMs of waits) {
          world.openPage();
          await world.pass(waitMs);
        }
        await world.pass(60_000);
        expect({
          sessions: [...world.platform.sessions.values()].map(({ joinRequests }) => ({ joinRequests })),
          pages: world.pages.map(({ chat }) => chat.connection.value),
          broken: world.broken,
        }).toEqual({ sessions: [{ joinRequests: 1 }], pages: waits.map(() => 'online'), broken: [] });
      }),
      { numRuns: 300 },
    );
  });
});
