import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import { type Bench, until, useBench } from './support/bench.ts';
import { text } from './support/upstream.ts';

const open = useBench();
const ready = async ({ call }: Bench) => {
  const { status, json } = await call('/readyz', { origin: null });
  return [status, json];
};

describe('readiness', () => {
  it('readiness is ok while store and platform answer, with any status', async () => {
    const bench = await open();
    expect(await ready(bench)).toEqual([200, { status: 'ok', store: 'ok', upstream: 'ok' }]);
  });

  it('readiness fails when the store is unavailable', async () => {
    let check = () => Promise.resolve();
    const store = { ...createMemoryStore(createFakeClock()), check: () => check() };
    const bench = await open({ ports: { store } });
    check = () => Promise.reject(new Error('READONLY at redis://:CNRY-pass@redis'));
    expect(await ready(bench)).toEqual([503, { status: 'failed', store: 'failed', upstream: 'ok' }]);
  });

  it('readiness fails when the platform is unreachable, and recovers within five seconds', async () => {
    let isThere = false;
    const fetch = () =>
      isThere ? Promise.resolve(new Response('')) : Promise.reject(new Error('ECONNREFUSED'));
    const bench = await open({ ports: { fetch } });
    const failed = [503, { status: 'failed', store: 'ok', upstream: 'failed' }];
    const first = await ready(bench);
    isThere = true;
    bench.clock.advance(4_999);
    const second = await ready(bench);
    bench.clock.advance(1);
    expect([first, second, await ready(bench)]).toEqual([
      failed,
      failed,
      [200, { status: 'ok', store: 'ok', upstream: 'ok' }],
    ]);
  });

  it('readiness is decided within three seconds', async () => {
    let check = () => Promise.resolve();
    const store = { ...createMemoryStore(createFakeClock()), check: () => check() };
    const bench = await open({ ports: { store, fetch: async () => new Response('') } });
    check = () => new Promise(() => {});
    const asked = ready(bench);
    await until(() => bench.clock.waiting() === 1);
    bench.clock.advance(3_000);
    expect(await asked).toEqual([503, { status: 'failed', store: 'failed', upstream: 'ok' }]);
  });
});

describe('records of health checks', () => {
  // E4: every two seconds from every balancer, they hid the requests of visitors.
  it('logs health checks at the level debug, and other requests at info', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    for (const path of ['/healthz', '/readyz', '/metrics', '/chat/config', '/none']) await call(path);
    const requests = records().filter(({ msg }) => msg === 'request');
    expect(requests.map(({ route, level }) => [route, level])).toEqual([
      ['/healthz', 'debug'],
      ['/readyz', 'debug'],
      ['/metrics', 'info'],
      ['/chat/config', 'info'],
      ['none', 'info'],
    ]);
  });
});

describe('metrics', () => {
  it('counts requests of trusted proxies that do not say who asks', async () => {
    const { call } = await open({ env: { ...ADMIN_ENV, FOYER_TRUST_PROXY: 'loopback' } });
    await call('/chat/sessions', { method: 'POST' });
    await call('/chat/sessions', { method: 'POST', headers: { 'X-Forwarded-For': '203.0.113.1' } });
    await call('/healthz');
    const { text: metrics } = await call('/metrics', as('read'));
    expect(metrics).toContain('foyer_requests_without_client_total 1\n');
  });

  it('S-67: metrics require a key with the scope read', async () => {
    const { call } = await open({ env: ADMIN_ENV });
    const statuses = [
      (await call('/metrics', { origin: null })).status,
      (await call('/metrics', as('call'))).status,
      (await call('/metrics', as('read'))).status,
    ];
    expect(statuses).toEqual([401, 403, 200]);
  });

  it('metrics count requests, errors, sessions and calls, without labels from client data', async () => {
    const { call, upstream } = await open({ env: ADMIN_ENV });
    const created = await call('/chat/sessions', { method: 'POST' });
    const { session_id } = created.json as { session_id: string };
    await call(`/chat/sessions/${session_id}/resume`, { method: 'POST' });
    await call(`/chat/sessions/${session_id}`, { method: 'DELETE' });
    upstream.reply('access-token', text(503, ''));
    await call('/chat/sessions', { method: 'POST' });
    await call('/chat/sessions', { method: 'POST', origin: 'https://evil.example' });
    await call('/no/such/route-of-mine', { method: 'PROPFIND' });
    const { text: metrics, headers } = await call('/metrics', as('read'));
    const lines = metrics.split('\n').filter((line) => /^foyer_\w+_(total|count)\b.* [1-9]/.test(line));
    expect(lines.sort()).toEqual(
      [
        'foyer_requests_total{method="POST",route="/chat/sessions",status="201"} 1',
        'foyer_requests_total{method="POST",route="/chat/sessions",status="403"} 1',
        'foyer_requests_total{method="POST",route="/chat/sessions",status="502"} 1',
        'foyer_requests_total{method="POST",route="/chat/sessions/:session_id/resume",status="200"} 1',
        'foyer_requests_total{method="DELETE",route="/chat/sessions/:session_id",status="204"} 1',
        'foyer_requests_total{method="other",route="none",status="404"} 1',
        'foyer_request_duration_seconds_count{route="/chat/sessions"} 3',
        'foyer_request_duration_seconds_count{route="/chat/sessions/:session_id/resume"} 1',
        'foyer_request_duration_seconds_count{route="/chat/sessions/:session_id"} 1',
        'foyer_request_duration_seconds_count{route="none"} 1',
        'foyer_errors_total{code="origin_not_allowed"} 1',
        'foyer_errors_total{code="upstream_error"} 1',
        'foyer_errors_total{code="not_found"} 1',
        'foyer_upstream_duration_seconds_count{family="messaging",status="2xx"} 2',
        'foyer_upstream_duration_seconds_count{family="messaging",status="5xx"} 1',
        'foyer_sessions_total{event="created"} 1',
        'foyer_sessions_total{event="resumed"} 1',
        'foyer_sessions_total{event="forgotten"} 1',
        'foyer_refusals_total{kind="origin"} 1',
      ].sort(),
    );
    expect(metrics).toContain('\nfoyer_sockets 0\n');
    expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
  });
});
