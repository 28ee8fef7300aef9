import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { line } from './page.mjs';
import { at, SITE, startRelay } from './relay.mjs';

const SOCKETS = 2_000;
const AT_ONCE = 50;
/** Somebody says something every ten seconds on each of them. */
const GAP_MS = 10_000 / SOCKETS;
/** As near as a platform in the same region. */
const AWAY_MS = 10;
const SECONDS = 15;
/** The programs get warm. */
const WARM = 0.3;

/** A platform that mints and creates at once, and echoes as soon as a network lets it. */
async function startPlatform() {
  let sequence = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isToken = request.url.endsWith('/access-token');
      sequence += 1;
      const body = isToken
        ? { access_token: `token-${sequence}`, expires_in: 86_400, token_type: 'Bearer' }
        : { session_id: `session-${sequence}` };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const sockets = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.send('{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}');
    socket.on('message', (frame) => {
      sequence += 1;
      const stamp = { id: String(sequence), sequence, timestamp: new Date().toISOString() };
      const echo = JSON.stringify({ ...stamp, ...JSON.parse(frame) });
      setTimeout(() => socket.send(echo), AWAY_MS);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function openSocket(url) {
  const socket = new WebSocket(url, { origin: SITE, perMessageDeflate: false });
  await once(socket, 'message');
  return socket;
}

async function viaRelay(url) {
  const answer = await fetch(`${url}/chat/sessions`, { method: 'POST', headers: { Origin: SITE } });
  const { websocket_url, session_id, access_token } = await answer.json();
  return openSocket(`${websocket_url}?${new URLSearchParams({ session_id, access_token })}`);
}

async function openAll(open) {
  const sockets = [];
  while (sockets.length < SOCKETS)
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))));
  return sockets;
}

const pause = (inMs) => new Promise((resolve) => setTimeout(resolve, inMs));

/** How long each echo takes, ms, both ways taking turns so that they meet the same weather. */
async function echoes(ways) {
  const times = ways.map(() => []);
  const count = (SECONDS * 1_000) / GAP_MS;
  const waiting = [];
  for (let nth = 0; nth < count; nth++) {
    for (const [which, sockets] of ways.entries()) {
      const socket = sockets[nth % sockets.length];
      const id = `${which}-${nth}`;
      const sentAt = performance.now();
      waiting.push(
        new Promise((resolve) => {
          socket.once('message', () => {
            times[which].push(performance.now() - sentAt);
            resolve();
          });
        }),
      );
      socket.send(
        JSON.stringify({
          type: 'EVENT_TYPE_USER_MESSAGE',
          payload: { text: 'Where is my order?' },
          metadata: { custom: { client_event_id: id, local_id: id } },
        }),
      );
      await pause(GAP_MS / ways.length);
    }
  }
  await Promise.all(waiting);
  return times.map((all) => all.slice(all.length * WARM).toSorted((a, b) => a - b));
}

const inMs = (value) => `${value.toFixed(2)} ms`;

/** A relay that carries the sockets: what one costs it, and how much later an echo comes. */
export async function proxy() {
  console.log(`\nSockets through the relay, ${SOCKETS} open, each saying something every 10 s`);
  const platform = await startPlatform();
  const relay = await startRelay(platform.url, { FOYER_SOCKET: 'proxy' });
  // Whatever is loaded and made once is there before it counts.
  for (const socket of await Promise.all(Array.from({ length: 20 }, () => viaRelay(relay.url))))
    socket.close();
  await pause(500);
  const before = await relay.ask('memory');
  const carried = await openAll(() => viaRelay(relay.url));
  await pause(500);
  const after = await relay.ask('memory');
  line(
    'memory of the relay for a socket',
    `${((after.used - before.used) / SOCKETS / 1_000).toFixed(1)} kB`,
    'limit 20 kB',
  );
  line('the same, resident', `${((after.rss - before.rss) / SOCKETS / 1_000).toFixed(1)} kB`);

  const direct = await openAll(() => openSocket(`${platform.url.replace('http', 'ws')}/ws`));
  const [there, through] = await echoes([direct, carried]);
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ]) {
    line(`echo ${name}, straight from the platform`, inMs(at(there, part)));
    line(`echo ${name}, through the relay`, inMs(at(through, part)));
    line('  later by', inMs(at(through, part) - at(there, part)));
    line('  the ratio', `${(at(through, part) / at(there, part)).toFixed(2)} ×`, 'limit 1.3 ×');
  }
  for (const socket of [...carried, ...direct]) socket.terminate();
  relay.close();
  platform.close();
}
