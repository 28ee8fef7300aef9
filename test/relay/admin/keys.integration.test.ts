import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, hashOf, type KeyName } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';

const open = useBench();

const read = async (bench: Bench) =>
  ((await bench.call('/admin/v1/keys', as('all'))).json as { keys: object[] }).keys;
const use = (bench: Bench, key: KeyName) =>
  bench.call('/admin/v1/behavior/lint', as(key, { method: 'POST', body: { behavior: '' } }));

describe('the admin keys of the configuration', () => {
  it('are listed with their scopes and what they are bound to, and without their hashes', async () => {
    const bound = `team:read:${hashOf('CNRY-team-0123456789abcdef0123456789')}:ACCOUNT-1/PROJECT-1+ACCOUNT-2`;
    const bench = await open({ env: { FOYER_ADMIN_KEYS: `${ADMIN_ENV.FOYER_ADMIN_KEYS},${bound}` } });
    const common = { bound_to: null, last_used_at: null };
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

  it('have their last use to the minute', async () => {
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

  it('of one name are apart, so that one sees when the old key is no longer used', async () => {
    const old = `all:read:${hashOf('CNRY-old-0123456789abcdef0123456789ab')}`;
    const bench = await open({ env: { FOYER_ADMIN_KEYS: `${old},${ADMIN_ENV.FOYER_ADMIN_KEYS}` } });
    const keys = (await read(bench)) as { name: string; last_used_at: string | null }[];
    expect(keys.filter(({ name }) => name === 'all').map((it) => it.last_used_at !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('are told with the scope pii only', async () => {
    const bench = await open({ env: ADMIN_ENV });
    expect((await bench.call('/admin/v1/keys', as('read'))).status).toBe(403);
  });
});
