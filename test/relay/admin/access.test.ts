import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { useBench } from '../support/bench.ts';

const open = useBench();
const LINT = '/admin/v1/behavior/lint';
const body = { behavior: 'Be kind.' };
const WRONG = { Authorization: 'Bearer CNRY-no-such-key-0000000000000000' };

describe('access to the admin side', () => {
  it('lets nobody in without a key, and says how to send one', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call(LINT, { method: 'POST', origin: null, body });
    expect([answer.status, answer.headers.get('www-authenticate'), answer.json]).toEqual([
      401,
      'Bearer',
      {
        type: 'urn:foyer:problem:unauthorized',
        title: 'A known admin key is needed',
        status: 401,
        detail: 'Send it as "Authorization: Bearer <admin key>".',
        code: 'unauthorized',
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it('lets nobody in where no keys are configured', async () => {
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
  ])('refuses %s', async (_, headers) => {
    const { call } = await open({ env: ADMIN_ENV });
    expect((await call(LINT, { method: 'POST', origin: null, body, headers })).status).toBe(401);
  });

  it('tells a key that lacks the scope which one is needed', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const answer = await call(LINT, as('write', { method: 'POST', body }));
    expect([answer.status, answer.json]).toEqual([
      403,
      {
        type: 'urn:foyer:problem:forbidden',
        title: 'This admin key may not do that',
        status: 403,
        detail: 'It needs the scope read.',
        code: 'forbidden',
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it('looks at no key any more after five attempts that failed within a minute, a right one included', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      statuses.push((await call(LINT, { method: 'POST', origin: null, body, headers: WRONG })).status);
    }
    const right = await call(LINT, as('all', { method: 'POST', body }));
    expect([statuses, right.status]).toEqual([[401, 401, 401, 401, 401, 429], 429]);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not count requests without a key as attempts', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    for (let asked = 0; asked < 10; asked++) await call(LINT, { method: 'POST', origin: null, body });
    expect((await call(LINT, as('all', { method: 'POST', body }))).status).toBe(200);
  });

  it('is never shared with other origins', async () => {
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

  it('names the key in the record of the request, never the key itself', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    await call(LINT, as('read', { method: 'POST', body }));
    expect(records().find((it) => it.msg === 'request')).toMatchObject({
      route: '/admin/v1/behavior/lint',
      status: 200,
      who: 'read',
    });
  });
});
