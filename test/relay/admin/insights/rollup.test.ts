import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, quantile } from '../../../../src/relay/admin/insights/histogram.ts';
import { bound, createSum, sumOf as sum } from '../../../../src/relay/admin/insights/merge.ts';
import {
  type Conversation,
  EMPTY_ROLLUP,
  type Rollup,
  rollup,
} from '../../../../src/relay/admin/insights/rollup.ts';
import { readRollup, writeRollup } from '../../../../src/relay/admin/insights/rollup-text.ts';
import { conversation, inAnyOrder, NAMES } from './support/conversation.ts';

/** Without the order of names, which has no meaning. */
const plain = (rollup: Rollup) =>
  JSON.parse(
    JSON.stringify(rollup, (_, value) =>
      value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : value,
    ),
  );
const sumOf = (all: readonly Conversation[]) => sum(all.map((it) => rollup(it)));

describe('a rollup', () => {
  it('counts a conversation with its handoff, silent and out-of-domain turns', () => {
    const { all, channels, variants, reasons } = rollup({
      id: 'c-1',
      channel: 'VOICE-SIP',
      variant_id: 'v-1',
      variant_name: 'Spring',
      in_progress: false,
      num_turns: 4,
      num_silences: 2,
      num_ood: 1,
      total_duration: 61.4,
      handoff: true,
      handoff_reason: 'refund',
      turns: [{ latency: null }, { latency: 800 }, { latency: 815 }],
    });
    expect(all).toEqual({
      conversations: 1,
      inProgress: 0,
      turns: 4,
      handoffs: 1,
      silentConversations: 1,
      silentTurns: 2,
      outOfDomainConversations: 1,
      outOfDomainTurns: 1,
      seconds: 61,
      unreadable: 0,
      latency: new Map([
        [bucketOf(800), 1],
        [bucketOf(815), 1],
      ]),
    });
    expect([channels.named, variants.named, reasons.named]).toEqual([
      new Map([['VOICE-SIP', all]]),
      new Map([['Spring', all]]),
      new Map([['refund', 1]]),
    ]);
  });

  it('counts a conversation without any field', () => {
    expect(rollup({ id: 'c-1' }).all).toEqual({ ...EMPTY_ROLLUP.all, conversations: 1 });
  });

  it('counts no duration of a conversation in progress', () => {
    const { all } = rollup({ id: 'c-1', in_progress: true, total_duration: 40 });
    expect([all.inProgress, all.seconds]).toEqual([1, 0]);
  });

  it('keeps names of objects apart as any other', () => {
    const names = [
      ...sumOf(NAMES.map((variant_name) => ({ id: variant_name, variant_name }))).variants.named.keys(),
    ];
    expect(names.sort()).toEqual([...NAMES].sort());
  });

  it('gives the same sum in any order and any grouping', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 30 }).chain(inAnyOrder), ({ all, shuffled, cut }) => {
        const halves = sum([sumOf(shuffled.slice(0, cut)), sumOf(shuffled.slice(cut))]);
        expect(plain(halves)).toEqual(plain(sumOf(all)));
        expect(plain(sum([EMPTY_ROLLUP, halves]))).toEqual(plain(halves));
      }),
    );
  });

  it('reads what it has written unchanged', () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 20 }), (all) => {
        expect(plain(readRollup(writeRollup(sumOf(all))) ?? EMPTY_ROLLUP)).toEqual(plain(sumOf(all)));
      }),
    );
  });

  it('reads nothing from text of another form', () => {
    const texts = [
      '',
      '{}',
      '[]',
      '[0]',
      '[2]',
      '[2,[]]',
      'null',
      writeRollup(EMPTY_ROLLUP).replace('[2', '[1'),
    ];
    expect(texts.map(readRollup)).toEqual(texts.map(() => undefined));
  });

  it('keeps the 50 commonest names, and all sums', () => {
    const all = Array.from({ length: 60 }, (_, at) => at).flatMap((at) =>
      Array.from(
        { length: at + 1 },
        (): Conversation => ({
          id: `${at}`,
          channel: `channel ${at}`,
          handoff: true,
          handoff_reason: `reason ${at}`,
        }),
      ),
    );
    const { channels, reasons, all: sum } = bound(sumOf(all));
    expect([channels.named.size, channels.named.has('channel 9'), channels.named.has('channel 10')]).toEqual([
      50,
      false,
      true,
    ]);
    expect([reasons.named.size, reasons.rest, channels.rest.conversations]).toEqual([50, 55, 55]);
    expect(sum.conversations).toBe(all.length);
  });
});

describe('a sum of conversations with names that a hostile platform invents', () => {
  const LIMIT = 100;
  const flood = (count: number) => {
    const sum = createSum(LIMIT);
    let longest = 0;
    for (let at = 0; at < count; at += 1) {
      const usual: Partial<Conversation> =
        at % 10 === 0 ? { variant_name: 'usual', channel: 'CHAT', handoff_reason: 'refund' } : {};
      const name = `invented ${at}`;
      sum.add(
        rollup({
          id: name,
          variant_name: name,
          channel: name,
          handoff: true,
          handoff_reason: name,
          ...usual,
        }),
      );
      const { variants, channels, reasons } = sum.read();
      longest = Math.max(longest, variants.named.size, channels.named.size, reasons.named.size);
    }
    return { longest, ...sum.read() };
  };

  it('a sum never keeps more names than its limit', () => {
    expect(flood(5_000).longest).toBe(LIMIT);
  });

  it('a sum counts every conversation, and the common names exactly', () => {
    const { all, variants, channels, reasons } = flood(5_000);
    const counted = (tallies: Rollup['variants']) =>
      [...tallies.named.values(), tallies.rest].reduce((count, it) => count + it.conversations, 0);
    expect([all.conversations, counted(variants), counted(channels)]).toEqual([5_000, 5_000, 5_000]);
    expect([...reasons.named.values()].reduce((count, it) => count + it, reasons.rest)).toBe(5_000);
    expect([
      variants.named.get('usual')?.conversations,
      channels.named.get('CHAT')?.conversations,
      reasons.named.get('refund'),
    ]).toEqual([500, 500, 500]);
  });

  it('a sum changes none of the rollups that were added', () => {
    const [one, other] = [rollup({ id: 'c-1', channel: 'CHAT' }), rollup({ id: 'c-2', channel: 'CHAT' })];
    sum([one, other]);
    expect([one, other].map(({ channels }) => channels.named.get('CHAT')?.conversations)).toEqual([1, 1]);
  });
});

describe('a quantile', () => {
  it('a quantile is at most 2.5 % off between 10 ms and 10 min, and within its bounds', () => {
    const latencies = fc.array(fc.integer({ min: 10, max: 590_000 }), { minLength: 1, maxLength: 200 });
    // Turns of one agent lie close together.
    const close = fc
      .tuple(fc.integer({ min: 10, max: 5_000 }), fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1 }))
      .map(([least, all]) => all.map((it) => least + it));
    fc.assert(
      fc.property(fc.oneof(latencies, close), fc.constantFrom(0.5, 0.95), (all, share) => {
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0;
        const { latency } = rollup({ id: 'c', turns: all.map((latency) => ({ latency })) }).all;
        const { value = 0, lowest = 0, highest } = quantile(latency, share) ?? {};
        // Half a millisecond, because both are whole.
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(exact * 0.025 + 0.5);
        expect([lowest <= exact, exact <= (highest ?? Number.NaN)]).toEqual([true, true]);
      }),
    );
  });

  it('a quantile falls when all latencies fall by a tenth', () => {
    const medianOf = (all: readonly number[]) =>
      quantile(rollup({ id: 'c', turns: all.map((latency) => ({ latency })) }).all.latency, 0.5)?.value ?? 0;
    const before = Array.from({ length: 101 }, (_, nth) => 380 + nth);
    const change = medianOf(before.map((it) => Math.round(it * 0.9))) / medianOf(before) - 1;
    expect(change).toBeCloseTo(-0.1, 1);
  });

  it('a quantile above 10 minutes is its lowest possible value, without a highest', () => {
    const { latency } = rollup({ id: 'c', turns: [{ latency: 1_800_000 }] }).all;
    expect(quantile(latency, 0.95)).toEqual({ value: 590_689, lowest: 590_689, highest: null });
  });

  it('the quantile of no latency is unknown', () => {
    expect(quantile(new Map(), 0.5)).toBeUndefined();
  });
});
