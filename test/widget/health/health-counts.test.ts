import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/base/version.ts';
import type { ConnectionStatus } from '../../../src/chat/model/model.ts';
import { HEALTH_ERRORS, type HealthReport, MAX_HEALTH_BYTES } from '../../../src/protocol/visitor-health.ts';
import type { HealthTimes } from '../../../src/widget/context/report-health.ts';
import { fold, type HealthInput, NO_COUNTS, reportOf } from '../../../src/widget/health/health-counts.ts';

const foldAll = (inputs: readonly HealthInput[]) => inputs.reduce(fold, NO_COUNTS);
const connections = (...all: ConnectionStatus[]) =>
  all.map((status): HealthInput => ({ type: 'connection', status }));
const plain = (report: HealthReport | undefined): unknown => JSON.parse(JSON.stringify(report ?? null));

const input: fc.Arbitrary<HealthInput> = fc.oneof(
  fc
    .constantFrom<ConnectionStatus>(
      'idle',
      'connecting',
      'online',
      'reconnecting',
      'offline',
      'failed',
      'ended',
    )
    .map((status): HealthInput => ({ type: 'connection', status })),
  fc.constantFrom(...HEALTH_ERRORS).map((code): HealthInput => ({ type: 'error', code })),
  fc.constant<HealthInput>({ type: 'message-failed' }),
);

describe('M-14.18: the counts of a page', () => {
  it.each<[string, readonly HealthInput[], HealthTimes, number, unknown]>([
    ['nothing before the chat is opened', connections('connecting', 'failed'), {}, 99_000, null],
    ['nothing while it is connecting', connections('connecting'), { startedAt: 1_000 }, 15_999, null],
    [
      'a failure after 15 s without a connection',
      connections('connecting'),
      { startedAt: 1_000 },
      16_000,
      { opened: 'failed' },
    ],
    [
      'a failure that was shown',
      [...connections('connecting'), { type: 'error', code: 'unreachable' }, ...connections('failed')],
      { startedAt: 1_000 },
      2_000,
      { opened: 'failed', errors: { unreachable: 1 } },
    ],
    [
      'a failure that was shown until the conversation rests, as when the page is left',
      connections('connecting', 'failed', 'idle'),
      { startedAt: 1_000 },
      2_000,
      { opened: 'failed' },
    ],
    ['nothing of an ended conversation', connections('connecting', 'ended'), { startedAt: 0 }, 99_000, null],
    [
      'the time until the visitor could talk',
      connections('connecting', 'online'),
      { startedAt: 1_000, usableAt: 1_820 },
      9_000,
      { opened: 'usable', usable_ms: 820 },
    ],
    [
      'the time until the first word, and failed messages',
      [{ type: 'first-word', inMs: 900.4 }, { type: 'message-failed' }, { type: 'message-failed' }],
      { startedAt: 1_000, usableAt: 1_000 },
      9_000,
      { opened: 'usable', usable_ms: 0, first_word_ms: 900, failed: 2 },
    ],
    [
      'connections that came back, not those that rested or stayed away',
      connections('online', 'reconnecting', 'offline', 'online', 'idle', 'reconnecting', 'online', 'failed'),
      { startedAt: 0, usableAt: 0 },
      9_000,
      { opened: 'usable', usable_ms: 0, reconnects: 1 },
    ],
    [
      'clamped values of a jumping clock',
      [{ type: 'first-word', inMs: 1e12 }],
      { startedAt: 5_000, usableAt: 1_000 },
      0,
      { opened: 'usable', usable_ms: 0, first_word_ms: 600_000 },
    ],
  ])('M-14.18: reports %s', (_, inputs, times, now, expected) => {
    const report = plain(reportOf(foldAll(inputs), times, now, null));
    expect(report).toEqual(expected && { version: VERSION, ...(expected as object) });
  });

  it('M-14.18: reports the carrier with the outcome, once', () => {
    const times = { startedAt: 0, usableAt: 40 };
    const report = reportOf(NO_COUNTS, times, 1_000, 'poll');
    const later = fold(foldAll([{ type: 'message-failed' }]), {
      type: 'reported',
      report: report ?? { version: '' },
    });
    const next = reportOf(fold(later, { type: 'message-failed' }), times, 2_000, 'poll');
    expect([report, next]).toEqual([
      { version: VERSION, opened: 'usable', carrier: 'poll', usable_ms: 40 },
      { version: VERSION, failed: 1 },
    ]);
  });

  it('M-14.18: all reports of a page add up to its counts, however often it is hidden', () => {
    const page = fc.array(fc.oneof(input, fc.constant('hidden' as const)), { maxLength: 80 });
    fc.assert(
      fc.property(page, fc.boolean(), (events, isUsable) => {
        const times = isUsable ? { startedAt: 0, usableAt: 40 } : { startedAt: 0 };
        const sums = { outcomes: 0, reconnects: 0, failed: 0, errors: 0 };
        let counts = NO_COUNTS;
        for (const event of [...events, 'hidden' as const]) {
          if (event !== 'hidden') {
            counts = fold(counts, event);
            continue;
          }
          const report = reportOf(counts, times, 1_000, null);
          if (!report) continue;
          counts = fold(counts, { type: 'reported', report });
          sums.outcomes += report.opened ? 1 : 0;
          sums.reconnects += report.reconnects ?? 0;
          sums.failed += report.failed ?? 0;
          sums.errors += Object.values(report.errors ?? {}).reduce((sum, count) => sum + count, 0);
        }
        const inputs = events.filter((event) => event !== 'hidden');
        const whole = foldAll(inputs);
        expect(sums).toEqual({
          outcomes: sums.outcomes,
          reconnects: whole.reconnects,
          failed: inputs.filter(({ type }) => type === 'message-failed').length,
          errors: inputs.filter(({ type }) => type === 'error').length,
        });
        expect(sums.outcomes).toBeLessThanOrEqual(1);
        if (isUsable) expect(sums.outcomes).toBe(1);
        expect(reportOf(counts, times, 1_000, null)).toBeUndefined();
      }),
    );
  });

  it('M-14.18: a report has at most 300 bytes', () => {
    const many = fc.array(input, { maxLength: 400 });
    const time = fc.integer({ min: -1e13, max: 1e13 });
    const largest: readonly HealthInput[] = Array.from({ length: 150 }, () => [
      ...HEALTH_ERRORS.map((code): HealthInput => ({ type: 'error', code })),
      { type: 'message-failed' } as const,
      ...connections('online', 'failed', 'online'),
    ]).flat();
    const sizeOf = (inputs: readonly HealthInput[], startedAt: number, usableAt: number, inMs: number) =>
      JSON.stringify(
        reportOf(foldAll([...inputs, { type: 'first-word', inMs }]), { startedAt, usableAt }, 0, 'direct') ??
          null,
      ).length;
    fc.assert(
      fc.property(many, time, time, time, (...page) => {
        expect(sizeOf(...page)).toBeLessThanOrEqual(MAX_HEALTH_BYTES);
      }),
    );
    expect(sizeOf(largest, 0, 1e9, 1e9)).toBeLessThanOrEqual(MAX_HEALTH_BYTES);
  });
});
