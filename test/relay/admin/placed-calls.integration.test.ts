import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, type KeyName } from '../support/admin.ts';
import { type Bench, problem, problemOf, until, useBench } from '../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();

async function openBoth(options: Parameters<typeof open>[0] = {}) {
  const host = await openHost();
  let placed = 0;
  host.answer((response, asked) => {
    const id = asked.method === 'POST' ? `OUT-${++placed}` : 'OUT-0';
    answerJson(200, { call_sid: id, callSid: id, status: 'queued', reason: '' })(response, asked);
  });
  return { host, bench: await open({ ...options, env: { ...ADMIN_ENV, ...restEnv(host), ...options.env } }) };
}

const place = (bench: Bench, query = '', body: object = {}) =>
  bench.call(
    `/admin/v1/outbound-calls${query}`,
    as('call', { method: 'POST', body: { to_number: '+14155552671', ...body } }),
  );
const list = async (bench: Bench, query = '', key: KeyName = 'all') =>
  (await bench.call(`/admin/v1/outbound-calls${query}`, as(key))).json as {
    calls: { call_sid: string; who: string | null; to_number: string; status: string | null }[];
  };

describe('calls that were placed through the relay', () => {
  it('lists placed calls, the newest first, with their operator and without their metadata', async () => {
    const { bench } = await openBoth();
    await place(bench, '', { metadata: { order: 'secret 7' } });
    await place(bench, '?host=agents', { environment: 'sandbox', variant_id: 'v-1' });
    const time = new Date(bench.clock.now()).toISOString();
    const common = {
      time,
      who: 'call',
      to_number: '+14155552671',
      ended_at: null,
      status: null,
      reason: null,
    };
    expect(await list(bench)).toEqual({
      calls: [
        { ...common, call_sid: 'OUT-2', host: 'agents', environment: 'sandbox', variant_id: 'v-1' },
        { ...common, call_sid: 'OUT-1', host: 'legacy', environment: null, variant_id: null },
      ],
    });
    expect((await list(bench, '?limit=1')).calls.map((it) => it.call_sid)).toEqual(['OUT-2']);
  });

  it('lists the end of a call as soon as the relay has heard of it', async () => {
    const { bench, host } = await openBoth();
    await place(bench);
    host.answer(answerJson(200, { status: 'failure', reason: 'The call was not answered' }));
    const asked = host.asked.length;
    bench.clock.advance(2_000);
    await until(() => host.asked.length > asked);
    const ended_at = new Date(bench.clock.now()).toISOString();
    await expect
      .poll(async () => (await list(bench)).calls)
      .toEqual([
        expect.objectContaining({ status: 'failure', reason: 'The call was not answered', ended_at }),
      ]);
  });

  it('lists the calls of the agent in the query', async () => {
    const { bench } = await openBoth();
    await place(bench);
    await place(bench, '?host=agents&agent_id=PROJECT-2');
    const ids = async (query: string) => (await list(bench, query)).calls.map((it) => it.call_sid);
    expect([await ids(''), await ids('?agent_id=PROJECT-2'), await ids('?agent_id=PROJECT-3')]).toEqual([
      ['OUT-1'],
      ['OUT-2'],
      [],
    ]);
  });

  it('lists no call that the platform refused', async () => {
    const { bench, host } = await openBoth();
    host.answer(answerJson(403, { error: 'no', code: 'FORBIDDEN' }));
    await place(bench);
    await place(bench, '', { to_number: 'x' });
    expect(await list(bench)).toEqual({ calls: [] });
  });

  it('S-125: places calls to the configured beginnings of numbers only, however they are spelt', async () => {
    const { bench, host } = await openBoth({ env: { FOYER_CALL_PREFIXES: '+44,+4930' } });
    const statusOf = async (to_number: string, more: object = {}) =>
      (await place(bench, '', { to_number, ...more })).status;
    expect([await statusOf('+442071838750'), await statusOf('+493012345678')]).toEqual([200, 200]);
    const asked = host.asked.length;
    const refused = await place(bench, '', { to_number: '+14155552671' });
    expect(problemOf(refused)).toEqual(
      problem(400, 'invalid_request', [{ field: 'to_number', message: 'must begin with +44 or +4930' }]),
    );
    const GB = { country_code: 'GB' };
    expect([
      await statusOf('+498912345678'),
      await statusOf('020 7183 8750', GB),
      await statusOf('+1 (44) 155-5267', GB),
    ]).toEqual([400, 400, 400]);
    expect(host.asked.length).toBe(asked);
    expect(await statusOf('+(44) 20 7183 8750', GB)).toBe(200);
  });

  it('S-125: limits calls for each key', async () => {
    const { bench } = await openBoth({ ports: { limits: {} } });
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth++) statuses.push((await place(bench)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const other = as('all', { method: 'POST', body: { to_number: '+14155552671' } });
    expect((await bench.call('/admin/v1/outbound-calls', other)).status).toBe(200);
  });

  it('S-119: hides operators and masks numbers for a key without the scope pii', async () => {
    const { bench } = await openBoth();
    await place(bench);
    expect((await list(bench, '', 'read')).calls[0]).toMatchObject({
      who: null,
      to_number: expect.stringMatching(/^[+* ]+71$/),
    });
  });
});
