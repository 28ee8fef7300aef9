import { describe, expect, it } from 'vitest';
import { createRelay } from '../../../src/relay/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { ADMIN_ENV, bearer } from '../support/admin.ts';
import { configFor, useBench } from '../support/bench.ts';

const open = useBench();
const SESSION = '/console/session';
const LINT = '/admin/v1/behavior/lint';
const ENV = {
  ...ADMIN_ENV,
  FOYER_TRUST_PROXY: 'loopback',
  FOYER_CONSOLE_USER_HEADER: 'X-Forwarded-User',
};
const named = (name: string, more: Record<string, string> = {}) => ({
  origin: null,
  headers: { 'X-Forwarded-User': name, ...more },
});

describe('a person whom a proxy has signed in', () => {
  it('grants the scope read unless the configuration says otherwise', async () => {
    const csrf = expect.stringMatching(/^[\w-]{43}$/);
    const [byDefault, other] = [
      await open({ env: ENV }),
      await open({ env: { ...ENV, FOYER_CONSOLE_SCOPES: 'call+write' } }),
    ];
    expect((await byDefault.call(SESSION, named('ada@example.com'))).json).toEqual({
      name: 'ada@example.com',
      scopes: ['read'],
      places: [{ site: '', project: null, time_zone: 'UTC', handoff_reasons: [] }],
      csrf,
    });
    expect((await other.call(SESSION, named('ada@example.com'))).json).toEqual({
      name: 'ada@example.com',
      scopes: ['write', 'call'],
      places: [{ site: '', project: null, time_zone: 'UTC', handoff_reasons: [] }],
      csrf,
    });
  });

  it('S-87: the audit names the person', async () => {
    const { call, records } = await open({ env: ENV });
    const { csrf } = (await call(SESSION, named('ada'))).json as { csrf: string };
    const sent = { method: 'POST', body: { behavior: '' }, ...named('ada', { 'X-CSRF-Token': csrf }) };
    expect((await call(LINT, sent)).status).toBe(200);
    expect(records().find((record) => record.audit === 'lintBehavior')).toMatchObject({
      who: 'ada',
      outcome: 200,
    });
  });

  it('S-116: refuses changes without a token, or with another person’s token', async () => {
    const { call } = await open({ env: ENV });
    const { csrf } = (await call(SESSION, named('ada'))).json as { csrf: string };
    const change = (headers: Record<string, string>, name = 'ada') =>
      call(LINT, { method: 'POST', body: { behavior: '' }, ...named(name, headers) });
    const answers = [
      await change({}),
      await change({ 'X-CSRF-Token': csrf }, 'ben'),
      await change({ 'X-CSRF-Token': csrf, 'Sec-Fetch-Site': 'cross-site' }),
      await change({ 'X-CSRF-Token': csrf, 'Sec-Fetch-Site': 'same-origin' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200]);
  });

  it('S-136: reads nothing for a page of another site', async () => {
    const { call } = await open({ env: ENV });
    const statuses = [];
    for (const site of ['same-site', 'cross-site', 'none', 'same-origin'])
      statuses.push((await call('/admin/v1/install', named('ada', { 'Sec-Fetch-Site': site }))).status);
    expect(statuses).toEqual([403, 403, 200, 200]);
  });

  it.each([
    ['characters that nobody sees', 'a\u202eda', 'ada'],
    ['spaces around it', '  ada ', 'ada'],
    ['more than 128 characters', 'x'.repeat(500), 'x'.repeat(128)],
    ['letters of UTF-8', 'Zoë', 'Zoë'],
  ])('shows the name without %s', async (_, sent, name) => {
    const { call } = await open({ env: ENV });
    const bytes = Buffer.from(sent).toString('latin1');
    expect((await call(SESSION, named(bytes))).json).toMatchObject({ name });
  });

  it.each([
    ['an empty name', ''],
    ['a name of spaces', '  '],
    ['two names', 'ada, root'],
  ])('S-117: rejects %s', async (_, name) => {
    const { call } = await open({ env: ENV });
    expect((await call(SESSION, named(name))).status).toBe(401);
  });

  it('refuses the name of an admin key, and marks other persons in the audit', async () => {
    const { call, records } = await open({ env: ENV });
    expect((await call(SESSION, named('write'))).status).toBe(403);
    expect((await call(SESSION, named('Write'))).status).toBe(200);
    await call('/admin/v1/keys', named('ada'));
    await call('/admin/v1/keys', { origin: null, headers: bearer('read') });
    expect(
      records()
        .filter(({ audit }) => audit === 'listKeys')
        .map(({ who, door }) => [who, door]),
    ).toEqual([
      ['ada', 'proxy'],
      ['read', 'key'],
    ]);
  });

  it('ignores the person when a request has an admin key', async () => {
    const { call } = await open({ env: ENV });
    expect((await call(SESSION, named('ada', bearer('write')))).json).toEqual({
      name: 'write',
      scopes: ['write'],
      places: [{ site: '', project: null, time_zone: 'UTC', handoff_reasons: [] }],
    });
  });

  it('S-117: believes the name only when the proxy itself sends it', async () => {
    const config = configFor('http://127.0.0.1:9', { ...ENV, FOYER_TRUST_PROXY: '10.0.0.1' });
    const relay = createRelay(config, { clock: createFakeClock(), log: { write: () => {} } });
    const ask = async (address: string | undefined, more: Record<string, string> = {}) => {
      const headers = { 'X-Forwarded-User': 'ada', ...more };
      const request = new Request(`http://relay.example${SESSION}`, { headers });
      return (await relay.fetch(request, { address })).status;
    };
    const found = {
      proxy: await ask('10.0.0.1'),
      mapped: await ask('::ffff:10.0.0.1'),
      stranger: await ask('203.0.113.7'),
      strangerSayingHeIsTheProxy: await ask('203.0.113.7', { 'X-Forwarded-For': '10.0.0.1' }),
      unknown: await ask(undefined),
    };
    await relay.close();
    expect(found).toEqual({
      proxy: 200,
      mapped: 200,
      stranger: 401,
      strangerSayingHeIsTheProxy: 401,
      unknown: 401,
    });
  });

  it('S-117: ignores the name without the setting', async () => {
    const { call } = await open({ env: { ...ADMIN_ENV, FOYER_TRUST_PROXY: 'loopback' } });
    expect((await call(SESSION, named('ada'))).status).toBe(401);
  });
});
