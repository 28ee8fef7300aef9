import { describe, expect, it } from 'vitest';
import { problem, problemOf, useBench } from './support/bench.ts';

describe('M-3.18: the record of seen messages', () => {
  const open = useBench();

  async function openSession() {
    const bench = await open();
    const created = await bench.call('/chat/sessions', { method: 'POST' });
    const grant = created.json as { session_id: string; seen: number };
    const path = `/chat/sessions/${grant.session_id}`;
    const tell = (sequence: unknown) => bench.call(`${path}/seen`, { method: 'PUT', body: { sequence } });
    const seen = async () =>
      ((await bench.call(`${path}/resume`, { method: 'POST' })).json as typeof grant).seen;
    return { ...bench, grant, path, tell, seen };
  }

  it('M-3.18: the record of what a visitor has seen is empty at first, and then only grows', async () => {
    const { grant, seen, tell } = await openSession();
    const all = [grant.seen, await seen()];
    for (const sequence of [7, 3, 9]) all.push((await tell(sequence)).status, await seen());
    expect(all).toEqual([0, 0, 204, 7, 204, 7, 204, 9]);
  });

  it.each([[-1], [1.5], ['7'], [null], [2 ** 60]])('M-3.18: refuses %j as seen', async (sequence) => {
    const { seen, tell } = await openSession();
    expect([(await tell(sequence)).status, await seen()]).toEqual([400, 0]);
  });

  it('M-3.18: keeps what was seen of known sessions only, and forgets it with them', async () => {
    const { call, path, tell } = await openSession();
    const unknown = await call('/chat/sessions/nobody/seen', { method: 'PUT', body: { sequence: 1 } });
    await tell(5);
    await call(path, { method: 'DELETE' });
    expect([problemOf(unknown), problemOf(await tell(6))]).toEqual([
      problem(404, 'session_unknown'),
      problem(404, 'session_unknown'),
    ]);
  });

  it('M-3.18: accepts what was seen at most once in five seconds on average', async () => {
    const { tell } = await openSession();
    const statuses = [];
    for (let sequence = 1; sequence <= 13; sequence++) statuses.push((await tell(sequence)).status);
    expect([new Set(statuses.slice(0, 12)), statuses[12]]).toEqual([new Set([204]), 429]);
  });
});
