import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../src/relay/admin/journals/audit.ts';
import { ADMIN_ENV, as, type KeyName } from '../support/admin.ts';
import { type Bench, problem, problemOf, useBench } from '../support/bench.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();
const MINUTE = 60_000;

interface Page {
  readonly records: readonly AuditRecord[];
  readonly cursor: string | null;
}

async function openBoth(more: Record<string, string> = {}) {
  const host = await openHost();
  host.answer(answerJson(200, { success: true }));
  return open({ env: { ...ADMIN_ENV, ...restEnv(host), ...more } });
}

const note = (bench: Bench, id: string, key: KeyName = 'write') =>
  bench.call(`/admin/v1/conversations/${id}/note`, as(key, { method: 'POST', body: { note: 'Call back.' } }));
const read = async (bench: Bench, query = '') =>
  (await bench.call(`/admin/v1/audit${query}`, as('all'))).json as Page;
const idsOf = ({ records }: Page) => records.map(({ target }) => target['conversation_id']);

describe('the audit', () => {
  it('S-120: tells who did what, when, from where and how it ended, and nothing of the content', async () => {
    const bench = await openBoth();
    const answer = await note(bench, 'c-1');
    expect(await read(bench)).toEqual({
      records: [
        {
          time: new Date(bench.clock.now()).toISOString(),
          door: 'key',
          operation: 'noteConversation',
          who: 'write',
          client: '127.0.0.1',
          target: { conversation_id: 'c-1' },
          outcome: 201,
          request_id: answer.headers.get('x-request-id'),
        },
      ],
      cursor: null,
    });
  });

  it('S-120: records refused calls and sign-ins, too', async () => {
    const bench = await openBoth();
    await note(bench, 'c-1', 'read');
    const key = as('read').headers?.['Authorization']?.replace('Bearer ', '');
    await bench.call('/console/session', { method: 'POST', origin: null, body: { key } });
    const { records } = await read(bench);
    expect(records.map(({ operation, who, outcome }) => [operation, who, outcome])).toEqual([
      ['signIn', 'read', 204],
      ['noteConversation', 'read', 'forbidden'],
    ]);
  });

  it('lists calls that only read separately, so that they displace no change', async () => {
    const bench = await openBoth();
    await note(bench, 'c-1');
    await bench.call('/admin/v1/behavior/lint', as('read', { method: 'POST', body: { behavior: '' } }));
    const operations = (page: Page) => page.records.map(({ operation }) => operation);
    expect([operations(await read(bench)), operations(await read(bench, '?reads=true'))]).toEqual([
      ['noteConversation'],
      ['getAudit', 'lintBehavior'],
    ]);
  });

  it('filters by name, operation and time', async () => {
    const bench = await openBoth();
    await note(bench, 'c-1');
    bench.clock.advance(MINUTE);
    const time = encodeURIComponent(new Date(bench.clock.now()).toISOString());
    await note(bench, 'c-2', 'all');
    bench.clock.advance(MINUTE);
    await note(bench, 'c-3');
    const found: Record<string, unknown> = {};
    for (const query of [
      '?who=all',
      '?operation=noteConversation',
      '?operation=signIn',
      `?start_time=${time}`,
      `?end_time=${time}`,
      `?start_time=${time}&who=write`,
    ])
      found[query.replace(time, 'T')] = idsOf(await read(bench, query));
    expect(found).toEqual({
      '?who=all': ['c-2'],
      '?operation=noteConversation': ['c-3', 'c-2', 'c-1'],
      '?operation=signIn': [],
      '?start_time=T': ['c-3', 'c-2'],
      '?end_time=T': ['c-1'],
      '?start_time=T&who=write': ['c-3'],
    });
  });

  it('reads in pages, each after the one before, even when calls come between', async () => {
    const bench = await openBoth();
    for (let nth = 1; nth <= 5; nth += 1) await note(bench, `c-${nth}`, nth === 3 ? 'all' : 'write');
    const pages: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await read(bench, `?who=write&limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(idsOf(page));
      cursor = page.cursor;
      await note(bench, 'c-later');
    }
    expect(pages).toEqual([['c-5', 'c-4'], ['c-2', 'c-1'], []]);
  });

  it.each(['read', 'write', 'call'] as const)(
    'S-120: hides the audit from a key with %s alone',
    async (key) => {
      const bench = await openBoth();
      expect((await bench.call('/admin/v1/audit', as(key))).status).toBe(403);
    },
  );

  it.each([
    '?cursor=x',
    '?cursor=1-2-3',
    '?limit=0',
    '?limit=501',
    '?who=',
    '?start_time=yesterday',
    '?whom=a',
  ])('refuses %s', async (query) => {
    const bench = await openBoth();
    const answer = await bench.call(`/admin/v1/audit${query}`, as('all'));
    expect(problemOf(answer)).toEqual(problem(400, 'invalid_request', [expect.anything()]));
  });

  if (hasRedis) {
    it('relays on one Redis share the audit, and it outlives them', async () => {
      const redis = await startRedis();
      const env = { FOYER_STORE_URL: redis.url };
      const [one, other] = [await openBoth(env), await openBoth(env)];
      await note(one, 'c-1');
      await note(other, 'c-2');
      const first = await read(one, '?limit=1');
      const second = await read(other, `?limit=1&cursor=${first.cursor}`);
      const later = await read(await openBoth(env));
      await redis.stop();
      expect([idsOf(first), idsOf(second), idsOf(later)]).toEqual([['c-2'], ['c-1'], ['c-2', 'c-1']]);
    });
  }
});
