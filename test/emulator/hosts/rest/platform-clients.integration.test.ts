import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import {
  agentConversations,
  concurrency,
  createBaseClient,
  createPlatformClient,
  debugChat,
  walkAgentConversations,
  walkConversations,
} from '../../../../src/platform/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const clock = createFakeClock();
const WEEK = { start_time: '2026-10-26T09:00:00Z', end_time: '2026-11-02T09:00:00Z' };

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({
    clock,
    conversations: { count: 260, seed: 3 },
    project: { chunkedResponses: true },
  });
});
afterAll(() => emulator.close());

const onPlatform = () =>
  createPlatformClient({
    url: emulator.platformUrl,
    key: emulator.platformKey,
    accountId: emulator.accountId,
    projectId: emulator.projectId,
  });
const onBase = () =>
  createBaseClient({ url: emulator.baseUrl, key: emulator.baseKey, agentId: emulator.projectId });

/** The ids of a walk; throws on an error. */
async function idsOf<T>(
  walk: AsyncIterable<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }
  >,
  idOf: (value: T) => string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const it of walk) {
    if (!it.ok) throw it.error;
    ids.push(idOf(it.value));
  }
  return ids;
}

describe('the platform clients against the embedded platform', () => {
  it('clients walk all conversations of every version by cursor and by offset', async () => {
    const walk = (version: 'v1' | 'v2' | 'v3') =>
      idsOf(walkConversations(onPlatform(), version, { query: { limit: 50 } }), ({ id }) => id);
    const v3 = await walk('v3');
    expect(v3.length).toBeGreaterThan(200);
    expect([await walk('v2'), await walk('v1')]).toEqual([v3, v3]);
  });

  it('clients read concurrency and use the Data API', async () => {
    const counts = await onPlatform().call(concurrency.get, { query: { ...WEEK, slice_by: 'variant' } });
    expect(counts.ok && counts.value.intervals.length).toBe(7 * 24 * 12 * 3);
    const all = await idsOf(walkAgentConversations(onBase(), {}), ({ conversationId }) => conversationId);
    expect(all).toHaveLength(260);
    const params = { conversation_id: all[0] ?? '' };
    const marked = { annotations: [{ turnId: 0, role: 'agent', annotationType: 'wrong_info' }] } as const;
    const outcomes = [
      await onBase().call(agentConversations.annotate, {
        params,
        body: { annotations: [...marked.annotations] },
      }),
      await onBase().call(agentConversations.note, { params, body: { note: 'x' } }),
      await onBase().call(agentConversations.get, { params }),
    ];
    expect(outcomes).toEqual([
      { ok: true, value: { success: true } },
      { ok: true, value: { success: true } },
      { ok: true, value: expect.objectContaining({ note: 'x' }) },
    ]);
  });

  it('clients run a debug chat', async () => {
    const begun = await onBase().call(debugChat.start, { body: { clientEnv: 'sandbox' } });
    if (!begun.ok) throw begun.error;
    const answered = await onBase().call(debugChat.continue, {
      params: { conversation_id: begun.value.conversationId },
      body: { clientEnv: 'sandbox', message: 'bye' },
    });
    expect(answered).toMatchObject({ ok: true, value: { userInput: 'bye', conversationEnded: true } });
  });
});
