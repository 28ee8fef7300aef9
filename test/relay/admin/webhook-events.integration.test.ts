import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ReceivedWebhook } from '../../../src/relay/admin/journals/webhook-log.ts';
import { ADMIN_ENV, as, type KeyName } from '../support/admin.ts';
import { type Bench, problem, problemOf, useBench } from '../support/bench.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();
const SECRET = 'CNRY-webhook-5a4b3c2d1e0f';
const env = { ...ADMIN_ENV, FOYER_WEBHOOK_SECRETS: `alerts:${SECRET},calls:${SECRET}` };

interface Page {
  readonly events: readonly ReceivedWebhook[];
  readonly cursor: string | null;
  readonly refused: { readonly count: number; readonly since: string };
}

async function deliver(bench: Bench, body: string, { name = 'alerts', secret = SECRET } = {}) {
  const timestamp = String(Math.floor(bench.clock.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
  return (await bench.call(`/admin/v1/webhooks/${name}`, { method: 'POST', origin: null, body, headers }))
    .status;
}
const alert = (id: string, more: object = {}) => JSON.stringify({ id, type: 'alerts.triggered', ...more });
const list = async (bench: Bench, query = '', key: KeyName = 'all') =>
  (await bench.call(`/admin/v1/webhook-events${query}`, as(key))).json as Page;
const idsOf = ({ events }: Page) => events.map(({ id }) => id);

describe('the list of received webhooks', () => {
  it('lists each webhook with time, name, type, signature and body, the newest first', async () => {
    const bench = await open({ env });
    const time = new Date(bench.clock.now()).toISOString();
    const body = alert('evt-1', { data: { name: 'slow' } });
    await deliver(bench, body);
    await deliver(bench, '{"a":1}', { name: 'calls' });
    expect(await list(bench)).toEqual({
      events: [
        { time, name: 'calls', id: null, type: 'unknown', signed_with: 'current', bytes: 7, body: { a: 1 } },
        {
          time,
          name: 'alerts',
          id: 'evt-1',
          type: 'alerts.triggered',
          signed_with: 'current',
          bytes: body.length,
          body: JSON.parse(body),
        },
      ],
      cursor: null,
      known_since: time,
      refused: { count: 0, since: time },
    });
  });

  it('S-63: lists a repeated webhook once, and only counts forged ones', async () => {
    const bench = await open({ env });
    const statuses = [
      await deliver(bench, alert('evt-1')),
      await deliver(bench, alert('evt-1')),
      await deliver(bench, alert('forged'), { secret: 'CNRY-of-somebody-else' }),
      await deliver(bench, alert('forged'), { name: 'nobody' }),
    ];
    const page = await list(bench);
    expect([statuses, idsOf(page), page.refused.count]).toEqual([[200, 200, 401, 401], ['evt-1'], 2]);
  });

  it('the list shows when the previous secret has signed', async () => {
    const host = await openHost();
    const url = 'https://relay.example.com/admin/v1/webhooks/alerts';
    host.answer((response, { method }) => {
      const endpoint = { id: 'whe_1', name: 'Relay', url, enabled: true, event_types: [], timeout_ms: 5_000 };
      const times = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' };
      const body = method === 'GET' ? { ...endpoint, ...times } : { signing_secret: 'whsec_of_rotation' };
      answerJson(200, body)(response, {} as never);
    });
    const bench = await open({ env: { ...env, ...restEnv(host) } });
    const rotated = await bench.call(
      '/admin/v1/webhook-endpoints/whe_1/rotate-secret',
      as('write', { method: 'POST' }),
    );
    await deliver(bench, alert('old'));
    await deliver(bench, alert('new'), { secret: 'whsec_of_rotation' });
    const { events } = await list(bench);
    expect([rotated.status, events.map((event) => [event.id, event.signed_with])]).toEqual([
      200,
      [
        ['new', 'current'],
        ['old', 'previous'],
      ],
    ]);
  });

  it('keeps no body of more than 8 KB', async () => {
    const bench = await open({ env });
    const long = alert('evt-1', { text: 'x'.repeat(8_200) });
    await deliver(bench, long);
    expect((await list(bench)).events).toMatchObject([{ id: 'evt-1', bytes: long.length, body: null }]);
  });

  it('S-119: masks numbers in bodies for a key without the scope pii', async () => {
    const bench = await open({ env });
    const body = {
      from_number: '+49301234567',
      note: 'Call +49 30 1234567',
      data: '{"customerTel":"030 1234567"}',
    };
    await deliver(bench, alert('evt-1', body));
    const bodies = [await list(bench, '', 'read'), await list(bench)].map(({ events }) => events[0]?.body);
    expect(bodies).toMatchObject([
      { from_number: '+*********67', note: 'Call +** ** *****67', data: '{"customerTel":"*** *****67"}' },
      body,
    ]);
  });

  it('filters webhooks by name, type and time, and reads in pages', async () => {
    const bench = await open({ env });
    await deliver(bench, alert('1'));
    bench.clock.advance(60_000);
    const time = encodeURIComponent(new Date(bench.clock.now()).toISOString());
    await deliver(bench, alert('2', { type: 'alerts.resolved' }));
    await deliver(bench, alert('3'), { name: 'calls' });
    const found = [];
    for (const query of [
      '?name=alerts',
      '?type=alerts.triggered',
      `?start_time=${time}`,
      `?end_time=${time}`,
    ])
      found.push(idsOf(await list(bench, query)));
    const first = await list(bench, '?limit=2');
    const second = await list(bench, `?limit=2&cursor=${first.cursor}`);
    expect([found, idsOf(first), idsOf(second), second.cursor]).toEqual([
      [['2', '1'], ['3', '1'], ['3', '2'], ['1']],
      ['3', '2'],
      ['1'],
      null,
    ]);
  });

  it.each(['?cursor=x', '?limit=1001', '?type=', '?start_time=yesterday', '?kind=a'])(
    'refuses %s',
    async (query) => {
      const bench = await open({ env });
      const answer = await bench.call(`/admin/v1/webhook-events${query}`, as('read'));
      expect(problemOf(answer)).toEqual(problem(400, 'invalid_request', [expect.anything()]));
    },
  );

  if (hasRedis) {
    it('relays on one Redis share the received webhooks', async () => {
      const redis = await startRedis();
      const shared = { ...env, FOYER_STORE_URL: redis.url };
      const [one, other] = [await open({ env: shared }), await open({ env: shared })];
      await deliver(one, alert('1'));
      await deliver(other, alert('2'));
      const page = await list(one);
      await redis.stop();
      expect(idsOf(page)).toEqual(['2', '1']);
    });
  }
});
