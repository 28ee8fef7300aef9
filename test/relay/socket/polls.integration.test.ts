import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { FramesAnswer, SessionGrant } from '../../../src/protocol/relay.ts';
import { startRelay } from '../../../src/relay/node/server.ts';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  type Bench,
  configFor,
  HIGH_LIMITS,
  problem,
  problemOf,
  SHOP,
  until,
  useBench,
} from '../support/bench.ts';
import { message, useProxy } from '../support/proxy.ts';

const HISTORY = '{"type":"EVENT_TYPE_EVENT_BATCH"}';
const HEARTBEAT = '{"type":"EVENT_TYPE_HEARTBEAT","payload":{}}';
const said = (text: string, id: string) =>
  JSON.stringify(message(text, { client_event_id: id, local_id: id }));
const event = (sequence: number) =>
  JSON.stringify({ type: 'EVENT_TYPE_USER_MESSAGE', sequence, payload: {} });

/** Calls the routes of polls like a page. */
function pageOf({ call }: Pick<Bench, 'call'>, { session_id }: SessionGrant, connection = 'c1') {
  let nth = 0;
  const at = (query: string) => `/chat/sessions/${session_id}/frames?connection=${connection}&${query}`;
  return {
    poll: async (cursor = 0, number = ++nth) =>
      (await call(at(`cursor=${cursor}&poll=${number}`))).json as FramesAnswer,
    post: (...frames: string[]) => call(at('cursor=0'), { method: 'POST', body: { frames } }),
  };
}

/** Text frames that the platform receives from now on. */
function record(platformSocket: WebSocket | undefined): string[] {
  const received: string[] = [];
  platformSocket?.on('message', (content) => received.push(content.toString()));
  return received;
}

describe('a polled conversation', () => {
  const openBench = useBench();
  const benches: Bench[] = [];
  afterEach(() => {
    // Otherwise closing a relay waits for echoes.
    for (const { upstream } of benches.splice(0))
      for (const platformSocket of upstream.accepted) platformSocket.terminate();
  });

  async function open(options?: Parameters<typeof openBench>[0]): Promise<Bench> {
    const bench = await openBench(options);
    benches.push(bench);
    return bench;
  }

  async function begin(env: Record<string, string> = {}) {
    const bench = await open({ env });
    const grant = (await bench.call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
    const page = pageOf(bench, grant);
    const first = await page.poll();
    const platformSocket = bench.upstream.accepted[0] as WebSocket;
    // The history is complete after 250 ms without frames.
    bench.clock.advance(250);
    return { ...bench, grant, page, first, platformSocket };
  }

  it('offers polls with every grant, after the better carriers', async () => {
    const carriersWith = async (env: Record<string, string>) =>
      ((await (await open({ env })).call('/chat/sessions', { method: 'POST' })).json as SessionGrant)
        .carriers;
    expect([
      await carriersWith({}),
      await carriersWith({ FOYER_SOCKET: 'proxy' }),
      await carriersWith({ FOYER_CARRIERS: 'poll,direct' }),
      await carriersWith({ FOYER_CARRIERS: 'poll' }),
      await carriersWith({ FOYER_CARRIERS: 'direct' }),
    ]).toEqual([['direct', 'relay', 'poll'], ['relay', 'poll'], ['direct', 'poll'], ['poll'], undefined]);
  });

  // M-12.26
  it('answers a poll at once when there are frames, and otherwise with the next one', async () => {
    const { first, page, platformSocket } = await begin();
    const next = page.poll();
    platformSocket.send(HEARTBEAT);
    expect([first, await next]).toEqual([{ frames: [HISTORY] }, { frames: [HEARTBEAT] }]);
  });

  it('collects the frames of a stream for 100 ms after an answer', async () => {
    const { page, platformSocket, clock } = await begin();
    const first = page.poll();
    platformSocket.send('1');
    await first;
    const second = page.poll();
    for (const frame of ['2', '3', '4']) platformSocket.send(frame);
    await until(() => clock.waiting() > 0);
    platformSocket.ping();
    await new Promise((resolve) => platformSocket.once('pong', resolve));
    clock.advance(100);
    expect(await second).toEqual({ frames: ['2', '3', '4'] });
  });

  it('answers after 25 s without a frame', async () => {
    const { page, clock, records } = await begin();
    const requests = () => records().filter(({ msg }) => msg === 'request').length;
    const before = requests();
    const poll = page.poll();
    let isAnswered = false;
    void poll.then(() => {
      isAnswered = true;
    });
    // The relay has read this call, so it has read the poll before it.
    await page.post(HEARTBEAT);
    clock.advance(24_999);
    await page.post(HEARTBEAT);
    expect([isAnswered, requests() - before]).toEqual([false, 2]);
    clock.advance(1);
    expect(await poll).toEqual({ frames: [] });
  });

  it('sends the frames of a page to the platform in their order, and answers when they are sent', async () => {
    const { page, platformSocket } = await begin();
    const received = record(platformSocket);
    const answers = [await page.post(said('One', 'a'), said('Two', 'b')), await page.post(HEARTBEAT)];
    await until(() => received.length === 3);
    expect([received, answers.map(({ status }) => status)]).toEqual([
      [said('One', 'a'), said('Two', 'b'), HEARTBEAT],
      [204, 204],
    ]);
  });

  // A browser repeats a request when its connection was reset.
  it('gives a repeated poll the same answer', async () => {
    const { page, platformSocket } = await begin();
    const polled = page.poll();
    platformSocket.send(HEARTBEAT);
    const answers = [await polled, await page.poll(0, 2)];
    expect(answers).toEqual([{ frames: [HEARTBEAT] }, { frames: [HEARTBEAT] }]);
  });

  it('ends a polled connection with the close code of the platform, after its last frames', async () => {
    const { page, platformSocket, clock } = await begin();
    platformSocket.send(HEARTBEAT);
    platformSocket.close(1012);
    await new Promise((resolve) => platformSocket.once('close', resolve));
    clock.advance(100);
    expect(await page.poll()).toEqual({ frames: [HEARTBEAT], closed: 1012 });
  });

  it('closes the platform’s socket 30 s after the last poll', async () => {
    const { platformSocket, clock } = await begin();
    const closed = new Promise((resolve) => platformSocket.once('close', resolve));
    clock.advance(30_000);
    expect(await closed).toBe(1001);
  });

  it('ends a polled connection with its session', async () => {
    const { page, grant, call, clock, platformSocket } = await begin();
    const poll = page.poll();
    await call(`/chat/sessions/${grant.session_id}`, { method: 'DELETE' });
    const closed = new Promise((resolve) => platformSocket.once('close', resolve));
    clock.advance(2_000);
    await closed;
    expect([await poll, problemOf(await page.post(HEARTBEAT))]).toEqual([
      { frames: [], closed: 1000 },
      problem(404, 'session_unknown'),
    ]);
  });

  it('opens one socket of the platform for concurrent requests of a connection', async () => {
    const bench = await open();
    const grant = (await bench.call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
    const page = pageOf(bench, grant);
    const answers = [page.poll(7), page.post(HEARTBEAT)];
    await Promise.all(answers);
    expect(
      bench.upstream.received.filter(({ method }) => method === 'UPGRADE').map(({ path }) => path),
    ).toEqual([expect.stringContaining('cursor=7')]);
  });

  it('S-146: needs the cookie of the browser that the session is bound to', async () => {
    const bench = await open();
    const probe = await bench.call('/chat/config');
    const known = { Cookie: probe.headers.get('set-cookie')?.split(';')[0] ?? '' };
    const created = await bench.call('/chat/sessions', { method: 'POST', headers: known });
    const Cookie = created.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { session_id } = created.json as SessionGrant;
    const path = `/chat/sessions/${session_id}/frames?connection=c1`;
    const own = await bench.call(path, { headers: { Cookie } });
    const foreign = await bench.call(path);
    expect([Cookie !== '', own.status, foreign.status]).toEqual([true, 200, 404]);
  });

  it('S-146: refuses foreign pages, unknown sessions, and requests without their connection', async () => {
    const { call, grant } = await begin();
    const path = `/chat/sessions/${grant.session_id}/frames`;
    const answers = [
      await call(`${path}?connection=c1`, { origin: 'https://evil.example' }),
      await call('/chat/sessions/unknown/frames?connection=c1'),
      await call(path),
      await call(`${path}?connection=c1&cursor=-1`),
      await call(`${path}?connection=c1`, { method: 'POST', body: { frames: [] } }),
      await call(`${path}?connection=c1`, { method: 'POST', body: { frames: Array(51).fill(HEARTBEAT) } }),
      await call(`${path}?connection=c1`, { method: 'POST', body: { frames: ['x'.repeat(270_000)] } }),
    ];
    expect(answers.map(({ status, json }) => [status, (json as { code: string }).code])).toEqual([
      [403, 'origin_not_allowed'],
      [404, 'session_unknown'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [413, 'body_too_large'],
    ]);
  });

  it('takes the longest message that a socket takes, and closes at a longer one as a socket does', async () => {
    const { page, platformSocket } = await begin();
    const received = record(platformSocket);
    const longest = said('"'.repeat((131_072 - said('', 'a').length) >> 1), 'a');
    expect((await page.post(longest)).status).toBe(204);
    await until(() => received.length === 1);
    const poll = page.poll();
    await page.post(said('é'.repeat(131_000 / 2 + 50), 'b'));
    expect([received, await poll]).toEqual([[longest], { frames: [], closed: 1009 }]);
  });

  it('refuses more requests of a session than a conversation needs', async () => {
    const bench = await open({ ports: { limits: { ...HIGH_LIMITS, framesBySession: 2 } } });
    const grant = (await bench.call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
    const page = pageOf(bench, grant);
    await page.poll();
    await page.post(HEARTBEAT);
    expect((await page.post(HEARTBEAT)).status).toBe(429);
  });

  // M-12.27
  it('continues polls at another relay from the cursor, without loss and repetition', async () => {
    const clock = createFakeClock();
    const store = createMemoryStore(clock);
    const bench = await open({ ports: { clock, store } });
    const other = await startRelay(configFor(bench.upstream.url), {
      clock,
      store,
      log: { write: () => {} },
      browserFolder: '/nowhere',
      limits: HIGH_LIMITS,
    });
    try {
      const grant = (await bench.call('/chat/sessions', { method: 'POST' })).json as SessionGrant;
      const at = (relay: string, cursor: number, nth: number) =>
        fetch(
          `${relay}/chat/sessions/${grant.session_id}/frames?connection=c1&cursor=${cursor}&poll=${nth}`,
          {
            headers: { Origin: SHOP },
          },
        ).then((response) => response.json());
      await at(bench.url, 0, 1);
      const [ofFirst] = bench.upstream.accepted;
      // Both relays get these; the page has them from the other one.
      for (const sequence of [1, 2]) ofFirst?.send(event(sequence));
      const second = await at(other.url, 0, 2);
      clock.advance(100);
      for (const socket of bench.upstream.accepted) socket.send(event(3));
      const third = await at(bench.url, 2, 3);
      const asked = bench.upstream.received.filter(({ method }) => method === 'UPGRADE');
      expect([second, third, asked.length]).toEqual([{ frames: [HISTORY] }, { frames: [event(3)] }, 2]);
    } finally {
      await other.close();
    }
  });

  it('tells its pages to come back later when the relay closes', async () => {
    const { page, relay, clock } = await begin();
    const poll = page.poll();
    await page.post(HEARTBEAT);
    const closing = relay.close();
    await expect(poll).resolves.toEqual({ frames: [], closed: 1012 });
    clock.advance(10_000);
    await closing;
  });
});

describe('a socket to the relay in direct mode', () => {
  const open = useProxy();

  it('opens with the ticket of a resume that asks for it', async () => {
    const proxy = await open({ env: { FOYER_SOCKET: 'direct' } });
    const grant = await proxy.create();
    const path = `/chat/sessions/${grant.session_id}/resume`;
    const answer = await proxy.call(path, { method: 'POST', body: { carrier: 'relay' } });
    const ofRelay = answer.json as SessionGrant;
    const { visitor, platformSocket } = await proxy.connect(ofRelay);
    const received = record(platformSocket);
    visitor.say('Hello', 'a');
    await until(() => received.length === 1);
    expect([ofRelay.websocket_url, ofRelay.expires_in, received]).toEqual([
      `${proxy.url.replace('http', 'ws')}/chat/ws`,
      30,
      [said('Hello', 'a')],
    ]);
  });

  it('gets no ticket where the relay does not carry sockets', async () => {
    const proxy = await open({ env: { FOYER_SOCKET: 'direct', FOYER_CARRIERS: 'direct,poll' } });
    const grant = await proxy.create();
    const path = `/chat/sessions/${grant.session_id}/resume`;
    const answer = await proxy.call(path, { method: 'POST', body: { carrier: 'relay' } });
    expect((answer.json as SessionGrant).websocket_url).toBe(grant.websocket_url);
  });
});
