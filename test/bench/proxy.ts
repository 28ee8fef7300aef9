import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { messageFrame } from './calls.ts';
import { line, percentile } from './page.ts';
import { startProcess, startRelay } from './relay.ts';
import { SITE } from './site.ts';

const SOCKETS = 2_000;
const PARALLEL = 50;
/** Each socket sends a message every ten seconds. */
const INTERVAL_MS = 10_000 / SOCKETS;
const SECONDS = 15;
/** Part of the measurements that is discarded as warm-up. */
const WARM_UP = 0.3;

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { origin: SITE, perMessageDeflate: false });
  await once(socket, 'message');
  return socket;
}

async function openThroughRelay(url: string): Promise<WebSocket> {
  const answer = await fetch(`${url}/chat/sessions`, { method: 'POST', headers: { Origin: SITE } });
  const {
    websocket_url,
    session_id,
    access_token,
  }: Record<'websocket_url' | 'session_id' | 'access_token', string> = await answer.json();
  return openSocket(`${websocket_url}?${new URLSearchParams({ session_id, access_token })}`);
}

async function openAll(open: () => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < SOCKETS)
    sockets.push(...(await Promise.all(Array.from({ length: PARALLEL }, open))));
  return sockets;
}

/** Measures the echoes of both routes in ms. The routes alternate, so that both meet the same conditions. */
async function echoes(routes: readonly (readonly WebSocket[])[]): Promise<number[][]> {
  const times = routes.map((): number[] => []);
  const count = (SECONDS * 1_000) / INTERVAL_MS;
  const waiting: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    for (const [which, sockets] of routes.entries()) {
      const socket = sockets[index % sockets.length];
      if (!socket) continue;
      const id = `${which}-${index}`;
      const sentAt = performance.now();
      waiting.push(
        new Promise<void>((resolve) => {
          socket.once('message', () => {
            times[which]?.push(performance.now() - sentAt);
            resolve();
          });
        }),
      );
      socket.send(messageFrame(id));
      await pause(INTERVAL_MS / routes.length);
    }
  }
  await Promise.all(waiting);
  return times.map((all) => all.slice(all.length * WARM_UP));
}

const inMs = (value: number) => `${value.toFixed(2)} ms`;

/** Measures a relay in proxy mode: memory per socket and additional delay of an echo. */
export async function proxy(): Promise<void> {
  console.log(`\nSockets through the relay, ${SOCKETS} open, each sending a message every 10 s`);
  const platform = await startProcess('echo-platform-process.ts');
  const relay = await startRelay(platform.url, { FOYER_SOCKET: 'proxy' });
  // Warm up: code and caches that load once do not count.
  for (const socket of await Promise.all(Array.from({ length: 20 }, () => openThroughRelay(relay.url))))
    socket.close();
  await pause(500);
  const before = await relay.askMemory();
  const relayed = await openAll(() => openThroughRelay(relay.url));
  await pause(500);
  const after = await relay.askMemory();
  line(
    'memory of the relay per socket',
    `${((after.used - before.used) / SOCKETS / 1_000).toFixed(1)} kB`,
    'limit 20 kB',
  );
  line('the same, resident', `${((after.rss - before.rss) / SOCKETS / 1_000).toFixed(1)} kB`);

  const direct = await openAll(() => openSocket(`${platform.url.replace('http', 'ws')}/ws`));
  const [directMs = [], relayedMs = []] = await echoes([direct, relayed]);
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    line(`echo ${name}, directly from the platform`, inMs(percentile(directMs, part)));
    line(`echo ${name}, through the relay`, inMs(percentile(relayedMs, part)));
    line('  difference', inMs(percentile(relayedMs, part) - percentile(directMs, part)));
    line(
      '  ratio',
      `${(percentile(relayedMs, part) / percentile(directMs, part)).toFixed(2)} ×`,
      'limit 1.3 ×',
    );
  }
  for (const socket of [...relayed, ...direct]) socket.terminate();
  relay.close();
  platform.close();
}
