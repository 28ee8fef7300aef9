import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountedConversation } from '../../../../src/relay/admin/insights/counted.ts';
import { readWindows } from '../../../../src/relay/admin/insights/read-windows.ts';
import { DAY_MS, WINDOW_MS } from '../../../../src/relay/admin/insights/thinning.ts';
import { createWindows } from '../../../../src/relay/admin/insights/windows.ts';
import { createMemoryStore } from '../../../../src/relay/store/memory.ts';
import type { KeyValue } from '../../../../src/relay/store/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { conversation } from './support/conversation.ts';
import { createScriptedPlatform, type Scripted } from './support/scripted-sources.ts';

const START = Date.UTC(2026, 10, 2, 9);
const SPAN = { from: START, to: START + WINDOW_MS };

/** A relay that reads one window, and what it keeps of it. */
function open() {
  const clock = createFakeClock(START + 2 * WINDOW_MS);
  const texts: string[] = [];
  const memory = createMemoryStore(clock);
  const store: KeyValue = {
    ...memory,
    put: (key, value, until) => {
      if (key.startsWith('rollup-ids:')) texts.push(value);
      return memory.put(key, value, until);
    },
  };
  const platform = createScriptedPlatform(clock.now);
  const windows = createWindows({ store, now: clock.now, project: 'shop' });
  return {
    clock,
    windows,
    texts,
    async read(all: readonly Scripted[]) {
      platform.all = all;
      const reading = await readWindows(
        platform.open(async () => {}),
        'live',
        SPAN,
      );
      if (!reading.ok) throw new Error(reading.error.code);
      await windows.write(reading.value.read, SPAN);
      return windows.counted('live', START);
    },
  };
}

const started = (nth: number, more: Partial<Scripted> = {}): Scripted => ({
  id: `c-${nth}`,
  environment: 'live',
  startsAt: START + ((nth * 1_000) % WINDOW_MS),
  endsAt: START + WINDOW_MS,
  ...more,
});
const uuid = (nth: number) => `0f8fad5b-d9cb-469f-a165-${String(nth).padStart(12, '0')}`;
const idsOf = (all: readonly { readonly id: string }[] = []) => all.map(({ id }) => id).sort();
const slowestOf = ({ turns }: Scripted) => Math.max(0, ...(turns ?? []).map(({ latency }) => latency ?? 0));

/** Kinds of conversations: as the platform tells them, and as the relay keeps them. */
const KINDS: readonly (readonly [(raw: Scripted) => boolean, (kept: CountedConversation) => boolean])[] = [
  [(it) => it.handoff === true, (it) => it.reason !== undefined],
  [(it) => it.handoff === true && it.handoff_reason === '', (it) => it.reason === ''],
  [(it) => (it.num_silences ?? 0) > 0, (it) => it.isSilent],
  [(it) => (it.num_ood ?? 0) > 0, (it) => it.isOutOfDomain],
  [(it) => it.isTooLong === true, (it) => it.isUnreadable],
  [(it) => slowestOf(it) > 40_000, (it) => it.slowestMs > 40_000],
];

describe('the conversations behind a window', () => {
  it('keeps the conversations behind a window, of every kind, as long as there are few', async () => {
    const all = fc.array(fc.tuple(conversation, fc.nat(299_999), fc.boolean()), { maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(all, async (drawn) => {
        const raw = drawn.map(
          ([it, atMs, isTooLong]): Scripted => ({
            ...it,
            ...{ environment: 'live', startsAt: START + atMs, endsAt: START + WINDOW_MS, isTooLong },
          }),
        );
        const kept = await open().read(raw);
        for (const [isRaw, isKept] of KINDS)
          expect(idsOf(kept?.conversations.filter(isKept))).toEqual(idsOf(raw.filter(isRaw)));
        const begins = new Map(raw.map(({ id, startsAt }) => [id, Math.floor(startsAt / 1_000) * 1_000]));
        for (const { id, startedAt } of kept?.conversations ?? []) expect(startedAt).toBe(begins.get(id));
        expect(kept?.leftOutMs).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it('replaces the conversations when the window is read again', async () => {
    const { read } = open();
    await read([started(1, { handoff: true }), started(2, { num_silences: 1 })]);
    const again = await read([started(1), started(2, { num_silences: 1 })]);
    expect(idsOf(again?.conversations)).toEqual(['c-2']);
    expect(await read([started(1), started(2)])).toBeUndefined();
  });

  it('forgets the conversations with the windows of five minutes', async () => {
    const { clock, windows, read } = open();
    await read([started(1, { handoff: true })]);
    clock.advance(9 * DAY_MS - 3 * WINDOW_MS);
    expect(idsOf((await windows.counted('live', START))?.conversations)).toEqual(['c-1']);
    clock.advance(WINDOW_MS);
    expect(await windows.counted('live', START)).toBeUndefined();
  });

  it('forgets the conversations of a busy window sooner, after more than a day', async () => {
    const { clock, windows, read } = open();
    await read(Array.from({ length: 300 }, (_, nth) => started(nth, { id: uuid(nth), handoff: true })));
    const keptDays = async (days: number) => {
      clock.advance(START + days * DAY_MS - clock.now());
      return (await windows.counted('live', START))?.conversations.length;
    };
    expect([await keptDays(1.4), await keptDays(2)]).toEqual([expect.any(Number), undefined]);
  });

  it('keeps some of each kind of a busy window and the slowest, and how slow the others were', async () => {
    const raw = Array.from({ length: 1_000 }, (_, nth) =>
      started(nth, {
        handoff: nth % 2 === 0,
        handoff_reason: 'refund',
        num_ood: nth % 100 === 1 ? 1 : 0,
        turns: [{ latency: nth }],
      }),
    );
    const { conversations, leftOutMs = 0 } = (await open().read(raw)) ?? { conversations: [] };
    expect(conversations.filter((it) => it.isOutOfDomain).length).toBe(10);
    expect(conversations.filter((it) => it.reason === 'refund').length).toBeGreaterThan(10);
    // A query for slower ones than were left out gets all of them.
    const slower = raw.filter((it) => slowestOf(it) > leftOutMs);
    expect(slower.length).toBeGreaterThan(5);
    expect(idsOf(conversations.filter((it) => it.slowestMs > leftOutMs))).toEqual(idsOf(slower));
  });

  it('uses a bounded part of the store, whatever ids and reasons the platform invents', async () => {
    const hostile = [
      (nth: number) => ({ id: `${nth}${'x'.repeat(100_000)}` }),
      (nth: number) => ({ id: `${nth}\u0000"\\` }),
      (nth: number) => ({ handoff_reason: `${nth}${'語'.repeat(1_000)}` }),
      (nth: number) => ({ handoff_reason: `${nth}${'\u0000'.repeat(1_000)}` }),
    ];
    for (const invent of hostile) {
      const { read, texts } = open();
      const raw = Array.from({ length: 500 }, (_, nth) => started(nth, { handoff: true, ...invent(nth) }));
      const kept = await read([...raw, started(1_000, { num_silences: 1 })]);
      expect(Math.max(...texts.map((text) => new TextEncoder().encode(text).length))).toBeLessThan(5_000);
      expect(idsOf(kept?.conversations.filter((it) => it.isSilent))).toEqual(['c-1000']);
      expect(kept?.leftOutMs).toBe(0);
    }
  });
});
