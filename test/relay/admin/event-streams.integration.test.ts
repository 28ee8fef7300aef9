import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createRelayEvents } from '../../../src/relay/admin/journals/relay-events.ts';
import { eventStream } from '../../../src/relay/admin/operations/event-stream.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { adminKeyNamed } from '../../support/admin-key.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type Bench, problem, problemOf, useBench } from '../support/bench.ts';

const open = useBench();

const hash = (name: string) => createHash('sha256').update(adminKeyNamed(name)).digest('hex');
const NAMES = Array.from({ length: 11 }, (_, nth) => `k${nth}`);
const env = { FOYER_ADMIN_KEYS: NAMES.map((name) => `${name}:read:${hash(name)}`).join(',') };
const headersOf = (name: string) => ({ Authorization: `Bearer ${adminKeyNamed(name)}` });

const leaving: AbortController[] = [];
/** Responses of open streams: fetch ends the stream of a response that is collected as garbage, even while its body is kept. */
const openStreams: Response[] = [];
afterEach(() => {
  for (const it of leaving.splice(0)) it.abort();
  openStreams.length = 0;
});

/** Opens a stream and returns its status. */
async function listen({ url }: Bench, name: string): Promise<number> {
  const controller = new AbortController();
  leaving.push(controller);
  const response = await fetch(`${url}/admin/v1/events`, {
    headers: headersOf(name),
    signal: controller.signal,
  });
  if (response.status === 200) openStreams.push(response);
  else await response.body?.cancel();
  return response.status;
}

/** Opens streams until one is refused. */
async function untilRefused(bench: Bench, name: string): Promise<number> {
  let count = 0;
  while ((await listen(bench, name)) === 200) count += 1;
  return count;
}

describe('event streams', () => {
  it('allows 20 event streams for a key and 200 in all, without a warning', async () => {
    const warnings: string[] = [];
    const warn = (error: Error) => void warnings.push(error.name);
    process.on('warning', warn);
    const bench = await open({ env });
    const counts: number[] = [];
    for (const name of NAMES) counts.push(await untilRefused(bench, name));
    const refused = await bench.call('/admin/v1/events', { origin: null, headers: headersOf('k10') });
    process.off('warning', warn);
    expect(counts).toEqual([...Array(10).fill(20), 0]);
    expect([problemOf(refused), refused.headers.get('retry-after')]).toEqual([
      problem(429, 'too_many_requests'),
      '30',
    ]);
    expect(warnings).toEqual([]);
  });

  it('allows new event streams when others have ended, however they ended', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const events = createRelayEvents(store);
    const closing = new AbortController();
    setMaxListeners(0, closing.signal);
    const stream = eventStream(events, clock, closing.signal);
    const listenAs = (who: string, signal: AbortSignal) =>
      stream.perform({ params: {}, query: {}, headers: {}, body: {}, who, signal, log: undefined } as never);
    const outcomes: unknown[] = [];
    const controllers = Array.from({ length: 20 }, () => new AbortController());
    const bodies: (ReadableStream | null)[] = [];
    for (const { signal } of controllers) {
      const answer = await listenAs('a', signal);
      if (answer.ok) bodies.push(answer.value.body);
    }
    const never = new AbortController().signal;
    const open = async () => (await listenAs('a', never)).ok;
    outcomes.push(await open());
    // The client disconnects.
    controllers[0]?.abort();
    outcomes.push(await open(), await open());
    // The server stops reading. Twice is not counted twice.
    await bodies[1]?.cancel();
    controllers[1]?.abort();
    outcomes.push(await open(), await open());
    expect(outcomes).toEqual([false, true, false, true, false]);
    closing.abort();
    await store.close();
  });

  it('ends event streams when the relay drains, so that their clients go elsewhere', async () => {
    const bench = await open({ env });
    await listen(bench, 'k0');
    const body = openStreams[0]?.text();
    const drained = bench.relay.drain();
    // "retry", and the end: the clock has not moved.
    expect(await body).toBe('retry: 3000\n\n');
    bench.clock.advance(60_000);
    await drained;
  });

  it('open event streams do not delay the end of the relay', async () => {
    const bench = await open({ env });
    const { port, hostname } = new URL(bench.url);
    const socket = connect(Number(port), hostname);
    const ended = new Promise((resolve) => socket.once('end', resolve));
    const first = new Promise((resolve) => socket.once('data', resolve));
    socket.write(
      `GET /admin/v1/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${adminKeyNamed('k0')}\r\n\r\n`,
    );
    await first;
    await bench.relay.close();
    await ended;
    // Node itself would keep the connection until the relay gives up waiting.
    expect(bench.clock.waiting()).toBe(0);
  });

  it('S-128: ends event streams after an hour, so that removed readers are refused', async () => {
    const bench = await open({ env });
    const response = await fetch(`${bench.url}/admin/v1/events`, { headers: headersOf('k0') });
    const body = response.text();
    bench.clock.advance(3_599_999);
    expect(await Promise.race([body, new Promise((resolve) => setImmediate(() => resolve('open')))])).toBe(
      'open',
    );
    bench.clock.advance(1);
    expect((await body).startsWith('retry: 3000\n\n')).toBe(true);
  });

  it('does not count HEAD requests as event streams', async () => {
    const bench = await open({ env });
    for (let nth = 0; nth < 30; nth++) {
      const answer = await bench.call('/admin/v1/events', {
        method: 'HEAD',
        origin: null,
        headers: headersOf('k0'),
      });
      expect(answer.status).toBe(200);
    }
    expect(await untilRefused(bench, 'k0')).toBe(20);
  });
});
