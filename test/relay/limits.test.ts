import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRelay } from '../../src/relay/index.ts';
import { type Bench, configFor, problem, problemOf, SHOP, useBench } from './support/bench.ts';

const ID = '5e551011-0000-4000-8000-000000000001';
const MINUTE = 60_000;

/** How many of so many requests pass, and that all others say the same. */
async function passed(bench: Bench, times: number, path: string, options: Parameters<Bench['call']>[1]) {
  let count = 0;
  for (let nth = 0; nth < times; nth++) {
    const answer = await bench.call(path, options);
    if (answer.status !== 429) {
      count += 1;
      continue;
    }
    expect(problemOf(answer)).toEqual(problem(429, 'too_many_requests'));
    const seconds = Number(answer.headers.get('retry-after'));
    expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
  }
  return count;
}

const from = (address: string, origin = SHOP) => ({
  method: 'POST',
  origin,
  headers: { 'X-Forwarded-For': address },
});

describe('limits (S-53)', () => {
  const open = useBench();
  const withDefaults = { ports: { limits: {} } };
  const behindProxy = { ...withDefaults, env: { FOYER_TRUST_PROXY: 'loopback' } };
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['creates 10 sessions', 'POST', '/chat/sessions', 10],
    ['resumes 30 times', 'POST', `/chat/sessions/${ID}/resume`, 30],
    ['says the state 60 times', 'GET', '/chat/sessions/none', 60],
    ['forgets 60 sessions', 'DELETE', '/chat/sessions/none', 60],
  ])('%s a minute for one address', async (_, method, path, times) => {
    const bench = await open(withDefaults);
    expect(await passed(bench, times + 3, path, { method })).toBe(times);
  });

  it('begins anew after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const bench = await open(withDefaults);
    const create = () => passed(bench, 12, '/chat/sessions', { method: 'POST' });
    const first = await create();
    vi.setSystemTime(Date.now() + MINUTE);
    expect([first, await create()]).toEqual([10, 10]);
  });

  it('counts nothing of what it refuses for its origin', async () => {
    const bench = await open(withDefaults);
    for (let nth = 0; nth < 12; nth++) {
      await bench.call('/chat/sessions', { method: 'POST', origin: 'https://evil.example' });
    }
    expect(await passed(bench, 12, '/chat/sessions', { method: 'POST' })).toBe(10);
  });

  it('is not moved by a forged address, unless a trusted proxy wrote it', async () => {
    const forging = await open(withDefaults);
    const honest = await open(behindProxy);
    let [forged, forwarded, inFront] = [0, 0, 0];
    for (let nth = 0; nth < 20; nth++) {
      forged += await passed(forging, 1, '/chat/sessions', from(`203.0.113.${nth}`));
      forwarded += await passed(honest, 1, '/chat/sessions', from(`203.0.113.${nth}`));
      inFront += await passed(honest, 1, '/chat/sessions', from(`198.51.100.${nth}, 192.0.2.1`));
    }
    expect([forged, forwarded, inFront]).toEqual([10, 20, 10]);
  });

  it('takes 600 creations a minute for one site, its subdomains together, and leaves the others alone', {
    timeout: 30_000,
  }, async () => {
    const config = configFor('http://127.0.0.1:9', {
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_LOG_LEVEL: 'silent',
    });
    const relay = createRelay(config);
    const create = async (address: string, origin: string) => {
      const headers = { Origin: origin, 'X-Forwarded-For': address, 'Content-Type': 'application/json' };
      // What is no JSON is counted, and goes no further.
      const request = new Request('https://relay.example/chat/sessions', {
        method: 'POST',
        headers,
        body: '{',
      });
      return (await relay.fetch(request, { address: '127.0.0.1' })).status;
    };
    const statuses: number[] = [];
    for (let nth = 0; nth < 605; nth++) {
      statuses.push(await create(`10.0.${nth >> 8}.${nth & 255}`, `https://s${nth}.partner.example`));
    }
    const other = await create('10.9.9.9', SHOP);
    await relay.close();
    expect([statuses, other]).toEqual([[...Array(600).fill(400), ...Array(5).fill(429)], 400]);
  });

  it('tries 20 handshakes a minute for one session, wherever the requests come from', async () => {
    const bench = await open(behindProxy);
    await bench.call('/chat/sessions', from('203.0.113.1'));
    let count = 0;
    for (let nth = 0; nth < 25; nth++) {
      count += await passed(bench, 1, `/chat/sessions/${ID}`, { ...from(`10.0.0.${nth}`), method: 'GET' });
    }
    const handshakes = bench.upstream.received.filter((it) => it.method === 'UPGRADE');
    expect([count, handshakes.length]).toEqual([20, 20]);
  });

  it('limits neither the files nor the configuration', async () => {
    const bench = await open({
      ports: { limits: { createByAddress: 1, resumeByAddress: 1, sessionByAddress: 1 } },
    });
    expect([
      await passed(bench, 100, '/chat/config', {}),
      await passed(bench, 100, '/widget.js', {}),
      await passed(bench, 100, '/healthz', {}),
    ]).toEqual([100, 100, 100]);
  });
});
