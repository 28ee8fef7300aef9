import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnections } from '../../src/base/connections.ts';
import { createAwaitableList } from '../support/awaitable-list.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A server that answers `/now` at once, and keeps the answers of all other paths for the test. */
async function start(idlePerNetwork: number, crowded = 1_000, waiting = 1_000, headerBytes = 1_000) {
  const held = createAwaitableList<ServerResponse>();
  const accepted = createAwaitableList<Socket>();
  let gaveWay = 0;
  let unread = 0;
  let received = 0;
  const connections = createConnections({
    limits: { idlePerNetwork, crowded, unfinished: 16, waiting, headerBytes },
    networkOf: (peer, forwarded) => (peer === '127.0.0.9' ? forwarded : peer),
    onClose: (reason) => void (reason === 'idle' ? gaveWay++ : unread++),
  });
  const server = createServer((incoming, outgoing) => {
    received += 1;
    connections.request(incoming, outgoing, () => {
      if (incoming.url === '/now') outgoing.end('now');
      else held.add(outgoing);
    });
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    accepted.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    // A socket that is paused does not notice that its client has left.
    server.closeAllConnections();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  let opened = 0;

  async function open(localAddress = '127.0.0.1') {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    closings.push(() => socket.destroy());
    const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
    socket.on('error', () => {});
    socket.setEncoding('latin1').resume();
    opened += 1;
    await accepted.waitForNth(opened);
    return {
      socket,
      closed,
      /** Resolves when the whole answer has come, or the connection has closed. */
      ask(path: string, headers = ''): Promise<string> {
        const answered = new Promise<string>((resolve) =>
          socket.once('data', (text) => resolve(String(text).slice(-3))),
        );
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
        return Promise.race([answered, closed]);
      },
    };
  }
  return {
    connections,
    open,
    held,
    accepted,
    gaveWay: () => gaveWay,
    unread: () => unread,
    received: () => received,
  };
}

const states = (opened: readonly { readonly ask: (path: string) => Promise<string> }[]) =>
  Promise.all(opened.map(({ ask }) => ask('/now')));

describe('S-109, S-134: connections that are silent or idle', () => {
  it('connections of one network count together, and the one that is idle longest gives way', async () => {
    const { open, gaveWay } = await start(3);
    const [asked, silent, askedAgain] = [await open(), await open(), await open()];
    const elsewhere = await open('127.0.0.2');
    await asked.ask('/now');
    await askedAgain.ask('/now');
    await asked.ask('/now');
    // Order of idleness: silent, askedAgain, asked.
    const next = await open();
    await silent.closed;
    const last = await open();
    await askedAgain.closed;
    expect(gaveWay()).toBe(2);
    expect(await states([elsewhere, asked, next, last])).toEqual(['now', 'now', 'now', 'now']);
  });

  it('connections do not count while they wait for an answer', async () => {
    const { open, held, gaveWay } = await start(1);
    const busy = await open();
    const answer = busy.ask('/later');
    const outgoing = await held.waitForNth(1);
    const first = await open();
    const second = await open();
    await first.closed;
    expect(gaveWay()).toBe(1);
    outgoing.end('yes');
    // It is idle now, and for less time.
    await second.closed;
    expect([await answer, gaveWay()]).toEqual(['yes', 2]);
  });

  it('a nearly full server closes the connection that is idle longest for a new one', async () => {
    const { open, held, gaveWay } = await start(10, 3);
    const busy = await open();
    const answer = busy.ask('/later');
    const outgoing = await held.waitForNth(1);
    const oldest = await open('127.0.0.2');
    const younger = await open('127.0.0.3');
    const newest = await open('127.0.0.4');
    await oldest.closed;
    outgoing.end('yes');
    expect([await answer, gaveWay()]).toEqual(['yes', 1]);
    expect(await states([younger, newest])).toEqual(['now', 'now']);
  });

  it('S-141: unfinished headers that take too much together close their connections, the longest first', async () => {
    const { open, accepted, connections, gaveWay } = await start(10);
    const [short, long, longer] = [await open(), await open(), await open()];
    // Bytes read before it became idle do not count.
    await short.ask('/now', `X-Before: ${'x'.repeat(2_000)}\r\n`);
    const sent = [short, long, longer].map(({ socket }, nth) => {
      const text = `GET /now HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(100 + 400 * nth)}`;
      socket.write(text);
      return text.length;
    });
    await expect
      .poll(() => accepted.all.reduce((sum, it) => sum + it.bytesRead, 0))
      .toBeGreaterThan(2_000 + sent.reduce((sum, it) => sum + it, 0));
    connections.boundHeaders();
    await longer.closed;
    connections.boundHeaders();
    expect(gaveWay()).toBe(1);
    for (const it of [short, long]) {
      const answered = new Promise((resolve) => it.socket.once('data', resolve));
      it.socket.write('\r\n\r\n');
      expect(String(await answered)).toContain('200 OK');
    }
  });

  it('connections of a proxy have no limit and count for the client that it names', async () => {
    const { open, gaveWay } = await start(2);
    const ofProxy = [];
    for (let nth = 0; nth < 4; nth++) ofProxy.push(await open('127.0.0.9'));
    expect([await states(ofProxy), gaveWay()]).toEqual([Array(4).fill('now'), 0]);
    for (const { ask } of ofProxy.slice(0, 3)) await ask('/now', 'X-Forwarded-For: one\r\n');
    await ofProxy[0]?.closed;
    await ofProxy[3]?.ask('/now', 'X-Forwarded-For: other\r\n');
    expect(gaveWay()).toBe(1);
  });

  it('the server forgets closed connections, and closes the others at its end', async () => {
    const { open, connections, held } = await start(2);
    const left = await open();
    left.socket.destroy();
    await left.closed;
    const others = [await open(), await open()];
    const busy = await open();
    const answer = busy.ask('/later');
    const outgoing = await held.waitForNth(1);
    connections.finish();
    await Promise.all(others.map(({ closed }) => closed));
    outgoing.end('yes');
    expect([await answer, await busy.closed]).toEqual(['yes', 'closed']);
  });
});

describe('S-135: requests that are sent without reading the answers', () => {
  it('S-135: requests wait unread behind 16 unfinished answers, and are answered in order', async () => {
    const { open, held, accepted, received } = await start(10);
    const { socket } = await open();
    const TOTAL = 4_000;
    const CHUNK = 65_536;
    const requests = Array.from(
      { length: TOTAL },
      (_, nth) => `GET /${nth} HTTP/1.1\r\nHost: a\r\nX-Pad: ${'x'.repeat(240)}\r\n\r\n`,
    ).join('');
    let text = '';
    const all = new Promise<void>((resolve) =>
      socket.on('data', (part) => {
        text += part;
        if (text.endsWith(`#${TOTAL - 1}#`)) resolve();
      }),
    );
    socket.write(requests);
    await held.waitForNth(16);
    // Time enough to read everything.
    const other = await open();
    for (let nth = 0; nth < 50; nth++) await other.ask('/now');
    const bytesRead = (await accepted.waitForNth(1)).bytesRead;
    expect([held.all.length, bytesRead <= 2 * CHUNK]).toEqual([16, true]);

    const perChunk = Math.ceil(CHUNK / (requests.length / TOTAL));
    let mostUnanswered = 0;
    for (let nth = 0; nth < TOTAL; nth++) {
      const outgoing = await held.waitForNth(nth + 1);
      mostUnanswered = Math.max(mostUnanswered, received() - 50 - nth);
      outgoing.end(`#${nth}#`);
    }
    await all;
    expect(text.match(/#\d+#/g)).toEqual(Array.from({ length: TOTAL }, (_, nth) => `#${nth}#`));
    expect(mostUnanswered).toBeLessThanOrEqual(16 + 2 * perChunk);
  });

  it('a connection closes when too many requests wait on all connections', async () => {
    const { open, held, unread } = await start(10, 1_000, 100);
    const request = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
    const [patient, greedy] = [await open(), await open()];
    patient.socket.write(request.repeat(16 + 60));
    await held.waitForNth(16);
    greedy.socket.write(request.repeat(16 + 60));
    await greedy.closed;
    expect(unread()).toBe(1);
    const next = await open();
    next.socket.write(request.repeat(16 + 30));
    await held.waitForNth(3 * 16);
    // The one that is closed has left its 40 places to others.
    expect([await (await open()).ask('/now'), unread(), next.socket.destroyed]).toEqual(['now', 1, false]);
  });
});
