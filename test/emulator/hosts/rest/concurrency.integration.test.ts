import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { newSession } from '../../support/visitor.ts';
import { type Call, NEW_CONNECTION, onPlatform } from './rest-calls.ts';

const clock = createFakeClock(Date.UTC(2026, 10, 2, 9, 2));
const NOW = clock.now();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const iso = (ms: number) => new Date(ms).toISOString();

let emulator: Emulator;
let platform: Call;
beforeAll(async () => {
  emulator = await startEmulator({
    clock,
    conversations: { count: 2_000, seed: 9, from: NOW - 2 * DAY_MS, to: NOW - DAY_MS },
    keys: [{ family: 'platform', key: 'quiet', permissions: [] }],
  });
  platform = onPlatform(emulator);
});
afterAll(() => emulator.close());

type Query = Record<string, string>;
const PATH = '/v1/lumen-oak/shop/conversations/concurrency';
const ask = (query: Query, on = platform) => on('GET', `${PATH}?${new URLSearchParams(query)}`);

interface Interval {
  readonly time: string;
  readonly max_concurrent_conversations: number;
  readonly variant_id?: string;
  readonly variant_name?: string;
}
async function intervals(query: Query): Promise<readonly Interval[]> {
  const { status, body } = await ask(query);
  expect([status, body]).toEqual([
    200,
    { account_id: 'lumen-oak', project_id: 'shop', intervals: expect.any(Array) },
  ]);
  return (body as { intervals: readonly Interval[] }).intervals;
}
const between = (from: number, to: number): Query => ({ start_time: iso(from), end_time: iso(to) });
const countsOf = (list: readonly Interval[]) => list.map((interval) => interval.max_concurrent_conversations);

interface Agent {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly clientEnv: string;
  readonly variantId: string;
  readonly language: string;
  readonly fromNumber: string;
}
/** The same conversations from the Data API. */
async function allConversations(): Promise<readonly Agent[]> {
  const { body } = await fetch(`${emulator.baseUrl}/v1/agents/shop/conversations?limit=3000`, {
    headers: { ...NEW_CONNECTION, 'X-API-KEY': emulator.baseKey },
  }).then(async (answer) => ({ body: await answer.json() }));
  return (body as { conversations: readonly Agent[] }).conversations;
}
/** The highest count of each interval. It occurs at the start of the interval or of a conversation. */
function countConcurrent(some: readonly Agent[], from: number, to: number): readonly number[] {
  const runs = some.map(
    (conversation) => [Date.parse(conversation.startedAt), Date.parse(conversation.finishedAt)] as const,
  );
  const countAt = (time: number) => runs.filter(([start, end]) => start <= time && time <= end).length;
  return Array.from({ length: (to - from) / (5 * MINUTE_MS) }, (_, slot) => {
    const begin = from + slot * 5 * MINUTE_MS;
    const starts = runs.flatMap(([start]) =>
      start >= begin && start < begin + 5 * MINUTE_MS ? [start] : [],
    );
    return Math.max(countAt(begin), ...starts.map(countAt));
  });
}

describe('concurrency (R-12.1 to R-12.3)', () => {
  const NOON = Date.UTC(2026, 9, 31, 12);
  const RANGE = between(NOON - 4 * HOUR_MS, NOON + 20 * HOUR_MS);

  it('concurrency equals a count of the conversations that match the filter', async () => {
    const everything = await allConversations();
    expect(everything.length).toBe(2_000);
    const live = everything.filter((conversation) => conversation.clientEnv === 'live');
    const number = live.find((conversation) => conversation.fromNumber !== '')?.fromNumber ?? '';
    const cases: readonly (readonly [Query, readonly Agent[]])[] = [
      [{}, live],
      [{ client_env: 'sandbox' }, everything.filter((conversation) => conversation.clientEnv === 'sandbox')],
      [{ variant_id: 'trial' }, live.filter((conversation) => conversation.variantId === 'trial')],
      [{ variant_name: 'Trial voice' }, live.filter((conversation) => conversation.variantId === 'trial')],
      [{ language: 'fr' }, live.filter((conversation) => conversation.language === 'fr')],
      [{ phone_number: number }, live.filter((conversation) => conversation.fromNumber === number)],
      [{ variant_id: 'never' }, []],
    ];
    for (const [query, some] of cases)
      expect([query, countsOf(await intervals({ ...RANGE, ...query }))]).toEqual([
        query,
        countConcurrent(some, NOON - 4 * HOUR_MS, NOON + 20 * HOUR_MS),
      ]);
    expect(Math.max(...countsOf(await intervals(RANGE)))).toBeGreaterThan(3);
  });

  it('lists one interval for each five minutes of the rounded range, in order (R-12.2)', async () => {
    const at = Date.UTC(2026, 10, 1, 12);
    const times = async (from: number, to: number) =>
      (await intervals(between(from, to))).map(({ time }) => time);
    const three = [0, 5, 10].map((minutes) => iso(at + minutes * MINUTE_MS));
    expect(await times(at, at + 15 * MINUTE_MS)).toEqual(three);
    expect(await times(at + 5 * MINUTE_MS - 1, at + 10 * MINUTE_MS + 1)).toEqual(three);
    expect(await times(at, at)).toEqual([]);
    expect(await times(at + 1, at + 1)).toEqual([iso(at)]);
    const microseconds = { start_time: iso(at), end_time: '2026-11-01T12:10:00.000001Z' };
    expect((await intervals(microseconds)).map(({ time }) => time)).toEqual(three);
  });

  it('can slice by variant, ordered by time, without variants that have no conversations (R-12.3)', async () => {
    const sliced = await intervals({ ...RANGE, slice_by: 'variant' });
    const of = (id: string) => sliced.filter((interval) => interval.variant_id === id);
    expect(sliced.map(({ time }) => time)).toEqual(sliced.map(({ time }) => time).toSorted());
    const french = await intervals({ ...RANGE, slice_by: 'variant', language: 'fr' });
    for (const id of ['main', 'spring', 'trial']) {
      expect(countsOf(of(id))).toEqual(countsOf(await intervals({ ...RANGE, variant_id: id })));
      expect(countsOf(french.filter((interval) => interval.variant_id === id))).toEqual(
        countsOf(await intervals({ ...RANGE, variant_id: id, language: 'fr' })),
      );
    }
    expect(sliced[0]).toEqual({
      variant_id: 'main',
      variant_name: 'Main line',
      time: iso(NOON - 4 * HOUR_MS),
      max_concurrent_conversations: expect.any(Number),
    });
    const one = await intervals({ ...RANGE, slice_by: 'variant', variant_id: 'spring' });
    expect(one).toEqual(of('spring'));
    expect(await intervals({ ...between(NOW, NOW + HOUR_MS), slice_by: 'variant' })).toEqual([]);
    for (const unknown of [{ variant_id: 'never' }, { variant_name: 'Never' }])
      expect(await intervals({ ...RANGE, slice_by: 'variant', ...unknown })).toEqual([]);
  });

  it('counts a conversation in progress until now and not later', async () => {
    const { id } = await newSession(emulator);
    const grid = Date.UTC(2026, 10, 2, 9);
    const next = () => intervals(between(grid, grid + 15 * MINUTE_MS)).then(countsOf);
    expect(await next()).toEqual([1, 0, 0]);
    clock.advance(5 * MINUTE_MS);
    expect(await next()).toEqual([1, 1, 0]);
    const sliced = await intervals({ ...between(grid, grid + 10 * MINUTE_MS), slice_by: 'variant' });
    expect(sliced.map((interval) => [interval.variant_id, interval.max_concurrent_conversations])).toEqual([
      ['main', 1],
      ['main', 1],
    ]);
    // Intervals in the future are empty.
    expect(countsOf(await intervals(between(grid + 10 * MINUTE_MS, grid + 15 * MINUTE_MS)))).toEqual([0]);
    emulator.expireSession(id);
    clock.advance(5 * MINUTE_MS);
    expect(await next()).toEqual([1, 1, 0]);
  });

  it('concurrency covers one week at most (R-12.2)', async () => {
    const from = Date.UTC(2026, 9, 20, 0, 1);
    const { length } = await intervals(between(from, from + 7 * DAY_MS));
    expect(length).toBe(7 * 24 * 12 + 1);
    const errors = [
      { field: 'end_time', message: 'must not be before start_time, and at most a week after it' },
    ];
    const tooFar = { start_time: iso(from), end_time: '2026-10-27T00:01:00.000001Z' };
    for (const range of [between(from, from + 7 * DAY_MS + 1), tooFar, between(from, from - 1)])
      expect(await ask(range)).toEqual({
        status: 400,
        body: { error_message: `end_time ${errors[0]?.message}`, errors },
      });
  });

  it.each<[Query, number, string]>([
    [{}, 400, 'start_time is required; end_time is required'],
    [
      { ...RANGE, variant_id: 'a', variant_name: 'b' },
      400,
      'variant_name cannot be combined with variant_id',
    ],
    [{ ...RANGE, client_env: 'x' }, 400, 'client_env must be one of sandbox, pre-release, live'],
    [{ ...RANGE, slice_by: 'x' }, 400, 'slice_by must be one of variant, language, phone_number'],
    [{ ...RANGE, start_time: 'now' }, 400, 'start_time must be an ISO 8601 date and time with a zone'],
    [{ ...RANGE, limit: '1' }, 400, 'limit is not known here'],
    [{ ...RANGE, slice_by: 'language' }, 501, 'Slicing by language is not implemented'],
    [{ ...RANGE, slice_by: 'phone_number' }, 501, 'Slicing by phone_number is not implemented'],
  ])('refuses %j with %i', async (query, status, text) => {
    expect(await ask(query)).toMatchObject({ status, body: { error_message: text } });
  });

  it('concurrency needs the permission for conversations (R-1.7)', async () => {
    expect(await ask(RANGE, onPlatform(emulator, 'quiet'))).toEqual({
      status: 403,
      body: { error_message: 'The API key lacks the conversations permission' },
    });
    expect((await ask(RANGE, onPlatform(emulator, emulator.baseKey))).status).toBe(401);
  });
});
