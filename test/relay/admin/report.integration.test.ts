import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { type Bench, useBench } from '../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../support/rest.ts';

const open = useBench();
const openHost = useRestHost();
const SECRET = 'CNRY-webhook-5a4b3c2d1e0f';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A relay whose platform lists no conversations. */
async function openBoth(env: Readonly<Record<string, string>> = {}) {
  const host = await openHost();
  host.answer(answerJson(200, { conversations: [], data: [], cursor: null }));
  return open({
    env: {
      ...ADMIN_ENV,
      ...restEnv(host),
      FOYER_INSIGHTS: 'on',
      FOYER_WEBHOOK_SECRETS: `alerts:${SECRET}`,
      ...env,
    },
  });
}

async function deliver(
  bench: Bench,
  id: string,
  type: string,
  data: object,
  created_at?: string,
): Promise<void> {
  const body = JSON.stringify({ id, type, data, created_at });
  const timestamp = String(Math.floor(bench.clock.now() / 1_000));
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
  await bench.call('/admin/v1/webhooks/alerts', { method: 'POST', origin: null, body, headers });
}

const read = (bench: Bench, path: string) => bench.call(`/admin/v1/report${path}`, as('read'));
const dayOf = (bench: Bench, before = 0) =>
  new Date(bench.clock.now() - before * DAY_MS).toISOString().slice(0, 10);

describe('the report of a day', () => {
  it('lists the alerts that webhooks of the day have reported, with how each has ended', async () => {
    const bench = await openBoth();
    const slow = { alert_rule_id: 'ar_1', name: 'Slow turns' };
    await deliver(bench, 'evt-1', 'alerts.triggered', slow);
    await deliver(bench, 'evt-2', 'alerts.resolved', slow);
    bench.clock.advance(1_000);
    await deliver(bench, 'evt-3', 'alerts.triggered', slow);
    await deliver(bench, 'evt-4', 'alerts.triggered', { alert_rule_id: 'ar_2', name: 'Crashes' });
    await deliver(bench, 'evt-5', 'alerts.resolved', { alert_rule_id: 'ar_2', name: 'Crashes' });
    await deliver(bench, 'evt-6', 'other.event', slow);
    await deliver(bench, 'evt-7', 'alerts.triggered', { name: 7 });
    const last_at = new Date(bench.clock.now()).toISOString();
    expect((await read(bench, `?day=${dayOf(bench)}`)).json).toMatchObject({
      alerts: [
        { alert_rule_id: 'ar_2', name: 'Crashes', fired: 1, last_at, is_firing: false },
        { alert_rule_id: 'ar_1', name: 'Slow turns', fired: 2, last_at, is_firing: true },
      ],
    });
    expect((await read(bench, `?day=${dayOf(bench, 1)}`)).json).toMatchObject({ alerts: [] });
  });

  it('counts an alert on the day on which it was made, even if its webhook came a day later', async () => {
    const bench = await openBoth();
    const at = new Date(bench.clock.now() - DAY_MS).toISOString();
    await deliver(bench, 'evt-1', 'alerts.triggered', { alert_rule_id: 'ar_1', name: 'Slow turns' }, at);
    expect((await read(bench, '')).json).toMatchObject({ alerts: [{ fired: 1, last_at: at }] });
    expect((await read(bench, `?day=${dayOf(bench)}`)).json).toMatchObject({ alerts: [] });
  });

  it('reports on yesterday if no day is named', async () => {
    const bench = await openBoth();
    const yesterday = dayOf(bench, 1);
    expect((await read(bench, '')).json).toMatchObject({
      day: yesterday,
      from: `${yesterday}T00:00:00.000Z`,
    });
  });

  it('refuses a day that has not begun, is too long ago or is none', async () => {
    const bench = await openBoth();
    const found = [];
    for (const day of [dayOf(bench, -1), dayOf(bench, 402), '2026-02-30', 'yesterday']) {
      const { status, json } = await read(bench, `?day=${day}`);
      found.push([status, (json as { errors: { field: string }[] }).errors.map(({ field }) => field)]);
    }
    expect(found).toEqual([1, 2, 3, 4].map(() => [400, ['day']]));
  });

  it('reports on a day of the organisation', async () => {
    const bench = await openBoth({ FOYER_TIME_ZONE: 'Pacific/Kiritimati', FOYER_PROJECT_ID: 'PROJECT-7' });
    const at = bench.clock.now();
    // Fourteen hours ahead of UTC.
    const here = new Date(at + 14 * HOUR_MS).toISOString().slice(0, 10);
    const from = new Date(Date.parse(here) - 14 * HOUR_MS).toISOString();
    expect((await read(bench, `?day=${here}`)).json).toMatchObject({
      day: here,
      from,
      time_zone: 'Pacific/Kiritimati',
      project: 'PROJECT-7',
      made_at: new Date(at).toISOString(),
    });
  });

  it('names the time that is counted where it is not quite the day, as in a zone with half an hour', async () => {
    const bench = await openBoth({ FOYER_TIME_ZONE: 'Asia/Kolkata' });
    const ofDay = async (before: number) => (await read(bench, `?day=${dayOf(bench, before)}`)).json;
    expect(await ofDay(11)).toMatchObject({
      is_rounded: true,
      from: expect.stringMatching(/T18:00:00/),
      to: expect.stringMatching(/T19:00:00/),
    });
    expect(await ofDay(2)).toMatchObject({ is_rounded: false });
  });
});
