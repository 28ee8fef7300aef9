import { describe, expect, it } from 'vitest';
import { createBinding } from '../../src/relay/site/binding.ts';
import { type Answer, type Bench, problem, problemOf, until, useBench } from './support/bench.ts';

const ID = '5e551011-0000-4000-8000-000000000001';
const OTHER = '5e551011-0000-4000-8000-000000000002';
const PROBE = 'foyer-probe=1';
const UNKNOWN = problem(404, 'session_unknown');
const HOUR = 3_600_000;

/** A cookie as the browser sends it back, and its attributes. */
function cookieOf(answer: Answer) {
  const [pair = '', ...attributes] = answer.headers.getSetCookie()[0]?.split('; ') ?? [];
  return { pair, attributes };
}
const withCookies = (...cookies: readonly string[]) => ({ headers: { Cookie: cookies.join('; ') } });

/** A session of a browser that accepts cookies, with its cookie. */
async function bound(bench: Bench): Promise<string> {
  const created = await bench.call('/chat/sessions', { method: 'POST', ...withCookies(PROBE) });
  return cookieOf(created).pair;
}

/** All requests for one session. */
async function useAll(bench: Bench, options: object, id = ID): Promise<unknown[]> {
  return [
    problemOf(await bench.call(`/chat/sessions/${id}/resume`, { method: 'POST', ...options })),
    problemOf(await bench.call(`/chat/sessions/${id}`, options)),
    problemOf(await bench.call(`/chat/sessions/${id}`, { method: 'DELETE', ...options })),
  ];
}

describe('the binding of a session to its browser', () => {
  const open = useBench();

  it.each(['/chat/config', '/frame'])('sets a probe cookie with %s, cached or not', async (path) => {
    const { call } = await open();
    const first = await call(path);
    const again = await call(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect([again.status, first.headers.getSetCookie(), again.headers.getSetCookie()]).toEqual([
      304,
      ...Array(2).fill(['foyer-probe=1; Path=/chat; Secure; HttpOnly; SameSite=None; Partitioned']),
    ]);
  });

  it('sets a cookie with the lifetime of the token for browsers that accept cookies', async () => {
    const { call } = await open();
    const created = await call('/chat/sessions', { method: 'POST', ...withCookies('a=b', PROBE) });
    const { pair, attributes } = cookieOf(created);
    expect(pair).toMatch(/^__Host-foyer-[\w-]{16}=[\w-]{43}$/);
    expect(attributes).toEqual([
      'Path=/',
      'Max-Age=86400',
      'Secure',
      'HttpOnly',
      'SameSite=None',
      'Partitioned',
    ]);
  });

  it('lets the owner resume, read and delete the session, and then removes the cookie', async () => {
    const bench = await open();
    const cookie = withCookies('other=1', await bound(bench));
    const resumed = await bench.call(`/chat/sessions/${ID}/resume`, { method: 'POST', ...cookie });
    const state = await bench.call(`/chat/sessions/${ID}`, cookie);
    const forgotten = await bench.call(`/chat/sessions/${ID}`, { method: 'DELETE', ...cookie });
    expect([resumed.status, state.json, forgotten.status]).toEqual([200, { state: 'alive' }, 204]);
    expect(cookieOf(forgotten)).toEqual({
      pair: cookie.headers.Cookie.replace(/^other=1; (__Host-foyer-[\w-]+)=.*$/, '$1='),
      attributes: ['Path=/', 'Max-Age=0', 'Secure', 'HttpOnly', 'SameSite=None', 'Partitioned'],
    });
  });

  it('S-13: a stolen id alone gives no access, and the owner keeps the session', async () => {
    const bench = await open();
    const cookie = await bound(bench);
    const foreign = cookie.replace(/=.*/, `=${'A'.repeat(43)}`);
    const [name] = cookie.split('=');
    for (const cookies of [
      [],
      [PROBE],
      [foreign],
      [`${name}=`],
      [`${name}`],
      [`x${cookie}`],
      [cookie.slice(0, -1)],
    ]) {
      expect([cookies, await useAll(bench, withCookies(...cookies))]).toEqual([
        cookies,
        Array(3).fill(UNKNOWN),
      ]);
    }
    expect(bench.upstream.received.filter((message) => message.method === 'UPGRADE')).toEqual([]);
    const owner = await bench.call(`/chat/sessions/${ID}/resume`, { method: 'POST', ...withCookies(cookie) });
    expect(owner.status).toBe(200);
  });

  it('S-13: the cookie of one session gives no access to another', async () => {
    const bench = await open();
    const [mine, theirs] = [await bound(bench), await bound(bench)];
    const renamed = `${theirs.split('=')[0]}=${mine.split('=')[1]}`;
    expect(await useAll(bench, withCookies(mine, renamed), OTHER)).toEqual(Array(3).fill(UNKNOWN));
  });

  it('S-14: an id or cookie sent by the client is never adopted; a new session has new ones', async () => {
    const bench = await open();
    const planted = `${(await bound(bench)).split('=')[0]}=${'A'.repeat(43)}`;
    expect(await useAll(bench, withCookies(PROBE, planted), 'planted-by-somebody')).toEqual(
      Array(3).fill(UNKNOWN),
    );
    const created = await bench.call('/chat/sessions', { method: 'POST', ...withCookies(PROBE, planted) });
    expect((created.json as { session_id: string }).session_id).toBe(OTHER);
    expect(cookieOf(created).pair).not.toContain('A'.repeat(43));
  });

  it('S-12: cookies have 256 random bits', () => {
    const binding = createBinding('required');
    const values = Array.from(
      { length: 10_000 },
      () => /=([\w-]{43});/.exec(binding.bind(ID, null, 60)?.setCookie ?? '')?.[1] ?? '',
    );
    expect(new Set(values).size).toBe(10_000);
    const bytes = Buffer.concat(values.map((value) => Buffer.from(value, 'base64url')));
    let ones = 0;
    let changes = 0;
    for (let bit = 0, last = 0; bit < bytes.length * 8; bit++) {
      const now = ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
      ones += now;
      changes += now ^ last;
      last = now;
    }
    // Six standard deviations of a fair coin: fails by chance once in a billion runs.
    const n = bytes.length * 8;
    const spread = 3 * Math.sqrt(n);
    expect([bytes.length, Math.abs(ones - n / 2) < spread, Math.abs(changes - n / 2) < spread]).toEqual([
      320_000,
      true,
      true,
    ]);
  });

  it('S-16: gives the same answer for an unknown, a foreign, a deleted and an expired foreign session', async () => {
    const bench = await open();
    await bound(bench);
    const theirs = await bound(bench);
    await bench.call(`/chat/sessions/${OTHER}`, { method: 'DELETE', ...withCookies(theirs) });
    const said = async (id: string) => {
      const answer = await bench.call(`/chat/sessions/${id}/resume`, {
        method: 'POST',
        ...withCookies(theirs),
      });
      const { request_id: _, ...body } = answer.json as Record<string, unknown>;
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
      return JSON.stringify([answer.status, body, headers]);
    };
    const [unknown, foreign, forgotten] = [await said('none'), await said(ID), await said(OTHER)];
    bench.clock.advance(24 * HOUR + 1);
    expect([foreign, forgotten, await said(ID)]).toEqual(Array(3).fill(unknown));
  });

  it('S-16: reports a session that the platform ended as expired to its owner and as unknown to others', async () => {
    const bench = await open();
    const cookie = await bound(bench);
    bench.upstream.replySocket(404);
    const state = await bench.call(`/chat/sessions/${ID}`, withCookies(cookie));
    const owner = await bench.call(`/chat/sessions/${ID}/resume`, { method: 'POST', ...withCookies(cookie) });
    expect([state.json, problemOf(owner)]).toEqual([{ state: 'expired' }, problem(410, 'session_expired')]);
    expect(await useAll(bench, {})).toEqual(Array(3).fill(UNKNOWN));
  });

  it('S-15, S-17: a captured resume request with its cookie gives no access after the end', async () => {
    const bench = await open();
    const cookie = withCookies(await bound(bench));
    await bench.call(`/chat/sessions/${ID}`, { method: 'DELETE', ...cookie });
    expect(await useAll(bench, cookie)).toEqual(Array(3).fill(UNKNOWN));
  });

  it('S-17: a session that is deleted during a state request stays deleted', async () => {
    const bench = await open();
    const cookie = withCookies(await bound(bench));
    bench.upstream.replySocket('silence');
    const asked = bench.call(`/chat/sessions/${ID}`, cookie);
    await until(() => bench.upstream.received.length === 3);
    await bench.call(`/chat/sessions/${ID}`, { method: 'DELETE', ...cookie });
    bench.clock.advance(5_000);
    await asked;
    expect(await useAll(bench, cookie)).toEqual(Array(3).fill(UNKNOWN));
  });

  it('needs only the id where cookies are blocked', async () => {
    const { call } = await open();
    const created = await call('/chat/sessions', { method: 'POST' });
    const resumed = await call(`/chat/sessions/${ID}/resume`, { method: 'POST' });
    expect([created.headers.getSetCookie(), resumed.status]).toEqual([[], 200]);
  });

  it('required: binds every session and sets no probe cookie', async () => {
    const { call } = await open({ env: { FOYER_RESUME_BINDING: 'required' } });
    const config = await call('/chat/config');
    const cookie = cookieOf(await call('/chat/sessions', { method: 'POST' })).pair;
    const without = await call(`/chat/sessions/${ID}/resume`, { method: 'POST' });
    const owner = await call(`/chat/sessions/${ID}/resume`, { method: 'POST', ...withCookies(cookie) });
    expect([config.headers.getSetCookie(), problemOf(without), owner.status]).toEqual([[], UNKNOWN, 200]);
  });

  it('off: sets and requires no cookie', async () => {
    const { call } = await open({ env: { FOYER_RESUME_BINDING: 'off' } });
    const answers = [
      await call('/chat/config'),
      await call('/frame'),
      await call('/chat/sessions', { method: 'POST', ...withCookies(PROBE) }),
      await call(`/chat/sessions/${ID}/resume`, { method: 'POST' }),
    ];
    expect(answers.map((answer) => [answer.status < 300, answer.headers.getSetCookie()])).toEqual(
      Array(4).fill([true, []]),
    );
  });

  it.each([
    ['auto', undefined, true],
    ['required', undefined, false],
    ['required', 'not a hash', false],
    ['auto', '', false],
    ['off', 'an older hash', true],
  ] as const)('%s: admits a session with the hash %j without a cookie: %s', (mode, hash, isAdmitted) => {
    expect(createBinding(mode).admits(ID, null, hash)).toBe(isAdmitted);
  });
});
