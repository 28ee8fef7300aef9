import { describe, expect, it } from 'vitest';
import { behavior } from '../../src/platform/behavior.ts';
import { createBaseClient } from '../../src/platform/client.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

type Answer = (init: RequestInit) => Promise<Response>;

const GOOD = { behavior: 'x' };
const good: Answer = async () => Response.json(GOOD);
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  async () =>
    new Response('', { status: code, headers });
const refusedConnection: Answer = () => Promise.reject(new TypeError('fetch failed'));
const brokenBody: Answer = async () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    }),
  );
const noAnswer: Answer = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));

/** Runs everything that waits only for promises. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Makes a call that gets the answers in turn. Returns when it was sent and its result. */
async function play(endpoint: 'get' | 'replace', answers: readonly Answer[], random = 0) {
  const clock: FakeClock = createFakeClock();
  const startedAt = clock.now();
  const sentAt: number[] = [];
  const queue = [...answers];
  const fetch = (_: unknown, init: RequestInit = {}) => {
    sentAt.push(clock.now() - startedAt);
    return (queue.shift() ?? status(500))(init);
  };
  const base = createBaseClient(
    { url: 'http://127.0.0.1:1', key: 'k', agentId: 'a', branchId: 'b' },
    { clock, fetch: fetch as typeof globalThis.fetch, random: () => random },
  );
  const call = endpoint === 'get' ? base.call(behavior.get, {}) : base.call(behavior.replace, { body: GOOD });
  let result: Awaited<typeof call> | undefined;
  call.then((item) => {
    result = item;
  });
  await settle();
  while (result === undefined) {
    clock.advance(clock.nextIn() ?? 0);
    await settle();
  }
  return {
    sentAt,
    came: result.ok ? 'good' : result.error.code,
    retryInMs: result.ok ? undefined : result.error.retryInMs,
    tookMs: clock.now() - startedAt,
    waiting: clock.waiting(),
  };
}

const transient = [
  ['a refused connection', refusedConnection, 'UNREACHABLE'],
  ['a body that breaks off', brokenBody, 'BROKEN_ANSWER'],
  ['a 502', status(502), 'UPSTREAM_ERROR'],
  ['a 503', status(503), 'UPSTREAM_ERROR'],
  ['a 504', status(504), 'UPSTREAM_ERROR'],
] as const;

describe('a retry', () => {
  it.each(transient)(
    'retries a read after %s, up to three attempts with growing waits',
    async (_, failure, code) => {
      expect(await play('get', [failure, good])).toEqual({
        sentAt: [0, 500],
        came: 'good',
        tookMs: 500,
        waiting: 0,
      });
      expect(await play('get', [failure, failure, failure, good])).toEqual({
        sentAt: [0, 500, 1_500],
        came: code,
        tookMs: 1_500,
        waiting: 0,
      });
    },
  );

  it.each(transient)('never retries a write after %s', async (_, failure, code) => {
    expect(await play('replace', [failure, good])).toEqual({
      sentAt: [0],
      came: code,
      tookMs: 0,
      waiting: 0,
    });
  });

  it.each([400, 401, 403, 404, 409, 422, 500, 501])('does not retry after a %i', async (code) => {
    expect(await play('get', [status(code), good])).toMatchObject({ sentAt: [0], waiting: 0 });
  });

  it('retries earlier by a random part of up to half the wait', async () => {
    expect(await play('get', [status(503), status(503), good], 0.999)).toMatchObject({
      sentAt: [0, 250.25, 750.75],
    });
  });

  it('retries a read after a time-out', async () => {
    expect(await play('get', [noAnswer, good])).toEqual({
      sentAt: [0, 10_500],
      came: 'good',
      tookMs: 10_500,
      waiting: 0,
    });
  });

  it('retries reads and writes after the time of Retry-After, between 1 and 30 s', async () => {
    for (const endpoint of ['get', 'replace'] as const) {
      const retryAfter = (value: string) => play(endpoint, [status(429, { 'Retry-After': value }), good]);
      expect((await retryAfter('7')).sentAt).toEqual([0, 7_000]);
      expect((await retryAfter('0')).sentAt).toEqual([0, 1_000]);
      expect((await retryAfter('3600')).sentAt).toEqual([0, 30_000]);
      expect((await retryAfter('Mon, 02 Nov 2026 09:00:12 GMT')).sentAt).toEqual([0, 12_000]);
    }
  });

  it('retries only reads after a 429 without Retry-After', async () => {
    expect(await play('get', [status(429), good])).toEqual({
      sentAt: [0, 5_000],
      came: 'good',
      tookMs: 5_000,
      waiting: 0,
    });
    expect(await play('replace', [status(429), good])).toEqual({
      sentAt: [0],
      came: 'TOO_MANY_REQUESTS',
      retryInMs: 5_000,
      tookMs: 0,
      waiting: 0,
    });
  });

  it('makes no retry after 45 s in all: the error says when to retry', async () => {
    const throttled = status(429, { 'Retry-After': '30' });
    expect(await play('get', [throttled, throttled, good])).toEqual({
      sentAt: [0, 30_000],
      came: 'TOO_MANY_REQUESTS',
      retryInMs: 30_000,
      tookMs: 30_000,
      waiting: 0,
    });
    expect(await play('get', [throttled, noAnswer, noAnswer])).toEqual({
      sentAt: [0, 30_000, 41_000],
      came: 'TIMEOUT',
      tookMs: 45_000,
      waiting: 0,
    });
  });

  it('makes no retry after the call is aborted', async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const fetch = async () => new Response('', { status: 503 });
    const base = createBaseClient(
      { url: 'http://127.0.0.1:1', key: 'k', agentId: 'a', branchId: 'b' },
      { clock, fetch, random: () => 0 },
    );
    const result = base.call(behavior.get, {}, { signal: stop.signal });
    await settle();
    expect(clock.nextIn()).toBe(500);
    stop.abort();
    expect(await result).toMatchObject({ error: { code: 'ABORTED' } });
    expect(clock.waiting()).toBe(0);
  });
});
