import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, hashOf, type KeyName } from '../support/admin.ts';
import { type Bench, problemOf, useBench } from '../support/bench.ts';

const open = useBench();
const DAY_MS = 86_400_000;

const read = async (bench: Bench) =>
  ((await bench.call('/admin/v1/keys', as('all'))).json as { keys: object[] }).keys;
const use = (bench: Bench, key: KeyName) =>
  bench.call('/admin/v1/behavior/lint', as(key, { method: 'POST', body: { behavior: '' } }));

describe('the admin keys of the configuration', () => {
  it('lists admin keys with their scopes and their projects, and without their hashes', async () => {
    const bound = `team:read:${hashOf('CNRY-team-0123456789abcdef0123456789')}:ACCOUNT-1/PROJECT-1+ACCOUNT-2`;
    const bench = await open({ env: { FOYER_ADMIN_KEYS: `${ADMIN_ENV.FOYER_ADMIN_KEYS},${bound}` } });
    const common = { bound_to: null, expires_at: null, last_used_at: null };
    expect(await read(bench)).toEqual([
      { ...common, name: 'read', scopes: ['read'] },
      { ...common, name: 'write', scopes: ['write'] },
      { ...common, name: 'call', scopes: ['call'] },
      {
        ...common,
        name: 'all',
        scopes: ['read', 'write', 'call', 'pii'],
        last_used_at: new Date(bench.clock.now()).toISOString(),
      },
      { ...common, name: 'team', scopes: ['read'], bound_to: ['ACCOUNT-1/PROJECT-1', 'ACCOUNT-2'] },
    ]);
  });

  it('shows the last use of a key to the minute', async () => {
    const bench = await open({ env: ADMIN_ENV });
    const lastUse = async () =>
      (await read(bench))
        .flatMap((it) => Object.entries(it))
        .filter(([name]) => name === 'last_used_at')[0]?.[1];
    const first = new Date(bench.clock.now()).toISOString();
    await use(bench, 'read');
    bench.clock.advance(59_000);
    await use(bench, 'read');
    expect(await lastUse()).toBe(first);
    bench.clock.advance(1_000);
    await use(bench, 'read');
    expect(await lastUse()).toBe(new Date(bench.clock.now()).toISOString());
  });

  it('lists keys of one name separately, so that an unused old key is visible', async () => {
    const old = `all:read:${hashOf('CNRY-old-0123456789abcdef0123456789ab')}`;
    const bench = await open({ env: { FOYER_ADMIN_KEYS: `${old},${ADMIN_ENV.FOYER_ADMIN_KEYS}` } });
    const keys = (await read(bench)) as { name: string; last_used_at: string | null }[];
    expect(keys.filter(({ name }) => name === 'all').map((it) => it.last_used_at !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('S-82: refuses a key after its last day, after two weeks of warnings', async () => {
    const bench = await open();
    const lastDay = new Date(bench.clock.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    const until = Date.parse(lastDay) + DAY_MS;
    const FOYER_ADMIN_KEYS = ADMIN_ENV.FOYER_ADMIN_KEYS.split(',')
      .map((entry) => `${entry}:until=${lastDay}`)
      .join(',');
    const { call, clock, records } = await open({ env: { FOYER_ADMIN_KEYS } });
    const list = () => call('/admin/v1/keys', as('all'));
    const warnings = () => records().filter(({ msg }) => /^an admin key (expires|has)/.test(String(msg)));
    expect((await list()).json).toMatchObject({
      keys: [{ expires_at: new Date(until).toISOString() }, {}, {}, {}],
    });
    expect(warnings()).toEqual([]);

    clock.advance(until - clock.now() - 1);
    const [last] = [await list(), await list()];
    expect(last?.status).toBe(200);
    const signedIn = await call('/console/session', {
      method: 'POST',
      origin: null,
      body: { key: as('all').headers?.['Authorization']?.slice('Bearer '.length) },
    });
    const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = () => call('/console/session', { origin: null, headers: { Cookie } });
    expect((await session()).status).toBe(200);

    clock.advance(1);
    expect(problemOf(await list())).toMatchObject({ status: 401, code: 'unauthorized' });
    expect((await list()).json).toMatchObject({ title: 'The admin key has expired' });
    expect((await session()).status).toBe(401);
    // One a day.
    expect(warnings().map(({ msg, who, expires }) => [msg, who, expires])).toEqual([
      ['an admin key expires soon', 'all', new Date(until).toISOString()],
    ]);
    clock.advance(DAY_MS);
    await list();
    expect(warnings().map(({ msg }) => msg)).toEqual([
      'an admin key expires soon',
      'an admin key has expired',
    ]);
  });

  it('lists admin keys with the scope pii only', async () => {
    const bench = await open({ env: ADMIN_ENV });
    expect((await bench.call('/admin/v1/keys', as('read'))).status).toBe(403);
  });
});
