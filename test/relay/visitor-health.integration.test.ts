import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import { type Bench, configFor, HIGH_LIMITS, problem, problemOf, SHOP, useBench } from './support/bench.ts';

const PLAIN = { 'Content-Type': 'text/plain;charset=UTF-8' };

const report = ({ call }: Pick<Bench, 'call'>, body: unknown, origin: string | null = SHOP) =>
  call('/chat/health', { method: 'POST', origin, headers: PLAIN, body: JSON.stringify(body) });

/** The values of the visitors' metrics that are not 0, without buckets. */
async function metricsOf({ call }: Pick<Bench, 'call'>): Promise<Record<string, number>> {
  const { text } = await call('/metrics', as('read'));
  const lines = text.split('\n').filter((line) => /^foyer_visitor_/.test(line) && !/_bucket/.test(line));
  const values = lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}

describe('M-14.18: reports of pages', () => {
  const openBench = useBench();
  const open = ({
    env = {},
    ports = {},
  }: {
    readonly env?: Record<string, string>;
    readonly ports?: object;
  } = {}) => openBench({ env: { ...ADMIN_ENV, ...env }, ports });

  it('M-14.18: adds the counts of a page to the metrics, and answers 204 without a cookie', async () => {
    const bench = await open();
    const answer = await report(bench, {
      version: VERSION,
      opened: 'usable',
      usable_ms: 1_250,
      first_word_ms: 900,
      reconnects: 2,
      failed: 1,
      errors: { unreachable: 3 },
    });
    expect([answer.status, answer.text, answer.headers.get('set-cookie')]).toEqual([204, '', null]);
    expect(await metricsOf(bench)).toEqual({
      'foyer_visitor_pages_total{outcome="usable",carrier="direct",version="current"}': 1,
      foyer_visitor_usable_seconds_sum: 1.25,
      foyer_visitor_usable_seconds_count: 1,
      foyer_visitor_first_word_seconds_sum: 0.9,
      foyer_visitor_first_word_seconds_count: 1,
      foyer_visitor_reconnects_total: 2,
      foyer_visitor_messages_failed_total: 1,
      'foyer_visitor_errors_total{code="unreachable"}': 3,
    });
  });

  it('M-14.18: counts a page that could not connect, an old version, and the socket of the relay', async () => {
    const bench = await open({ env: { FOYER_SOCKET: 'proxy' } });
    await report(bench, { version: '0.0.1', opened: 'failed', usable_ms: 5, errors: { socket_blocked: 1 } });
    await report(bench, { version: 'x', opened: 'usable', carrier: 'poll' });
    expect(await metricsOf(bench)).toEqual({
      'foyer_visitor_pages_total{outcome="failed",carrier="relay",version="other"}': 1,
      'foyer_visitor_pages_total{outcome="usable",carrier="poll",version="other"}': 1,
      'foyer_visitor_errors_total{code="socket_blocked"}': 1,
    });
  });

  it('S-144: clamps impossible values and leaves out what it does not know', async () => {
    const bench = await open();
    const lies = { usable_ms: 1e300, first_word_ms: 1e12, reconnects: 1e9, failed: 1e9, id: 'x' };
    const answer = await report(bench, { version: 'v', opened: 'usable', ...lies, errors: { other: 5 } });
    expect([answer.status, await metricsOf(bench)]).toEqual([
      204,
      {
        'foyer_visitor_pages_total{outcome="usable",carrier="direct",version="other"}': 1,
        foyer_visitor_usable_seconds_sum: 600,
        foyer_visitor_usable_seconds_count: 1,
        foyer_visitor_first_word_seconds_sum: 600,
        foyer_visitor_first_word_seconds_count: 1,
        foyer_visitor_reconnects_total: 99,
        foyer_visitor_messages_failed_total: 99,
      },
    ]);
  });

  it.each([
    ['{', '', 'must be an object'],
    ['', '', 'must be an object'],
    ['{}', 'version', 'is required'],
    ['{"version":"v","usable_ms":-1}', 'usable_ms', 'must be at least 0'],
    ['{"version":"v","opened":"yes"}', 'opened', 'must be one of usable, failed'],
    ['{"version":"v","errors":{"internal":"1"}}', 'errors.internal', 'must be a number'],
  ])('M-14.18: refuses %j', async (body, field, message) => {
    const bench = await open();
    const answer = await bench.call('/chat/health', { method: 'POST', headers: PLAIN, body });
    expect(problemOf(answer)).toEqual(problem(400, 'invalid_request', [{ field, message }]));
    expect(await metricsOf(bench)).toEqual({});
  });

  it('S-144: reads at most 300 bytes of a report', async () => {
    const bench = await open();
    const answers = [
      await report(bench, { version: 'v'.padEnd(40), note: 'x'.repeat(220) }),
      await report(bench, { version: 'v'.padEnd(40), note: 'x'.repeat(260) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([204, 413]);
  });

  it('S-144: counts 20 reports of an address in a minute', async () => {
    const bench = await open({ ports: { limits: { ...HIGH_LIMITS, healthByAddress: 20 } } });
    const statuses = [];
    for (let nth = 1; nth <= 21; nth++) statuses.push((await report(bench, { version: 'v' })).status);
    expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([204]), 429]);
  });

  it('S-144: refuses pages of other origins and requests without an origin', async () => {
    const bench = await open();
    const refused = [
      await report(bench, { version: 'v' }, 'https://evil.example'),
      await report(bench, { version: 'v' }, null),
    ];
    expect(refused.map(problemOf)).toEqual(refused.map(() => problem(403, 'origin_not_allowed')));
  });

  it.each([
    ['0', 0, {}],
    ['0.25', 0.25, { foyer_visitor_messages_failed_total: 1 }],
    ['1', undefined, { foyer_visitor_messages_failed_total: 1 }],
  ])('FOYER_VISITOR_HEALTH=%s tells pages the share that reports', async (value, share, counted) => {
    const bench = await open({ env: { FOYER_VISITOR_HEALTH: value } });
    const config = (await bench.call('/chat/config')).json as { readonly visitor_health?: number };
    await report(bench, { version: 'v', failed: 1 });
    expect([config.visitor_health, await metricsOf(bench)]).toEqual([share, counted]);
  });

  it.each(['-1', '1.1', '1e-1', '.5', 'on'])('FOYER_VISITOR_HEALTH refuses "%s"', (value) => {
    expect(() => configFor('https://platform.example', { FOYER_VISITOR_HEALTH: value })).toThrow(
      'a number from 0 to 1',
    );
  });
});
