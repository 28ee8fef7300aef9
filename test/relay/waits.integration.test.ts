import { expect, it } from 'vitest';
import { useBench } from './support/bench.ts';

const open = useBench();

/** A site whose visitors tell these waits, each from another address. */
async function site(waits: readonly { readonly queue?: string; readonly seconds: number }[]) {
  const bench = await open({ env: { FOYER_TRUST_PROXY: 'loopback' } });
  const from = (nth: number) => ({ 'X-Forwarded-For': `203.0.113.${nth}` });
  const tell = (body: unknown, nth: number) =>
    bench.call('/chat/waits', { method: 'POST', body, headers: from(nth) });
  for (const [nth, wait] of waits.entries()) await tell(wait, nth);
  const ask = async (queue?: string) =>
    (await bench.call(`/chat/waits${queue === undefined ? '' : `?queue=${encodeURIComponent(queue)}`}`)).json;
  return { ask, bench, tell };
}

const of = (queue: string | undefined, ...seconds: readonly number[]) =>
  seconds.map((each) => ({ ...(queue !== undefined && { queue }), seconds: each }));

it('M-13.11: the usual wait is the median of the last waits in a queue, and unknown below five', async () => {
  const { ask } = await site([
    ...of('Orders', 60, 600, 90, 30, 80),
    ...of('Größe & Co.', 1, 2, 3, 4),
    ...of(undefined, 10, 20, 30, 40, 50),
  ]);
  expect([await ask('Orders'), await ask('Größe & Co.'), await ask(), await ask('Sales')]).toEqual([
    { usual_s: 80 },
    { usual_s: null },
    { usual_s: 30 },
    { usual_s: null },
  ]);
});

it('M-13.11: only the newest 21 waits of a queue count', async () => {
  const old = Array.from({ length: 20 }, () => 3_000);
  const { ask } = await site(of('Orders', ...old, ...Array.from({ length: 21 }, () => 120)));
  expect(await ask('Orders')).toEqual({ usual_s: 120 });
});

it('M-13.11: waits older than a week do not count', async () => {
  const { ask, bench } = await site(of('Orders', 60, 60, 60, 60, 60));
  const before = await ask('Orders');
  bench.clock.advance(8 * 86_400_000);
  expect([before, await ask('Orders')]).toEqual([{ usual_s: 60 }, { usual_s: null }]);
});

it('S-149: one address counts once in ten minutes, however many waits it tells', async () => {
  const { ask, tell } = await site(of('Orders', 60, 60, 60, 60, 60));
  const answers = [];
  for (let nth = 0; nth < 20; nth++)
    answers.push((await tell({ queue: 'Orders', seconds: 7_200 }, 250)).status);
  expect([new Set(answers), await ask('Orders')]).toEqual([new Set([204]), { usual_s: 60 }]);
});

it.each([[{}], [{ seconds: -1 }], [{ seconds: '60' }], [{ seconds: 1, queue: 'x'.repeat(101) }], [[]]])(
  'S-149: refuses %j as a wait',
  async (body) => {
    const { ask, tell } = await site([]);
    expect([(await tell(body, 1)).status, await ask()]).toEqual([400, { usual_s: null }]);
  },
);

it('S-149: a wait is clamped to a day', async () => {
  const { ask } = await site(of('Orders', 1e12, 1e12, 1e12, 1e12, 1e12));
  expect(await ask('Orders')).toEqual({ usual_s: 86_400 });
});

it('S-149: pages of other origins neither tell nor learn a wait', async () => {
  const { bench } = await site([]);
  const origin = 'https://elsewhere.example';
  const statuses = [
    await bench.call('/chat/waits', { origin }),
    await bench.call('/chat/waits', { method: 'POST', body: { seconds: 1 }, origin }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403]);
});
