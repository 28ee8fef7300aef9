import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, type KeyName } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';
import { restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

/** A relay, and a platform that keeps one text. */
async function openBoth() {
  const host = await openHost();
  const platform = { text: 'Be kind.' };
  host.answer((response, { method, body }) => {
    if (method === 'PATCH') platform.text = JSON.parse(body).behavior;
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ behavior: platform.text }));
  });
  const bench = await open({ env: { ...ADMIN_ENV, ...restEnv(host), FOYER_BRANCH_ID: 'draft' } });
  return { bench, platform, host };
}

const save = (bench: Bench, body: object, query = '') =>
  bench.call(`/admin/v1/behavior${query}`, as('write', { method: 'PATCH', body }));
const read = async (bench: Bench, query = '', key: KeyName = 'all') =>
  (await bench.call(`/admin/v1/behavior/versions${query}`, as(key))).json as {
    versions: { behavior: string | null; who: string | null; kind: string; branch_id: string }[];
    cursor: string | null;
  };

describe('the versions of a behaviour text', () => {
  it('lists the versions that were saved through the relay, the newest first', async () => {
    const { bench } = await openBoth();
    await save(bench, { behavior: 'Be brief.' });
    bench.clock.advance(60_000);
    await save(bench, { behavior: 'Be briefer.' });
    const time = new Date(bench.clock.now()).toISOString();
    const [newest, ...older] = (await read(bench)).versions;
    expect(newest).toEqual({
      time,
      who: 'write',
      kind: 'saved',
      branch_id: 'draft',
      behavior: 'Be briefer.',
    });
    expect(older.map((it) => it.behavior)).toEqual(['Be brief.']);
  });

  it('lists the text that the first save replaced, and what was changed elsewhere', async () => {
    const { bench, platform } = await openBoth();
    await save(bench, { behavior: 'one', replaces: 'Be kind.' });
    await save(bench, { behavior: 'two', replaces: 'one' });
    platform.text = 'elsewhere';
    await save(bench, { behavior: 'three', replaces: 'elsewhere' });
    const { versions } = await read(bench);
    expect(versions.map(({ kind, who, behavior }) => [kind, who, behavior])).toEqual([
      ['saved', 'write', 'three'],
      ['found', null, 'elsewhere'],
      ['saved', 'write', 'two'],
      ['saved', 'write', 'one'],
      ['found', null, 'Be kind.'],
    ]);
  });

  it('keeps versions apart for each agent and branch, and lists these', async () => {
    const { bench } = await openBoth();
    await save(bench, { behavior: 'draft' });
    await save(bench, { behavior: 'next' }, '?branch_id=next');
    await save(bench, { behavior: 'other' }, '?agent_id=PROJECT-2&branch_id=other');
    const found: Record<string, unknown> = {};
    for (const query of ['', '?branch_id=next', '?agent_id=PROJECT-2&branch_id=other', '?branch_id=main'])
      found[query] = (await read(bench, query)).versions.map((it) => it.behavior);
    expect(found).toEqual({
      '': ['draft'],
      '?branch_id=next': ['next'],
      '?agent_id=PROJECT-2&branch_id=other': ['other'],
      '?branch_id=main': [],
    });
    expect((await bench.call('/admin/v1/branches', as('read'))).json).toEqual({
      branches: [
        { id: 'draft', is_read_only: false, is_configured: true },
        { id: 'next', is_read_only: false, is_configured: false },
        { id: 'main', is_read_only: true, is_configured: false },
      ],
    });
  });

  it('keeps a bounded number and size of versions', async () => {
    const { bench } = await openBoth();
    for (let count = 0; count <= 100; count++) await save(bench, { behavior: `text ${count}` });
    await save(bench, { behavior: 'é'.repeat(32 * 1_024 + 1) });
    const { versions, cursor } = await read(bench, '?limit=100');
    expect([versions.length, cursor === null]).toEqual([100, false]);
    expect([versions[0]?.behavior, versions[1]?.behavior, versions[99]?.behavior]).toEqual([
      null,
      'text 100',
      'text 2',
    ]);
  });

  it('S-119: names nobody to a key without the scope pii', async () => {
    const { bench } = await openBoth();
    await save(bench, { behavior: 'Be brief.' });
    expect((await read(bench, '', 'read')).versions[0]).toMatchObject({ who: null, behavior: 'Be brief.' });
  });
});

describe('a behaviour text that names what it replaces', () => {
  it('refuses to save over a text that was changed meanwhile', async () => {
    const { bench, platform, host } = await openBoth();
    platform.text = 'elsewhere';
    const refused = await save(bench, { behavior: 'mine', replaces: 'Be kind.' });
    expect([refused.status, refused.json, platform.text]).toEqual([
      409,
      expect.objectContaining({
        code: 'conflict',
        title: 'The behaviour text has changed in the meantime',
        detail: 'Nothing was saved. Read the text of draft again.',
      }),
      'elsewhere',
    ]);
    expect(host.asked.map(({ method }) => method)).toEqual(['GET']);
    expect((await read(bench)).versions).toEqual([]);
  });

  it('saves over the text that the request names, without telling the platform', async () => {
    const { bench, platform, host } = await openBoth();
    const saved = await save(bench, { behavior: 'mine', replaces: 'Be kind.' });
    expect([saved.status, saved.json, platform.text]).toEqual([200, { behavior: 'mine' }, 'mine']);
    expect(host.asked.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['PATCH', '{"behavior":"mine"}'],
    ]);
  });
});
