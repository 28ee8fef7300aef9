import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ADMIN_ENV, as, bearer } from './support/admin.ts';
import { SHOP, until, useBench } from './support/bench.ts';
import { useProxy } from './support/proxy.ts';

const held: Socket[] = [];
/** Before a relay closes, which waits for the requests in progress. */
function release(): void {
  for (const socket of held.splice(0)) socket.destroy();
}

type Outcome = 'answered' | 'dropped';

interface Held {
  readonly outcome: Outcome;
  readonly socket: Socket;
  readonly closed: Promise<void>;
}

/** Sends a request and keeps the connection. Resolves when the relay has answered it, or has dropped the connection. */
function hold(url: string, request: string): Promise<Held> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    held.push(socket);
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.once('data', () => resolve({ outcome: 'answered', socket, closed }));
    socket.on('error', () => {}).resume();
    socket.once('close', () => resolve({ outcome: 'dropped', socket, closed }));
  });
}

/** A request that is answered at once, after which the connection is idle. */
const ask = (url: string, headers = '') =>
  hold(url, `GET /healthz HTTP/1.1\r\nHost: relay.example\r\n${headers}\r\n`);
/** A request whose body does not come. */
const beBusy = (url: string) =>
  hold(
    url,
    `POST /chat/sessions HTTP/1.1\r\nHost: relay.example\r\nOrigin: ${SHOP}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );

describe('connections above FOYER_MAX_CONNECTIONS', () => {
  const open = useBench();
  const openProxy = useProxy();
  afterEach(release);

  it('drops, counts and logs connections above FOYER_MAX_CONNECTIONS, and serves the others', async () => {
    const env = { ...ADMIN_ENV, FOYER_MAX_CONNECTIONS: '2', FOYER_ADMIN_LISTEN: '0' };
    const { url, relay, clock, records } = await open({ env });
    const busy = [];
    for (let nth = 0; nth < 4; nth++) busy.push(await beBusy(url));
    clock.advance(60_000);
    // Their bodies have not come in time.
    await Promise.all(busy.map(({ closed }) => closed));
    for (let nth = 0; nth < 3; nth++) busy.push(await beBusy(url));
    expect(busy.map(({ outcome }) => outcome)).toEqual([
      ...['answered', 'answered', 'dropped', 'dropped'],
      ...['answered', 'answered', 'dropped'],
    ]);
    const warnings = records().filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([
      expect.objectContaining({ dropped: 1, msg: expect.stringContaining('FOYER_MAX_CONNECTIONS (2)') }),
      expect.objectContaining({ dropped: 2 }),
    ]);
    const metrics = await fetch(`${relay.adminUrl}/metrics`, { headers: bearer('read') });
    expect(await metrics.text()).toContain('foyer_refusals_total{kind="connection_limit"} 3\n');
  });

  it('counts the sockets that the relay carries towards FOYER_MAX_CONNECTIONS', async () => {
    const { create, connect: join, url } = await openProxy({ env: { FOYER_MAX_CONNECTIONS: '5' } });
    await join(await create());
    await join(await create());
    // At most three more; one of them may be the connection on which the sessions were created.
    let answered = 0;
    while ((await beBusy(url)).outcome === 'answered') answered += 1;
    expect([2, 3]).toContain(answered);
  });

  it('connections of the admin side are independent of visitors’ connections', async () => {
    const { url, relay } = await open({ env: { FOYER_MAX_CONNECTIONS: '1', FOYER_ADMIN_LISTEN: '0' } });
    const outcomes = [await beBusy(url), await beBusy(url), await ask(relay.adminUrl ?? '')];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['answered', 'dropped', 'answered']);
  });
});

describe('S-134: connections that have asked once', () => {
  const open = useBench();
  afterEach(release);
  const EACH = 300;
  const LIMIT = 256;

  it('S-134: keeps 256 idle connections of an address, and closes and counts the longest idle beyond', async () => {
    const { url, call } = await open({ env: ADMIN_ENV });
    const asked = [];
    for (let nth = 0; nth < EACH; nth++) asked.push(await ask(url));
    await Promise.all(asked.slice(0, EACH - LIMIT).map(({ closed }) => closed));
    const metrics = await call('/metrics', as('read'));
    // One of them for the connection of this call.
    expect(metrics.text).toMatch(/^foyer_refusals_total\{kind="idle_connections"\} 4[45]$/m);
    expect(asked.at(-1)?.socket.destroyed).toBe(false);
  });

  it('S-134: idle connections give way near FOYER_MAX_CONNECTIONS, so that nobody is dropped', async () => {
    const { url, relay } = await open({
      env: { ...ADMIN_ENV, FOYER_MAX_CONNECTIONS: '10', FOYER_ADMIN_LISTEN: '0' },
    });
    const asked = [];
    for (let nth = 0; nth < 50; nth++) asked.push(await ask(url));
    expect(asked.filter(({ outcome }) => outcome === 'dropped')).toEqual([]);
    const metrics = await fetch(`${relay.adminUrl}/metrics`, { headers: bearer('read') });
    expect(await metrics.text()).toMatch(
      /kind="connection_limit"\} 0\n[\s\S]*kind="idle_connections"\} 41\n/,
    );
  });

  it.each([
    ['its clients are counted by the address that it forwards', 'X-Forwarded-For: 203.0.113.7\r\n', 44],
    ['what it asks itself is not', '', 0],
  ])('S-134: connections of a trusted proxy have no limit: %s', async (_, headers, closed) => {
    const { url, call } = await open({ env: { ...ADMIN_ENV, FOYER_TRUST_PROXY: 'loopback' } });
    const asked = [];
    for (let nth = 0; nth < EACH; nth++) asked.push(await ask(url, headers));
    await Promise.all(asked.slice(0, closed).map((it) => it.closed));
    const metrics = await call('/metrics', as('read'));
    expect(metrics.text).toContain(`foyer_refusals_total{kind="idle_connections"} ${closed}\n`);
  });
});

describe('S-135: requests that are sent without reading the answers', () => {
  const open = useBench();
  afterEach(release);

  it('S-135: begins 16 of 1.1 MB of requests while none is answered', async () => {
    let begun = 0;
    const never = () => {
      begun += 1;
      return new Promise<never>(() => {});
    };
    const store = { ...createMemoryStore(createFakeClock()), get: never };
    const { url, call, relay, clock } = await open({ ports: { store } });
    const request = `GET /chat/sessions/any HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\n\r\n`;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    held.push(socket);
    socket.on('error', () => {}).write(request.repeat(14_000));
    await until(() => begun >= 16);
    for (let nth = 0; nth < 50; nth++) await call('/chat/config');
    expect(begun).toBe(16);
    const closed = relay.close();
    clock.advance(5_000);
    await closed;
  });
});
