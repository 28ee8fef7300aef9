import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import type { Store } from '../../src/relay/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { accessToken, problem, problemOf, until, useBench } from './support/bench.ts';
import { json } from './support/upstream.ts';

const FIRST = '5e551011-0000-4000-8000-000000000001';
const HOUR = 3_600_000;

/** The grant for the first session of a bench. */
const grant = (upstreamUrl: string, expires_in = 86_400) => ({
  session_id: FIRST,
  access_token: accessToken(1),
  expires_in,
  websocket_url: `${upstreamUrl.replace('http', 'ws')}/ws`,
  dialect: 'service',
  dialect_assumed: true,
  seen: 0,
  carriers: ['direct', 'relay', 'poll'],
});

describe('sessions', () => {
  const open = useBench();

  it('sessions are created with a new token and the address of their socket', async () => {
    const bench = await open();
    const answer = await bench.call('/chat/sessions', { method: 'POST', body: {} });
    expect([answer.status, answer.json]).toEqual([201, grant(bench.upstream.url)]);
  });

  it('sessions are created with defaults when the request has no body', async () => {
    const bench = await open();
    const answer = await bench.call('/chat/sessions', { method: 'POST' });
    expect([answer.status, answer.json]).toEqual([201, grant(bench.upstream.url)]);
  });

  it('sessions are granted with the configured dialect', async () => {
    const bench = await open({ env: { FOYER_DIALECT: 'poly' } });
    const answer = await bench.call('/chat/sessions', { method: 'POST' });
    expect(answer.json).toEqual({
      ...grant(bench.upstream.url),
      dialect: 'poly',
      dialect_assumed: undefined,
    });
  });

  it('M-8.11: sessions tell the client how to join chunks only when configured', async () => {
    const { call, upstream } = await open({ env: { FOYER_CHUNK_JOIN: 'space' } });
    const created = await call('/chat/sessions', { method: 'POST' });
    const resumed = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    const expected = { ...grant(upstream.url), chunk_join: 'space' };
    expect([created.json, resumed.json]).toEqual([expected, expected]);
  });

  it('sessions keep the path of the messaging URL in every call and in the address of the socket', async () => {
    const { upstream } = await open();
    const { call } = await open({ env: { FOYER_MESSAGING_URL: `${upstream.url}/eu/` } });
    const answer = await call('/chat/sessions', { method: 'POST' });
    expect(upstream.received.map((message) => message.path)).toEqual([
      '/eu/api/v1/access-token',
      '/eu/api/v1/sessions',
    ]);
    expect(answer.json).toEqual({
      ...grant(upstream.url),
      websocket_url: `${upstream.url.replace('http', 'ws')}/eu/ws`,
    });
  });

  // M-2.1, M-14.7, M-14.8
  it('S-58, M-14.7, M-14.8: the platform learns the registered host and only the user agent of a visitor', async () => {
    const { call, upstream } = await open();
    await call('/chat/sessions', {
      method: 'POST',
      headers: { 'User-Agent': 'Visitor/1.0', Cookie: 'a=b', 'X-Forwarded-For': '203.0.113.9' },
      body: { platform: 'ios', streaming: false, locale: 'fr-CA', is_admin: true, connector: 'other' },
    });
    const known = ['x-token', 'x-host', 'authorization', 'user-agent', 'origin', 'cookie', 'x-forwarded-for'];
    const seen = upstream.received.map(({ method, path, headers, body }) => ({
      method,
      path,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => known.includes(name))),
      type: headers['content-type'],
      body: JSON.parse(body),
    }));
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/api/v1/access-token',
        headers: {
          'x-token': 'CNRY-connector-4f1d7c0a9b3e5d86',
          'x-host': 'shop.example.com',
          'user-agent': 'foyer-chat',
        },
        type: 'application/json',
        body: {},
      },
      {
        method: 'POST',
        path: '/api/v1/sessions',
        headers: { authorization: `Bearer ${accessToken(1)}`, 'user-agent': 'Visitor/1.0' },
        type: 'application/json',
        body: { streaming_enabled: false, platform: 'ios-web' },
      },
    ]);
  });

  it.each([
    [{}, { streaming_enabled: true, platform: 'web' }],
    [{ platform: 'web' }, { streaming_enabled: true, platform: 'web' }],
    [
      { platform: 'ios', streaming: true },
      { streaming_enabled: true, platform: 'ios-web' },
    ],
    [
      { platform: 'android', streaming: false },
      { streaming_enabled: false, platform: 'android-web' },
    ],
  ])('sessions are created with %j as %j at the platform', async (body, sent) => {
    const { call, upstream } = await open();
    await call('/chat/sessions', { method: 'POST', body });
    expect(JSON.parse(upstream.received[1]?.body ?? '')).toEqual(sent);
  });

  it('M-14.7: sessions tell the platform the kind of device only when configured', async () => {
    const { call, upstream } = await open({ env: { FOYER_SEND_DEVICE_TYPE: 'true' } });
    const headers = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148' };
    await call('/chat/sessions', { method: 'POST', headers });
    expect(JSON.parse(upstream.received[1]?.body ?? '')).toEqual({
      streaming_enabled: true,
      platform: 'web',
      device_type: 'mobile',
    });
  });

  // M-2.3: the token is the visitor's identity.
  it('sessions resume with the same token and the remaining time, without a call to the platform', async () => {
    const { call, upstream, clock } = await open();
    await call('/chat/sessions', { method: 'POST' });
    clock.advance(HOUR);
    const answer = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    expect([answer.status, answer.json]).toEqual([200, grant(upstream.url, 86_400 - 3_600)]);
    expect(upstream.received).toHaveLength(2);
  });

  it.each([
    [31 * 86_400, 30 * 86_400],
    [Number.MAX_VALUE, 30 * 86_400],
    [0.5, 1],
  ])('M-2.1: a session whose token is valid for %d seconds is granted for %d', async (said, granted) => {
    const { call, upstream } = await open({ env: { FOYER_RESUME_BINDING: 'required' } });
    upstream.reply(
      'access-token',
      json(200, { access_token: accessToken(1), expires_in: said, token_type: 'Bearer' }),
    );
    const answer = await call('/chat/sessions', { method: 'POST' });
    expect(answer.json).toMatchObject({ expires_in: granted });
    expect(answer.headers.get('set-cookie')).toContain(`Max-Age=${granted};`);
  });

  it('S-18: a session is expired after its token, and unknown an hour later', async () => {
    const { call, clock, upstream } = await open();
    upstream.reply(
      'access-token',
      json(200, { access_token: accessToken(1), expires_in: 60, token_type: 'Bearer' }),
    );
    await call('/chat/sessions', { method: 'POST' });
    clock.advance(60_000);
    const soon = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    const state = await call(`/chat/sessions/${FIRST}`);
    clock.advance(HOUR);
    const later = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    expect([problemOf(soon), state.json, problemOf(later)]).toEqual([
      problem(410, 'session_expired'),
      { state: 'expired' },
      problem(404, 'session_unknown'),
    ]);
    expect(upstream.received).toHaveLength(2);
  });

  it('S-18: a session ends at the configured age, even if its token is valid for longer', async () => {
    const { call, clock } = await open({
      env: { FOYER_SESSION_MAX_AGE: '3600', FOYER_RESUME_BINDING: 'required' },
    });
    const created = await call('/chat/sessions', { method: 'POST' });
    const [cookie = ''] = created.headers.get('set-cookie')?.split('; ') ?? [];
    const ask = (path: string, method: string) =>
      call(`/chat/sessions/${FIRST}${path}`, { method, headers: { Cookie: cookie } });
    clock.advance(HOUR - 1_000);
    const before = await ask('/resume', 'POST');
    clock.advance(1_000);
    const after = [await ask('/resume', 'POST'), await ask('', 'GET')];
    expect([created, before].map(({ json }) => (json as { expires_in: number }).expires_in)).toEqual([
      3_600, 1,
    ]);
    expect(created.headers.get('set-cookie')).toContain('Max-Age=3600;');
    expect([after.map(({ status }) => status), after[1]?.json]).toEqual([[410, 200], { state: 'expired' }]);
  });

  it.each([
    ['no-such-session', 'no-such-session'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['%252e', '%252e'],
    ['of 400 letters', 'a'.repeat(400)],
    ['%00', '%00'],
    ['%zz', '%zz'],
  ])('sessions are unknown with the id %s', async (_, id) => {
    const { call, upstream } = await open();
    const answers = [
      await call(`/chat/sessions/${id}/resume`, { method: 'POST' }),
      await call(`/chat/sessions/${id}`),
    ];
    expect(answers.map(problemOf)).toEqual([
      problem(404, 'session_unknown'),
      problem(404, 'session_unknown'),
    ]);
    expect(upstream.received).toEqual([]);
  });

  // Contract §9: unknown sessions and sessions of others have the same answer.
  it('a session can be deleted once', async () => {
    const { call } = await open();
    await call('/chat/sessions', { method: 'POST' });
    const first = await call(`/chat/sessions/${FIRST}`, { method: 'DELETE' });
    const again = await call(`/chat/sessions/${FIRST}`, { method: 'DELETE' });
    const resumed = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    expect([first.status, first.text, problemOf(again), problemOf(resumed)]).toEqual([
      204,
      '',
      problem(404, 'session_unknown'),
      problem(404, 'session_unknown'),
    ]);
  });

  it.each([302, 500, 'hang-up'] as const)(
    'sessions are unreachable when the platform answers the handshake with %s',
    async (reply) => {
      const { call, upstream } = await open();
      await call('/chat/sessions', { method: 'POST' });
      upstream.replySocket(reply);
      const answer = await call(`/chat/sessions/${FIRST}`);
      expect([answer.status, answer.json]).toEqual([200, { state: 'unreachable' }]);
      await until(() => upstream.sockets() === 0);
    },
  );

  it('sessions are unreachable when the handshake has no answer within five seconds', async () => {
    const { call, upstream, clock } = await open();
    await call('/chat/sessions', { method: 'POST' });
    upstream.replySocket('silence');
    const asked = call(`/chat/sessions/${FIRST}`);
    await until(() => upstream.received.length === 3);
    clock.advance(5_000);
    expect((await asked).json).toEqual({ state: 'unreachable' });
    await until(() => upstream.sockets() === 0);
  });

  it('one handshake answers several tabs that request the state at once', async () => {
    const memory = createMemoryStore(createFakeClock());
    let lookedUp = 0;
    const store: Store = {
      ...memory,
      get(key) {
        if (key.startsWith('session:')) lookedUp += 1;
        return memory.get(key);
      },
    };
    const { call, upstream, clock } = await open({ ports: { store } });
    await call('/chat/sessions', { method: 'POST' });
    upstream.replySocket('silence');
    const asked = Array.from({ length: 3 }, () => call(`/chat/sessions/${FIRST}`));
    await until(() => lookedUp === 3 && upstream.received.length === 3);
    clock.advance(5_000);
    const states = (await Promise.all(asked)).map((answer) => answer.json);
    expect(states).toEqual(Array(3).fill({ state: 'unreachable' }));
    expect(upstream.received).toHaveLength(3);
  });

  it('sessions are recorded as expired after the platform answered 404, without further handshakes', async () => {
    const { call, upstream } = await open();
    await call('/chat/sessions', { method: 'POST' });
    upstream.replySocket(404);
    await call(`/chat/sessions/${FIRST}`);
    const resumed = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    const state = await call(`/chat/sessions/${FIRST}`);
    expect([problemOf(resumed), state.json]).toEqual([problem(410, 'session_expired'), { state: 'expired' }]);
    expect(upstream.received).toHaveLength(3);
  });

  it('a session can be resumed after any other answer to the handshake', async () => {
    const { call, upstream } = await open();
    await call('/chat/sessions', { method: 'POST' });
    upstream.replySocket(401, 429, 500);
    for (let asked = 0; asked < 3; asked++) await call(`/chat/sessions/${FIRST}`);
    const resumed = await call(`/chat/sessions/${FIRST}/resume`, { method: 'POST' });
    expect([resumed.status, resumed.json]).toEqual([200, grant(upstream.url)]);
  });
});
