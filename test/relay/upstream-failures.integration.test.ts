import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { accessToken, problem, problemOf, until, useBench } from './support/bench.ts';
import {
  cutAnswer,
  halfAnswer,
  hangUp,
  json,
  type Reply,
  silence,
  startUpstream,
  text,
} from './support/upstream.ts';

const minted = (change: Record<string, unknown>) =>
  json(200, { access_token: accessToken(1), expires_in: 60, token_type: 'Bearer', ...change });
const INSIDE = { message: `no such host inside.example at /src/db.ts:4, ${accessToken(9)}` };

const BROKEN: readonly (readonly [string, Reply])[] = [
  ['a redirect', text(302, '', { Location: 'http://169.254.169.254/latest' })],
  ['a permanent redirect', text(308, '', { Location: '/elsewhere' })],
  ['a 400', json(400, { error: 'Error parsing request', ...INSIDE })],
  ['a 403', json(403, INSIDE)],
  ['a 404 page', text(404, '<h1>Not found</h1>', { 'Content-Type': 'text/html' })],
  ['a 501', json(501, INSIDE)],
  ['a 503', text(503, 'down for maintenance')],
  ['a page', text(200, '<!doctype html><title>Sign in</title>', { 'Content-Type': 'text/html' })],
  ['nothing', text(200, '')],
  ['truncated JSON', text(200, '{"access_token":"', { 'Content-Type': 'application/json' })],
  ['JSON of another shape', json(200, ['access_token'])],
  ['null', json(200, null)],
  ['bytes that are not UTF-8', (response) => void response.end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
  ['more than it should', text(200, ' '.repeat(70_000))],
  ['half a body, then a reset', cutAnswer],
];

describe('failures of the platform', () => {
  const open = useBench();
  const create = { method: 'POST' };

  it.each(BROKEN)('answers 502 upstream_error when the token call gets %s', async (_, reply) => {
    const { call, upstream } = await open();
    upstream.reply('access-token', reply);
    expect(problemOf(await call('/chat/sessions', create))).toEqual(problem(502, 'upstream_error'));
    expect(upstream.received).toHaveLength(1);
  });

  it.each(BROKEN)('answers 502 upstream_error when the session call gets %s', async (_, reply) => {
    const { call, upstream } = await open();
    upstream.reply('sessions', reply);
    expect(problemOf(await call('/chat/sessions', create))).toEqual(problem(502, 'upstream_error'));
    expect(upstream.received).toHaveLength(2);
  });

  it.each([
    { access_token: 7 },
    { access_token: '' },
    { access_token: 'with space' },
    { access_token: 'line\r\nX-Evil: 1' },
    { expires_in: '60' },
    { expires_in: 0 },
    { expires_in: null },
    { expires_in: undefined },
    { expires_in: -1 },
    { token_type: 'MAC' },
    { token_type: 1 },
  ])('answers 502 upstream_error to a token with %j', async (change) => {
    const { call, upstream } = await open();
    upstream.reply('access-token', minted(change));
    expect(problemOf(await call('/chat/sessions', create))).toEqual(problem(502, 'upstream_error'));
  });

  it.each([{}, { session_id: 5 }, { session_id: '' }, { session_id: '../admin' }, { session_id: 'a b' }])(
    'answers 502 upstream_error to a session of %j',
    async (body) => {
      const { call, upstream } = await open();
      upstream.reply('sessions', json(200, body));
      expect(problemOf(await call('/chat/sessions', create))).toEqual(problem(502, 'upstream_error'));
    },
  );

  it('answers 503 upstream_unreachable with Retry-After when nothing listens there', async () => {
    const gone = await startUpstream(accessToken);
    await gone.close();
    const { call } = await open({ env: { FOYER_MESSAGING_URL: gone.url } });
    const answer = await call('/chat/sessions', create);
    expect(problemOf(answer)).toEqual(problem(503, 'upstream_unreachable'));
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it.each(['access-token', 'sessions'] as const)(
    'answers 503 upstream_unreachable when %s hangs up',
    async (name) => {
      const { call, upstream } = await open();
      upstream.reply(name, hangUp);
      expect(problemOf(await call('/chat/sessions', create))).toEqual(problem(503, 'upstream_unreachable'));
    },
  );

  it('retries a token call once, and a session call never, when the platform closes a kept connection', async () => {
    const { call, upstream } = await open();
    const first = await call('/chat/sessions', create);
    upstream.reply('access-token', hangUp);
    const second = await call('/chat/sessions', create);
    upstream.reply('access-token', hangUp, hangUp);
    const third = await call('/chat/sessions', create);
    upstream.reply('sessions', hangUp);
    const fourth = await call('/chat/sessions', create);
    expect([first, second, third, fourth].map((answer) => answer.status)).toEqual([201, 201, 503, 503]);
  });

  it.each([
    ['access-token', 'does not answer', silence],
    ['access-token', 'stops in the middle of its answer', halfAnswer],
    ['sessions', 'does not answer', silence],
    ['sessions', 'stops in the middle of its answer', halfAnswer],
  ] as const)(
    'answers 504 upstream_timeout ten seconds after the start when %s %s',
    async (name, _, reply) => {
      const { call, upstream, clock } = await open();
      upstream.reply(name, reply);
      const asked = call('/chat/sessions', create);
      await until(() => upstream.received.some((message) => message.path.endsWith(name)));
      clock.advance(9_999);
      clock.advance(1);
      expect(problemOf(await asked)).toEqual(problem(504, 'upstream_timeout'));
      expect(clock.waiting()).toBe(0);
    },
  );

  // M-2.10, M-14.9
  it.each([
    ['0', '1'],
    ['soon', '5'],
    ['Mon, 02 Nov 2026 09:00:12 GMT', '12'],
    ['Mon, 02 Nov 2026 08:00:00 GMT', '1'],
  ])('forwards a 429 with Retry-After %s as %s seconds', async (header, seconds) => {
    const { call, upstream } = await open();
    upstream.reply('access-token', json(429, INSIDE, { 'Retry-After': header }));
    const answer = await call('/chat/sessions', create);
    expect(problemOf(answer)).toEqual(problem(429, 'too_many_requests'));
    expect(answer.headers.get('retry-after')).toBe(seconds);
  });

  it('adds Retry-After to a 429 of the session call that has none', async () => {
    const { call, upstream } = await open();
    upstream.reply('sessions', json(429, {}));
    const answer = await call('/chat/sessions', create);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
  });

  it('stores nothing of a failed creation', async () => {
    const { call, upstream } = await open();
    upstream.reply('sessions', json(200, { session_id: '' }));
    await call('/chat/sessions', create);
    const resumed = await call('/chat/sessions/undefined/resume', create);
    expect(problemOf(resumed)).toEqual(problem(404, 'session_unknown'));
  });

  it('logs which call failed and how, without the content of the answer', async () => {
    const { call, upstream, records } = await open();
    upstream.reply('sessions', json(503, INSIDE));
    const answer = await call('/chat/sessions', create);
    const { request_id } = answer.json as { request_id: string };
    expect(records().slice(1)).toEqual([
      {
        level: 'warn',
        time: '2026-11-02T09:00:00.000Z',
        request_id,
        call: 'sessions',
        outcome: 'broken',
        status: 503,
        msg: 'upstream call failed',
      },
      {
        level: 'info',
        time: '2026-11-02T09:00:00.000Z',
        request_id,
        method: 'POST',
        route: '/chat/sessions',
        status: 502,
        duration_ms: 0,
        failed: 'messaging',
        msg: 'request',
      },
    ]);
  });

  it('S-07: answers 500 internal_error after an unexpected error, and gives the reason only in the log', async () => {
    const { call, records } = await open({
      ports: {
        store: {
          ...createMemoryStore(createFakeClock()),
          put: () => Promise.reject(new Error(`disk full at access_token=${accessToken(1)}&x`)),
          get: () => Promise.reject('thrown text'),
          delete: () => Promise.reject(null),
        },
      },
    });
    const answers = [
      await call('/chat/sessions', create),
      await call('/chat/sessions/any/resume', create),
      await call('/chat/sessions/any', { method: 'DELETE' }),
    ];
    expect(answers.map(problemOf)).toEqual([
      problem(500, 'internal_error'),
      problem(500, 'internal_error'),
      problem(500, 'internal_error'),
    ]);
    expect(answers.map((answer) => answer.headers.get('access-control-allow-origin'))).toEqual(
      Array(3).fill('https://shop.example.com'),
    );
    expect(records().filter((record) => record.level === 'error')).toHaveLength(3);
    expect(records().find((record) => record.level === 'error')?.err).toMatchObject({
      message: 'disk full at access_token=[secret]&x',
    });
  });

  it('aborts calls to the platform when the relay closes', async () => {
    const { call, upstream, relay, clock } = await open();
    upstream.reply('access-token', silence);
    const asked = call('/chat/sessions', create);
    await until(() => upstream.received.length === 1);
    const closed = relay.close();
    // The time that requests in progress have to finish.
    clock.advance(5_000);
    await expect(asked).rejects.toThrow('fetch failed');
    await closed;
    expect(clock.waiting()).toBe(0);
  });
});
