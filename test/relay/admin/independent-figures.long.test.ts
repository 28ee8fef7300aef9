import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { type RunningRelay, startRelay } from '../../../src/relay/index.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { QUESTIONS } from '../../support/sizes.ts';
import { bearer, type KeyName } from '../support/admin.ts';
import { configFor } from '../support/emulator-config.ts';

/**
 * Every figure is computed again from the platform's list of conversations, read with nothing of the product: no client, no schema, no
 * arithmetic. The platform fails, throttles and cuts its answers while the relay reads.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 9, 28, 9, 2);
const SINCE = Math.floor(NOW / DAY_MS) * DAY_MS - 15 * DAY_MS;
const ZONE = 'Europe/Berlin';
const iso = (at: number) => new Date(at).toISOString();

interface Raw {
  readonly started_at: string;
  readonly channel: string;
  readonly num_turns: number;
  readonly handoff: boolean;
  readonly handoff_reason?: string | null;
  readonly num_silences: number;
  readonly num_ood: number;
  readonly turns?: readonly { readonly latency?: number | null }[];
}

let emulator: Emulator;
let relay: RunningRelay;
let all: readonly Raw[];
let faults = 0;

/** A platform on a bad day: every few answers are missing, refused, or end early. */
const hostile: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input));
  faults += pathname.endsWith('/conversations') ? 1 : 0;
  switch (pathname.endsWith('/conversations') ? faults % 9 : 0) {
    case 3:
      return new Response('{}', { status: 503 });
    case 5:
      return new Response('{}', { status: 429, headers: { 'Retry-After': '1' } });
    case 7: {
      const whole = await (await fetch(input, init)).text();
      return new Response(whole.slice(0, whole.length / 2), {
        headers: { 'Content-Type': 'application/json' },
      });
    }
    default:
      return fetch(input, init);
  }
};

/** All conversations, page by page, as the platform's documentation describes its list. */
async function readAll(): Promise<Raw[]> {
  const found: Raw[] = [];
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({
      start_time: iso(SINCE),
      end_time: iso(NOW),
      client_env: 'live',
      include_latency: 'true',
      limit: '500',
      ...(cursor && { cursor }),
    });
    const { accountId, projectId, platformUrl, platformKey } = emulator;
    const response = await fetch(`${platformUrl}/v3/${accountId}/${projectId}/conversations?${query}`, {
      headers: { 'x-api-key': platformKey },
    });
    const page = (await response.json()) as { conversations: Raw[]; cursor?: string | null };
    found.push(...page.conversations);
    if (!page.cursor) return found;
    cursor = page.cursor;
  }
}

/** A key may ask 600 times a minute, and the relay's clock stands still. */
async function ask(path: string, key: KeyName = 'read') {
  const response = await fetch(`${relay.url}/admin/v1${path}`, { headers: bearer(key) });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

beforeAll(async () => {
  emulator = await startEmulator({
    clock: createFakeClock(NOW),
    conversations: { count: 4_000, from: SINCE, to: NOW - HOUR_MS, seed: 4_711 },
  });
  const config = configFor(emulator, { FOYER_TIME_ZONE: ZONE });
  const clock = createFakeClock(NOW);
  let running = 0;
  const counted: typeof fetch = async (...args) => {
    running += 1;
    return hostile(...args).finally(() => {
      running -= 1;
    });
  };
  relay = await startRelay(config, { clock, store: createMemoryStore(clock), fetch: counted });
  all = await readAll();
  // Time passes, but not while the platform is answering, until all is read.
  for (let isReading = true; isReading; ) {
    for (let turn = 0; turn < 200; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (running === 0) clock.advance(200);
    }
    isReading = (await ask('/overview')).known_since !== iso(SINCE);
  }
});

afterAll(async () => {
  await relay?.close();
  await emulator?.close();
});

const sum = (values: readonly number[]) => values.reduce((total, it) => total + it, 0);

/** The figures of the conversations that began in a range. */
function count(from: number, to: number) {
  const found = all.filter(({ started_at }) => Date.parse(started_at) >= from && Date.parse(started_at) < to);
  const latencies = found
    .flatMap(({ turns = [] }) => turns.flatMap(({ latency }) => latency || []))
    .sort((one, other) => one - other);
  const reasons: Record<string, number> = {};
  for (const { handoff, handoff_reason } of found)
    if (handoff) reasons[handoff_reason ?? ''] = (reasons[handoff_reason ?? ''] ?? 0) + 1;
  const channels: Record<string, number> = {};
  for (const { channel } of found) channels[channel] = (channels[channel] ?? 0) + 1;
  const rank = (share: number) => latencies[Math.max(0, Math.ceil(latencies.length * share) - 1)] ?? null;
  return {
    counts: {
      conversations: found.length,
      turns: sum(found.map(({ num_turns }) => num_turns)),
      handoffs: found.filter(({ handoff }) => handoff).length,
      silent_turns: sum(found.map(({ num_silences }) => num_silences)),
      out_of_domain_turns: sum(found.map(({ num_ood }) => num_ood)),
      latency_turns: latencies.length,
    },
    latencies: { p50: rank(0.5), p95: rank(0.95) },
    reasons,
    channels,
  };
}

/** Within 2.5 %, and half a millisecond for whole numbers. */
const isNear = (found: number | null, right: number | null) =>
  found === null || right === null ? found === right : Math.abs(found - right) <= right * 0.025 + 0.5;

interface Answer {
  readonly from: string;
  readonly to: string;
  readonly totals: { readonly latency_p50_ms: number | null; readonly latency_p95_ms: number | null };
  readonly handoff_reasons: readonly { readonly reason: string; readonly handoffs: number }[];
  readonly other_handoffs: number;
}

/** Compares all figures of an answer with those of its range. */
function check(answer: Answer, range: string) {
  const { counts, latencies, reasons } = count(Date.parse(answer.from), Date.parse(answer.to));
  const { totals } = answer;
  const named = Object.fromEntries(answer.handoff_reasons.map((it) => [it.reason, it.handoffs]));
  expect([range, totals, named, answer.other_handoffs]).toMatchObject([range, counts, reasons, 0]);
  expect(Object.keys(named).length).toBe(Object.keys(reasons).length);
  expect([
    range,
    isNear(totals.latency_p50_ms, latencies.p50),
    isNear(totals.latency_p95_ms, latencies.p95),
  ]).toEqual([range, true, true]);
}

const minutes = fc.integer({ min: 1, max: 15 * 24 * 60 });

describe('figures that are counted again from the raw list', () => {
  it('covers thousands of conversations, and a platform that failed meanwhile', () => {
    expect(all.length).toBeGreaterThan(2_000);
    expect(faults).toBeGreaterThan(9);
  });

  it('the overview equals a count of the raw list, for any range and its comparison', async () => {
    const ranges = fc.tuple(minutes, minutes).filter(([one, other]) => one !== other);
    await fc.assert(
      fc.asyncProperty(ranges, async ([one, other]) => {
        const [from, to] = [NOW - Math.max(one, other) * MINUTE_MS, NOW - Math.min(one, other) * MINUTE_MS];
        const answer = await ask(`/overview?from=${iso(from)}&to=${iso(to)}`);
        check(answer, `${iso(from)} ${iso(to)}`);
        if (from > NOW - 8 * DAY_MS) {
          const window = 5 * MINUTE_MS;
          expect([answer.from, answer.to]).toEqual([
            iso(Math.floor(from / window) * window),
            iso(Math.ceil(to / window) * window),
          ]);
        }
        if (answer.previous)
          expect(answer.previous).toMatchObject(
            count(Date.parse(answer.previous_from), Date.parse(answer.previous_to)).counts,
          );
      }),
      { numRuns: QUESTIONS },
    );
  });

  it('each day’s report equals a count of the raw list, even when the clocks change', async () => {
    for (let day = SINCE + DAY_MS; day < NOW; day += DAY_MS) {
      const name = iso(day).slice(0, 10);
      const report = await ask(`/report?day=${name}`);
      check(report, name);
      const local = (at: string) =>
        new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }).format(
          new Date(at),
        );
      expect(local(report.from)).toBe(`${name} 00:00`);
      if (report.is_complete) expect(local(report.to)).toBe(`${iso(day + DAY_MS).slice(0, 10)} 00:00`);
    }
  });

  it('the series by channel equal a count of the raw list', async () => {
    await fc.assert(
      fc.asyncProperty(minutes, fc.constantFrom(3_600, 86_400), async (ago, step) => {
        const from = NOW - (ago + 1) * MINUTE_MS;
        const answer = await ask(`/insights?from=${iso(from)}&to=${iso(NOW)}&step=${step}&by=channel`, 'all');
        const found = Object.fromEntries(
          answer.series.map((it: { name: string; steps: { conversations: number }[] }) => [
            it.name,
            sum(it.steps.map(({ conversations }) => conversations)),
          ]),
        );
        const { channels } = count(Date.parse(answer.from), Date.parse(answer.to));
        expect(Object.fromEntries(Object.entries(found).filter(([, it]) => it !== 0))).toEqual(channels);
      }),
      { numRuns: Math.ceil(QUESTIONS / 5) },
    );
  });
});
