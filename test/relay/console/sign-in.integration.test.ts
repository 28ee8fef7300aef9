import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { noteSecrets } from '../../support/secrets.ts';
import { ADMIN_ENV, as, bearer, hashOf } from '../support/admin.ts';
import { type Bench, type CallOptions, problem, problemOf, useBench } from '../support/bench.ts';

const open = useBench();
const SESSION = '/console/session';
const LINT = '/admin/v1/behavior/lint';
const HOUR_MS = 3_600_000;
const OWN_PAGE = { origin: null, headers: { 'Sec-Fetch-Site': 'same-origin' } };

const SECOND_KEY = adminKeyNamed('second');
noteSecrets(SECOND_KEY);

const keyOf = (name: Parameters<typeof bearer>[0]) => bearer(name).Authorization.replace('Bearer ', '');

type Call = Bench['call'];

async function signIn(call: Call, key: string) {
  const answer = await call(SESSION, { ...OWN_PAGE, method: 'POST', body: { key } });
  const set = answer.headers.getSetCookie();
  const cookie = set[0]?.split(';')[0] ?? '';
  const read = cookie === '' ? undefined : await call(SESSION, { origin: null, headers: { Cookie: cookie } });
  const csrf = (read?.json as { csrf?: string } | undefined)?.csrf ?? '';
  return { answer, set, cookie, csrf, session: read?.json };
}

/** A call of the console with this cookie. */
const withCookie = (cookie: string, options: CallOptions = {}): CallOptions => ({
  ...OWN_PAGE,
  ...options,
  headers: { Cookie: cookie, ...OWN_PAGE.headers, ...options.headers },
});
const lint = (cookie: string, headers: Record<string, string>): CallOptions =>
  withCookie(cookie, { method: 'POST', body: { behavior: '' }, headers });

describe('signing in to the console', () => {
  it('shows operators, and not visitors, the names that a site has given to handoff reasons', async () => {
    const { call } = await open({
      env: ADMIN_ENV,
      config: {
        handoffReasons: {
          refund: { de: 'Erstattung', en: 'Refund' },
          ['__proto__']: { en: 'Odd' },
          other: { de: 'X' },
        },
      },
    });
    const { session } = await signIn(call, keyOf('read'));
    expect(session).toMatchObject({
      places: [
        {
          handoff_reasons: [
            { id: 'refund', name: 'Refund' },
            { id: '__proto__', name: 'Odd' },
          ],
        },
      ],
    });
    expect((await call('/chat/config')).text).not.toContain('Refund');
  });

  it('S-115: the cookie of a sign-in stays on this host, and hidden from scripts and other sites', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    const { answer, set, session } = await signIn(call, keyOf('read'));
    expect([answer.status, answer.text, answer.headers.get('cache-control')]).toEqual([204, '', 'no-store']);
    expect(set).toEqual([
      expect.stringMatching(
        /^__Host-foyer-console=[\w-]+\.[\w-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(session).toEqual({
      name: 'read',
      scopes: ['read'],
      csrf: expect.stringMatching(/^[\w-]{43}$/),
      places: [{ site: '', project: null, time_zone: 'UTC', handoff_reasons: [] }],
    });
    expect(records().find((record) => record.msg === 'audit')).toMatchObject({
      audit: 'signIn',
      who: 'read',
      outcome: 204,
    });
  });

  it('a relay without keys admits nobody, and the console says what to set', async () => {
    const { call } = await open();
    const answer = await call(SESSION, OWN_PAGE);
    expect([answer.status, answer.text]).toEqual([
      503,
      expect.stringContaining('FOYER_ADMIN_KEYS has no key'),
    ]);
  });

  it('S-81: a sign-in has the rights of the key, for the admin interface and the metrics', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const found: Record<string, number[]> = {};
    for (const name of ['read', 'write'] as const) {
      const { cookie, csrf } = await signIn(call, keyOf(name));
      const linted = await call(LINT, lint(cookie, { 'X-CSRF-Token': csrf }));
      const metrics = await call('/metrics', withCookie(cookie));
      found[name] = [linted.status, metrics.status];
    }
    expect(found).toEqual({ read: [200, 200], write: [403, 403] });
  });

  it('answers 401 to a wrong key at most five times a minute, and never locks out a right one', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const wrong = [];
    for (let nth = 0; nth < 6; nth += 1) wrong.push((await signIn(call, adminKeyNamed('unknown'))).answer);
    const right = await signIn(call, keyOf('read'));
    expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(problemOf(wrong[0] as (typeof wrong)[0])).toEqual(problem(401, 'unauthorized'));
    expect(right.answer.status).toBe(204);
  });

  it.each([
    ['no body', undefined, 400],
    ['no key', {}, 400],
    ['a long key', { key: 'x'.repeat(513) }, 400],
    ['more than 16 KB', { key: 'x'.repeat(17_000) }, 413],
  ])('refuses a sign-in with %s', async (_, body, status) => {
    const { call } = await open({ env: ADMIN_ENV });
    expect((await call(SESSION, { ...OWN_PAGE, method: 'POST', body })).status).toBe(status);
  });

  it('S-116: refuses a sign-in that another page sends', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const ask = (site: string) =>
      call(SESSION, {
        method: 'POST',
        origin: 'https://evil.example',
        headers: { 'Sec-Fetch-Site': site },
        body: { key: keyOf('read') },
      });
    const answers = [await ask('cross-site'), await ask('same-site'), await ask('none')];
    expect(answers.map(({ status, headers }) => [status, headers.getSetCookie()])).toEqual(
      Array(3).fill([403, []]),
    );
  });

  it('tells that nobody is signed in, without counting it as an attempt to guess a key', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const statuses = [];
    for (let nth = 0; nth < 7; nth += 1) {
      statuses.push((await call(SESSION, { origin: null })).status);
      statuses.push((await call(SESSION, withCookie('__Host-foyer-console=of-yesterday'))).status);
    }
    expect(statuses).toEqual(Array(14).fill(401));
  });
});

describe('a session of the console', () => {
  it('S-115: a session ends after twelve hours', async () => {
    const { call, clock } = await open({ env: ADMIN_ENV });
    const { cookie } = await signIn(call, keyOf('read'));
    clock.advance(12 * HOUR_MS - 1);
    const before = await call(SESSION, withCookie(cookie));
    clock.advance(1);
    const after = await call(SESSION, withCookie(cookie));
    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it('S-115: refuses a session when any part of its cookie has changed', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { cookie } = await signIn(call, keyOf('read'));
    const [name = '', token = ''] = cookie.split('=');
    const [payload = '', signature = ''] = token.split('.');
    const read = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const written = (changes: object) =>
      Buffer.from(JSON.stringify({ ...read, ...changes })).toString('base64url');
    const readable = createHmac('sha256', hashOf(keyOf('read')));
    const forged = [
      `${written({ name: 'all' })}.${signature}`,
      `${written({ id: 'another' })}.${signature}`,
      `${written({ at: read.at + 1 })}.${signature}`,
      `${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      `${payload}A.${signature}`,
      payload,
      `${payload}.`,
      `.${signature}`,
      // The hash is in the configuration, and no secret that opens anything.
      `${payload}.${readable.update(payload).digest('base64url')}`,
    ];
    const statuses = [];
    for (const it of forged) statuses.push((await call(SESSION, withCookie(`${name}=${it}`))).status);
    expect(statuses).toEqual(forged.map(() => 401));
    expect((await call(SESSION, withCookie(cookie))).status).toBe(200);
  });

  it('S-115: a session ends with its key, even when another key gets its name', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const start = (keys: string) => open({ env: { FOYER_ADMIN_KEYS: keys }, ports: { clock, store } });
    const entry = (name: string, key: string) => `${name}:read:${hashOf(key)}`;
    const { call } = await start(entry('ada', SECOND_KEY));
    const { cookie } = await signIn(call, SECOND_KEY);
    const later = [
      entry('ada', SECOND_KEY),
      entry('ada', keyOf('all')),
      `${entry('ada', keyOf('all'))},${entry('ben', SECOND_KEY)}`,
    ];
    const statuses = [];
    for (const keys of later) {
      const relay = await start(keys);
      statuses.push((await relay.call(SESSION, withCookie(cookie))).status);
    }
    expect(statuses).toEqual([200, 401, 401]);
  });

  it('an admin key alone decides about a request with a session', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { cookie } = await signIn(call, keyOf('all'));
    const asked = (key: string) =>
      call(SESSION, withCookie(cookie, { headers: { Authorization: `Bearer ${key}` } }));
    const [own, wrong] = [await asked(keyOf('read')), await asked(`${keyOf('read')}x`)];
    expect([own.json, wrong.status]).toEqual([
      {
        name: 'read',
        scopes: ['read'],
        places: [{ site: '', project: null, time_zone: 'UTC', handoff_reasons: [] }],
      },
      401,
    ]);
  });

  it('S-118: signing out ends this session and no other', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    const [here, elsewhere] = [await signIn(call, keyOf('read')), await signIn(call, keyOf('read'))];
    const out = await call(
      SESSION,
      withCookie(here.cookie, { method: 'DELETE', headers: { 'X-CSRF-Token': here.csrf } }),
    );
    const after = [
      await call(SESSION, withCookie(here.cookie)),
      await call(SESSION, withCookie(elsewhere.cookie)),
    ];
    expect([out.status, out.headers.getSetCookie(), after.map(({ status }) => status)]).toEqual([
      204,
      ['__Host-foyer-console=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict'],
      [401, 200],
    ]);
    expect(records().filter((record) => record.audit === 'signOut')).toHaveLength(1);
  });

  it('S-118: a person can end all their sessions, and the next one begins at once', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const [here, elsewhere] = [await signIn(call, keyOf('read')), await signIn(call, keyOf('read'))];
    const colleague = await signIn(call, keyOf('write'));
    const out = await call(
      `${SESSION}?everywhere=true`,
      withCookie(here.cookie, { method: 'DELETE', headers: { 'X-CSRF-Token': here.csrf } }),
    );
    const next = await signIn(call, keyOf('read'));
    const after = [];
    for (const { cookie } of [here, elsewhere, colleague, next])
      after.push((await call(SESSION, withCookie(cookie))).status);
    expect([out.status, after]).toEqual([204, [401, 401, 200, 200]]);
  });

  it('signs out without complaint when the session has ended before', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const out = await call(SESSION, withCookie('__Host-foyer-console=of-yesterday', { method: 'DELETE' }));
    expect([out.status, out.headers.getSetCookie().length]).toEqual([204, 1]);
  });
});

describe('a change by the cookie of the console', () => {
  it.each([
    ['its token', 'own', 'same-origin', 200],
    ['its token, from a browser that does not tell the site', 'own', undefined, 200],
    ['no token', undefined, 'same-origin', 403],
    ['an empty token', '', 'same-origin', 403],
    ['the token of another session', 'other', 'same-origin', 403],
    ['its token from another site', 'own', 'cross-site', 403],
    ['its token from a sister host', 'own', 'same-site', 403],
    ['its token from no page', 'own', 'none', 403],
  ])('S-116: a change by the cookie of the console with %s', async (_, token, site, status) => {
    const { call } = await open({ env: ADMIN_ENV });
    const { cookie, csrf } = await signIn(call, keyOf('read'));
    const other = await signIn(call, keyOf('read'));
    const sent = token === 'own' ? csrf : token === 'other' ? other.csrf : token;
    const answer = await call(LINT, {
      method: 'POST',
      origin: null,
      body: { behavior: '' },
      headers: {
        Cookie: cookie,
        ...(sent !== undefined && { 'X-CSRF-Token': sent }),
        ...(site !== undefined && { 'Sec-Fetch-Site': site }),
      },
    });
    expect(answer.status).toBe(status);
  });

  it('S-116: a refused change leaves an audit record', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    const { cookie } = await signIn(call, keyOf('read'));
    const answer = await call(LINT, lint(cookie, {}));
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(records().filter((record) => record.audit === 'lintBehavior')).toMatchObject([
      { who: 'read', outcome: 'not-of-console' },
    ]);
  });

  it('S-116: signs nobody out without the session’s token', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const { cookie } = await signIn(call, keyOf('read'));
    const out = await call(`${SESSION}?everywhere=true`, withCookie(cookie, { method: 'DELETE' }));
    expect([out.status, (await call(SESSION, withCookie(cookie))).status]).toEqual([403, 200]);
  });

  it.each(['same-site', 'cross-site'])(
    'S-136: reads nothing for a %s page, so that it cannot use up the operator’s streams',
    async (site) => {
      const { call, url, records } = await open({ env: ADMIN_ENV });
      const { cookie } = await signIn(call, keyOf('read'));
      const ask = (path: string, sent?: string) =>
        call(path, {
          origin: null,
          headers: { Cookie: cookie, ...(sent !== undefined && { 'Sec-Fetch-Site': sent }) },
        });
      const refused = [];
      for (let nth = 0; nth < 20; nth++) refused.push(await ask('/admin/v1/events', site));
      expect(refused.map(problemOf)).toEqual(Array(20).fill(problem(403, 'origin_not_allowed')));
      expect(records().filter(({ msg }) => msg === 'audit')).toHaveLength(1);
      const stream = await fetch(`${url}/admin/v1/events`, {
        headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      });
      expect(stream.status).toBe(200);
      await stream.body?.cancel();
      const asked = [
        await ask('/admin/v1/install', site),
        await ask('/admin/v1/install', 'none'),
        await ask('/admin/v1/install'),
        await call('/admin/v1/install', as('read', { headers: { 'Sec-Fetch-Site': site } })),
      ];
      expect(asked.map(({ status }) => status)).toEqual([403, 200, 200, 200]);
      // A link of that page leads to the console.
      expect((await ask('/console/', site)).status).toBe((await ask('/console/', 'none')).status);
    },
  );

  it('S-116: a change with an admin key needs no token', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const headers = { ...bearer('read'), 'Sec-Fetch-Site': 'cross-site' };
    const answer = await call(LINT, { method: 'POST', origin: null, body: { behavior: '' }, headers });
    expect(answer.status).toBe(200);
  });
});
