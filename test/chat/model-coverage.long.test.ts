import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../support/model/actions.ts';
import { conversations } from '../support/model/arbitraries.ts';
import { DISRUPTIONS } from '../support/model/disruptions.ts';
import { runConversation } from '../support/model/run-conversation.ts';
import { shareOf } from '../support/sizes.ts';

/** States that the model must reach, besides every disruption and every action. Otherwise it has lost its strength. */
const STATES = [
  ...['connecting', 'online', 'reconnecting', 'offline', 'failed', 'ended', 'idle'].map(
    (name) => `status: ${name}`,
  ),
  ...['sending', 'sent', 'delivered', 'read', 'unconfirmed', 'too_large', 'ended', 'interrupted'].map(
    (name) => `message: ${name}`,
  ),
  ...['live', 'visit', 'failed', 'timeout', 'client-required'].map((name) => `handoff: ${name}`),
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
  ].map((name) => `notice: ${name}`),
  'page: into the back-forward cache',
  'client: resumes from a cursor',
  'client: requests missing events',
  'client: sends again',
  'client: retries a failed message',
];

describe('the model of a conversation on a bad connection', () => {
  it('meets every disruption, every action and every state often', async () => {
    const counts = new Map<string, number>();
    for (const conversation of fc.sample(conversations, { numRuns: shareOf(2_000), seed: 1 })) {
      for (const name of (await runConversation(conversation)).coverage)
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const disruptions = Object.entries(DISRUPTIONS).flatMap(([kind, all]) =>
      all.map((disruption) => `${kind}: ${disruption}`),
    );
    const actions = Object.keys(ACTIONS).map((action) => `action: ${action}`);
    const rare = [...disruptions, ...actions, ...STATES].filter(
      (name) => (counts.get(name) ?? 0) < shareOf(30),
    );
    expect(rare).toEqual([]);
  });
});
