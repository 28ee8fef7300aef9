import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRelay } from '../../src/relay/index.ts';
import { type Bench, configFor, problem, problemOf, SHOP, useBench } from './support/bench.ts';

const ID = '5e551011-0000-4000-8000-000000000001';
const MINUTE = 60_000;
/** Else half of a limit is left to those who answer a challenge (S-138). */
const UNCHALLENGED = { FOYER_CHALLENGE: 'off' };

/** Number of accepted requests. All others must have the same answer. */
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

/** A relay without a server, behind a trusted proxy. */
function silentRelay() {
  const relay = createRelay(
    configFor('http://127.0.0.1:9', {
      ...UNCHALLENGED,
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_LOG_LEVEL: 'silent',
    }),
  );
  return {
    close: relay.close,
    /** Status of an invalid request for a new session. Invalid requests are counted, too. */
    async create(address: string, origin = SHOP): Promise<number> {
      const headers = { Origin: origin, 'X-Forwarded-For': address, 'Content-Type': 'application/json' };
      const request = new Request('https://relay.example/chat/sessions', {
        method: 'POST',
        headers,
        body: '{',
      });
      return (await relay.fetch(request, { address: '127.0.0.1' })).status;
    },
  };
}

async function statusesOf(times: number, ask: (nth: number) => Promise<number>) {
  const count = { passed: 0, refused: 0 };
  for (let nth = 0; nth < times; nth++) count[(await ask(nth)) === 429 ? 'refused' : 'passed'] += 1;
  return count;
}

describe('limits (S-53)', () => {
  const open = useBench();
  const withDefaults = { ports: { limits: {} }, env: UNCHALLENGED };
  const behindProxy = { ...withDefaults, env: { ...UNCHALLENGED, FOYER_TRUST_PROXY: 'loopback' } };
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['allow 10 new sessions', 'POST', '/chat/sessions', 10],
    ['allow 60 resumes', 'POST', `/chat/sessions/${ID}/resume`, 60],
    ['allow 60 state requests', 'GET', '/chat/sessions/none', 60],
    ['allow 60 deletions', 'DELETE', '/chat/sessions/none', 60],
  ])('S-53: limits %s a minute for one address', async (_, method, path, times) => {
    const bench = await open(withDefaults);
    expect(await passed(bench, times + 3, path, { method })).toBe(times);
  });

  it('S-53: limits start again after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const bench = await open(withDefaults);
    const create = () => passed(bench, 12, '/chat/sessions', { method: 'POST' });
    const first = await create();
    vi.setSystemTime(Date.now() + MINUTE);
    expect([first, await create()]).toEqual([10, 10]);
  });

  it('S-53: limits ignore requests that are refused for their origin', async () => {
    const bench = await open(withDefaults);
    for (let nth = 0; nth < 12; nth++) {
      await bench.call('/chat/sessions', { method: 'POST', origin: 'https://evil.example' });
    }
    expect(await passed(bench, 12, '/chat/sessions', { method: 'POST' })).toBe(10);
  });

  it('S-53: a forged address evades no limit, unless a trusted proxy sends it', async () => {
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

  it.each([
    ['FOYER_LIMIT_CREATE_PER_ADDRESS', 'POST', '/chat/sessions'],
    ['FOYER_LIMIT_CREATE_PER_ORIGIN', 'POST', '/chat/sessions'],
    ['FOYER_LIMIT_RESUME_PER_ADDRESS', 'POST', `/chat/sessions/${ID}/resume`],
    ['FOYER_LIMIT_STATUS_PER_ADDRESS', 'GET', '/chat/sessions/none'],
    ['FOYER_LIMIT_STATUS_PER_ADDRESS', 'GET', '/chat/origin-check'],
  ])('limits are settings: %s', async (key, method, path) => {
    const bench = await open({ ...withDefaults, env: { ...UNCHALLENGED, [key]: '3' } });
    expect(await passed(bench, 5, path, { method })).toBe(3);
  });

  it('S-53: an IPv6 network gets four times as many sessions in 56 bits, and sixteen times in 48', async () => {
    const { create, close } = silentRelay();
    // 64 requests of 64 networks of 64 bits each, in one network of 56 bits; then 32 networks of 56 bits in one of 48.
    const within56 = await statusesOf(64, (nth) => create(`2001:db8:1:${(nth % 64).toString(16)}::1`));
    const within48 = await statusesOf(512, (nth) =>
      create(`2001:db8:2:${((nth % 32) * 256).toString(16)}::${nth}`),
    );
    const neighbours = [
      await create('2001:db8:1:100::1'),
      await create('2001:db8:3::1'),
      await create('203.0.113.9'),
    ];
    await close();
    expect([within56, within48, neighbours]).toEqual([
      { passed: 40, refused: 24 },
      { passed: 160, refused: 352 },
      [400, 400, 400],
    ]);
  });

  it('S-53: limits do not count the refused requests of one network for its neighbours', async () => {
    const { create, close } = silentRelay();
    const flood = await statusesOf(500, () => create('2001:db8:1:1::1'));
    const neighbours = await statusesOf(30, (nth) => create(`2001:db8:1:${2 + (nth % 3)}::1`));
    await close();
    expect([flood, neighbours]).toEqual([
      { passed: 10, refused: 490 },
      { passed: 30, refused: 0 },
    ]);
  });

  it('S-53: one customer with 65,536 IPv6 networks cannot lock out a site', async () => {
    const { create, close } = silentRelay();
    await statusesOf(7_000, (nth) => create(`2001:db8:1:${nth.toString(16)}::1`));
    const others = await statusesOf(50, (nth) => create(`198.51.100.${nth}`));
    await close();
    expect(others).toEqual({ passed: 50, refused: 0 });
  });

  it('S-53: a site with its subdomains gets 6,000 new sessions a minute, independent of other sites', async () => {
    const { create, close } = silentRelay();
    const site = await statusesOf(6_005, (nth) =>
      create(`10.0.${nth >> 8}.${nth & 255}`, `https://s${nth}.partner.example`),
    );
    const other = await create('10.9.9.9');
    await close();
    expect([site, other]).toEqual([{ passed: 6_000, refused: 5 }, 400]);
  });

  it('S-53: a session gets 20 handshakes a minute, from all addresses together', async () => {
    const bench = await open(behindProxy);
    await bench.call('/chat/sessions', from('203.0.113.1'));
    let count = 0;
    for (let nth = 0; nth < 25; nth++) {
      count += await passed(bench, 1, `/chat/sessions/${ID}`, { ...from(`10.0.0.${nth}`), method: 'GET' });
    }
    const handshakes = bench.upstream.received.filter((message) => message.method === 'UPGRADE');
    expect([count, handshakes.length]).toEqual([20, 20]);
  });

  it('S-53: files and configuration have no limit', async () => {
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
