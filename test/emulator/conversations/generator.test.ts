import { afterAll, describe, expect, it } from 'vitest';
import { latenciesIn, planOf, speechMs, turnsOf } from '../../../src/emulator/conversations/generator.ts';
import { scenarios } from '../../../src/emulator/conversations/scenarios.ts';
import { createSyntheticSeries } from '../../../src/emulator/conversations/synthetic-series.ts';
import { entitiesIn } from '../../../src/emulator/model/entities.ts';
import { withSyntheticDefaults } from '../../../src/emulator/model/synthetic-options.ts';
import type { ConversationRow } from '../../../src/emulator/store/conversation-row.ts';
import { openStore } from '../../../src/emulator/store/store.ts';

const SHOP = { accountId: 'lumen-oak', projectId: 'shop' };
const TO = Date.UTC(2026, 10, 2, 9);
const DAY_MS = 24 * 3_600_000;

/** A store with synthetic conversations, and their rows, oldest first. */
function openGenerated(options: Parameters<typeof withSyntheticDefaults>[0]) {
  const store = openStore(':memory:');
  const add = (more: typeof options) =>
    store.syntheticConversations.begin(SHOP, createSyntheticSeries(withSyntheticDefaults(more, TO)), 0, TO);
  add(options);
  const rows = store.conversations.newest(SHOP, { limit: 5_000, offset: 0 }).toReversed();
  return { ...store, rows, add };
}

/** Stores that tests only read. */
const week = openGenerated({ count: 2_000 });
const turning = openGenerated({ count: 1_000, seed: 3 });
afterAll(() => {
  week.close();
  turning.close();
});

describe('synthetic conversations', () => {
  it('the same seed gives the same conversations, another seed others', () => {
    const [one, same, other] = [7, 7, 8].map((seed) => openGenerated({ count: 500, seed }));
    expect(one?.rows).toHaveLength(500);
    expect(same?.rows).toEqual(one?.rows);
    const starts = (generated: typeof one) => generated?.rows.map((row: ConversationRow) => row.started_at);
    expect(starts(other)).not.toEqual(starts(one));
    for (const it of [one, same, other]) it?.close();
  });

  it('adds conversations once even when requested repeatedly', () => {
    const { add, conversations, close } = openGenerated({ count: 1_500, seed: 1 });
    add({ count: 1_500, seed: 1 });
    expect(conversations.count(SHOP)).toBe(1_500);
    add({ count: 10, seed: 2 });
    expect(conversations.count(SHOP)).toBe(1_510);
    close();
  });

  it('spreads conversations over the week before now by default, and ends them', () => {
    const { rows } = week;
    const starts = rows.map((row) => row.started_at);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(TO - 7 * DAY_MS);
    expect(Math.max(...rows.map((row) => row.ended_at ?? Number.NaN))).toBeLessThanOrEqual(TO);
    const perDay = Array.from(
      { length: 7 },
      (_, day) => starts.filter((at) => Math.floor((at - TO) / DAY_MS) + 7 === day).length,
    );
    expect(Math.min(...perDay)).toBeGreaterThan(200);
  });

  it('covers phone and chat, every environment and variant, and handoffs', () => {
    const { rows } = week;
    const kinds = (of: (row: ConversationRow) => unknown) => [...new Set(rows.map(of))].sort();
    expect([
      kinds((row) => row.channel),
      kinds((row) => row.environment),
      kinds((row) => row.variant_id),
      kinds((row) => row.language),
      kinds((row) => row.handoff),
    ]).toEqual([
      ['CHAT', 'VOICE-SIP', 'WEBCHAT'],
      ['live', 'pre-release', 'sandbox'],
      ['main', 'spring', 'trial'],
      ['en', 'fr'],
      [0, 1],
    ]);
    expect(rows.every((row) => (row.channel === 'VOICE-SIP') === row.from_number.startsWith('+1555'))).toBe(
      true,
    );
    expect(rows.every((row) => (row.agent_ended_at !== null) === (row.handoff === 1))).toBe(true);
  });

  it('turns match the counts of their row, in order and within its time', () => {
    const { rows, conversations } = turning;
    const turns = conversations.turnsOf(rows);
    for (const row of rows) {
      const ofRow = turns.get(row.seq) ?? [];
      const count = (of: (turn: (typeof ofRow)[number]) => boolean) => ofRow.filter(of).length;
      expect([ofRow.length, count((turn) => turn.is_silence), count((turn) => turn.is_ood)]).toEqual([
        row.num_turns,
        row.num_silences,
        row.num_ood,
      ]);
      const times = ofRow.flatMap((turn) => [turn.user_input_at, turn.agent_response_at ?? Number.NaN]);
      expect([...times, row.ended_at]).toEqual([...times, row.ended_at ?? 0].toSorted((a, b) => a - b));
      expect(times[0]).toBe(row.started_at);
    }
  });

  it('calls include barge-ins and keypad input, and chats neither', () => {
    const { rows, conversations } = turning;
    const turns = conversations.turnsOf(rows);
    const counts = { calls: [0, 0], chats: [0, 0] };
    for (const row of rows) {
      const ofRow = turns.get(row.seq) ?? [];
      const count = counts[row.channel === 'VOICE-SIP' ? 'calls' : 'chats'];
      for (const [at, turn] of ofRow.entries()) {
        const { agent_response = '', agent_response_at: begun } = ofRow[at - 1] ?? {};
        const spokenUntil = (begun ?? 0) + speechMs(agent_response);
        const begins = turn.user_input_at - speechMs(turn.user_input);
        // Other callers wait until the agent has finished.
        if (at > 0) expect(begins > (begun ?? 0) && begins < spokenUntil).toBe(turn.barge_in);
        if (turn.barge_in) count[0] = (count[0] ?? 0) + 1;
        if (turn.user_input_dtmf === '') continue;
        count[1] = (count[1] ?? 0) + 1;
        expect(turn.user_input).toMatch(
          new RegExp(`(?:order number is|commande numéro) ${turn.user_input_dtmf}\\.$`),
        );
      }
    }
    expect(counts).toEqual({ calls: [expect.any(Number), expect.any(Number)], chats: [0, 0] });
    expect(Math.min(...counts.calls)).toBeGreaterThan(50);
  });

  it('recognises the personal data in conversations, in either language', () => {
    const personal = scenarios().flatMap(({ language, exchanges }) =>
      exchanges.filter((exchange) => exchange.number !== '').map((exchange) => ({ language, ...exchange })),
    );
    expect(new Set(personal.map((turn) => turn.language))).toEqual(new Set(['en', 'fr']));
    for (const { said, number } of personal)
      expect(entitiesIn(said)).toEqual([{ name: expect.any(String) }, { order_number: number }]);
  });

  it.each([
    { count: 0 },
    { count: 1_000_001 },
    { count: 1.5 },
    { count: 1, seed: -1 },
    { count: 1, seed: 2 ** 32 },
    { count: 1, from: TO, to: TO },
    { count: 1, hours: [1, 2, 3] },
    { count: 1, hours: Array(168).fill(0) },
    { count: 1, variants: {} },
    { count: 1, variants: { main: -1 } },
    { count: 1, incidents: [{ from: TO, to: TO }] },
    { count: 1, incidents: [{ from: 0, to: TO, share: 1.1 }] },
    { count: 1, incidents: [{ from: 0, to: TO, slowdown: 1.5 }] },
    { count: 1, incidents: [{ from: 0, to: TO, slowdown: 21 }] },
  ])('refuses to generate conversations for %j', (options) => {
    expect(() => withSyntheticDefaults(options, TO)).toThrow('unable to generate conversations');
  });

  it('conversations have the same latencies in a window as their turns', () => {
    const startedAt = 1_000_000;
    for (let recipe = 0; recipe < 500; recipe++) {
      const plan = planOf(recipe);
      const window = {
        from: startedAt + (recipe % 7) * 4_000,
        to: startedAt + 20_000 + (recipe % 11) * 9_000,
      };
      const expected = turnsOf(plan, startedAt).flatMap(({ agent_response_at: at, latency }) =>
        at !== null && at > window.from && at <= window.to ? [latency] : [],
      );
      expect(latenciesIn(plan, startedAt, window)).toEqual(expected);
    }
  });
});
