import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, hashOf, KEYS } from '../support/admin.ts';
import { type Answer, useBench } from '../support/bench.ts';

const open = useBench();
const LINT = '/admin/v1/behavior/lint';
const body = { behavior: 'Be kind.' };
const WRONG = { Authorization: 'Bearer CNRY-no-such-key-0000000000000000' };

describe('access to the admin interface', () => {
  it('requires a key, and says how to send one', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call(LINT, { method: 'POST', origin: null, body });
    expect([answer.status, answer.headers.get('www-authenticate'), answer.json]).toEqual([
      401,
      'Bearer',
      {
        type: 'urn:foyer:problem:unauthorized',
        title: 'A valid admin key is required',
        status: 401,
        detail: 'Send it as "Authorization: Bearer <admin key>".',
        code: 'unauthorized',
        errors: [],
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it('refuses everyone when no keys are configured', async () => {
    const { call } = await open();
    expect((await call(LINT, as('all', { method: 'POST', body }))).status).toBe(401);
  });

  it.each([
    ['another key', WRONG],
    ['another scheme', { Authorization: `Basic ${Buffer.from('all:CNRY').toString('base64')}` }],
    [
      'two keys',
      { Authorization: `${as('all').headers?.Authorization} ${as('all').headers?.Authorization}` },
    ],
    [
      'the hash of a key',
      { Authorization: `Bearer ${ADMIN_ENV.FOYER_ADMIN_KEYS.split(':')[2]?.slice(0, 64)}` },
    ],
    ['an empty key', { Authorization: 'Bearer ' }],
  ])('S-82: refuses %s', async (_, headers) => {
    const { call } = await open({ env: ADMIN_ENV });
    expect((await call(LINT, { method: 'POST', origin: null, body, headers })).status).toBe(401);
  });

  it.each([
    ['of another program', `sk-${'0a1b2c3d'.repeat(6)}`],
    ['with a typing error', KEYS.all.replace('CNRY', 'CNRy')],
    ['that is cut', KEYS.all.slice(0, -1)],
  ])('S-110: refuses a configured key %s, and names the command that makes one', async (_, key) => {
    const { call } = await open({ env: { FOYER_ADMIN_KEYS: `other:read:${hashOf(key)}` } });
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await call(LINT, { method: 'POST', origin: null, body, headers });
    expect(answer.json).toMatchObject({
      status: 401,
      title: 'This is no admin key',
      detail: expect.stringContaining('foyer-relay key'),
    });
  });

  it('S-111: the log names the network of a client without a right, and of no other', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    const wrong = { Authorization: `Bearer ${'x'.repeat(40)}` };
    for (let nth = 0; nth < 6; nth += 1)
      await call(LINT, { method: 'POST', origin: null, body, headers: wrong });
    await call(LINT, as('write', { method: 'POST', body }));
    await call('/admin/v1/webhooks/any', { method: 'POST', origin: null, body: '' });
    await call('/chat/sessions', { method: 'POST', origin: 'https://evil.example', body: {} });
    await call('/chat/sessions', { method: 'POST', body: {} });
    const requests = records().filter((record) => record.msg === 'request');
    expect(requests.map(({ status, client }) => [status, client])).toEqual([
      ...Array(5).fill([401, '127.0.0.1']),
      [429, '127.0.0.1'],
      [403, '127.0.0.1'],
      [401, '127.0.0.1'],
      [403, '127.0.0.1'],
      [201, undefined],
    ]);
  });

  it('answers 403 with the required scope when the key lacks it', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    const answer = await call(LINT, as('write', { method: 'POST', body }));
    expect(records().find((record) => record.msg === 'audit')).toMatchObject({
      audit: 'lintBehavior',
      who: 'write',
      outcome: 'forbidden',
    });
    expect([answer.status, answer.json]).toEqual([
      403,
      {
        type: 'urn:foyer:problem:forbidden',
        title: 'The admin key lacks the scope',
        status: 403,
        detail: 'The key needs the scope read.',
        code: 'forbidden',
        errors: [],
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it('answers 429 after five wrong keys within a minute, and never to a right one', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const ask = async (options: object) => call(LINT, { method: 'POST', origin: null, body, ...options });
    const wrong: Answer[] = [];
    const right: number[] = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      wrong.push(await ask({ headers: WRONG }));
      right.push((await ask(as('all'))).status);
    }
    expect([wrong.map((answer) => answer.status), right]).toEqual([
      [401, 401, 401, 401, 401, 429, 429],
      Array(7).fill(200),
    ]);
    expect(Number(wrong.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('requests without a key lock nobody out', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    for (let asked = 0; asked < 10; asked++) await call(LINT, { method: 'POST', origin: null, body });
    expect((await call(LINT, as('all', { method: 'POST', body }))).status).toBe(200);
  });

  it('counts an Authorization header of another form as a wrong key', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const headers = { Authorization: 'Basic CNRY' };
      statuses.push((await call(LINT, { method: 'POST', origin: null, body, headers })).status);
    }
    expect(statuses).toEqual([...Array(5).fill(401), 429]);
  });

  it('S-83: answers without CORS headers', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call(LINT, as('all', { method: 'POST', body, origin: 'https://shop.example.com' }));
    const preflight = await call(LINT, {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
    });
    const cors = [...answer.headers, ...preflight.headers].filter(([name]) =>
      name.startsWith('access-control'),
    );
    expect([answer.status, preflight.status, cors]).toEqual([200, 405, []]);
  });

  it('logs the name of the key, never the key itself', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    await call(LINT, as('read', { method: 'POST', body }));
    expect(records().find((record) => record.msg === 'request')).toMatchObject({
      route: '/admin/v1/behavior/lint',
      status: 200,
      who: 'read',
    });
  });
});
