// Many visitors, without the client: each has an address of loopback, connects by TLS and sends what a page sends.
import { once } from 'node:events';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type SessionGrant, socketUrl } from '../../../src/protocol/relay.ts';
import { HOST, lookup } from '../../deploy/support/certificate.ts';
import { answer } from '../answer.ts';
import { createDirectly, SITE } from '../calls.ts';

const PARALLEL = 50;
/** Part of the echoes that is discarded as warm-up. */
const WARM_UP = 0.3;
/** A browser that accepts cookies. */
const PROBE = 'foyer-probe=1';

interface Somebody {
  readonly cookie: string;
  readonly address: string;
  readonly balancer: string;
}

interface Target {
  /** `host:port` of each balancer; visitors take them in turn. */
  readonly balancers: readonly string[];
  /** The authority that signed their certificate. */
  readonly ca: string;
  readonly platform: string;
}

let target: Target = { balancers: [], ca: '', platform: '' };
let came = process.pid * 1_000;
const visitors: (Somebody & { readonly session: string })[] = [];
const sockets = { proxied: [] as WebSocket[], direct: [] as WebSocket[] };

/** One connection for one request, as a visitor's first one. */
async function send(method: string, path: string, { address, balancer, cookie }: Somebody) {
  const sent = request(`https://${HOST}:${balancer.split(':')[1]}${path}`, {
    method,
    ca: target.ca,
    lookup,
    agent: false,
    localAddress: address,
    headers: { Origin: SITE, Cookie: cookie, 'Content-Type': 'application/json' },
  });
  sent.end(method === 'POST' ? '{}' : undefined);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  if (response.statusCode >= 300) throw new Error(`${path} answered ${response.statusCode}: ${text}`);
  return { text, setCookie: String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}

/** Somebody with a new address of 127.0.0.0/8, so that the balancer counts each apart. */
function newcomer(): Somebody {
  came += 1;
  return {
    address: `127.${1 + ((came >> 16) & 127)}.${(came >> 8) & 255}.${1 + (came % 250)}`,
    balancer: target.balancers[came % target.balancers.length] ?? '',
    cookie: PROBE,
  };
}

async function create() {
  const somebody = newcomer();
  const { text, setCookie } = await send('POST', '/chat/sessions', somebody);
  const grant: SessionGrant = JSON.parse(text);
  const visitor = { ...somebody, session: grant.session_id, cookie: setCookie };
  visitors.push(visitor);
  return { visitor, grant };
}

/** Opens a socket; resolves with its first frame. */
async function open(kind: keyof typeof sockets): Promise<WebSocket> {
  let socket: WebSocket;
  if (kind === 'direct')
    socket = new WebSocket(`${target.platform.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  else {
    const { visitor, grant } = await create();
    socket = new WebSocket(socketUrl(grant, 0), {
      ca: target.ca,
      lookup,
      localAddress: visitor.address,
      perMessageDeflate: false,
      headers: { Origin: SITE, Cookie: visitor.cookie },
    });
  }
  await once(socket, 'message');
  return socket;
}

/** Runs `task` while there is more to do, so many at a time, and counts failures. */
async function inParallel(
  parallel: number,
  hasMore: () => boolean,
  task: () => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  const worker = async () => {
    while (hasMore())
      try {
        await task();
      } catch (error) {
        if (failed++ === 0) console.error(error);
      }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return failed;
}

/** Resolves with the first frame that contains the text. */
function frameWith(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = (frame: Buffer) => {
      if (!frame.includes(text)) return;
      socket.off('message', listen);
      resolve();
    };
    socket.on('message', listen);
  });
}

/** Sends a message; resolves with the milliseconds until its echo. */
async function echo(socket: WebSocket): Promise<number> {
  const id = crypto.randomUUID();
  const sentAt = performance.now();
  const echoed = frameWith(socket, id);
  socket.send(
    JSON.stringify({
      type: 'EVENT_TYPE_USER_MESSAGE',
      payload: { text: 'Where is my order?' },
      metadata: { custom: { client_event_id: id, local_id: id } },
    }),
  );
  await echoed;
  return performance.now() - sentAt;
}

/** Bytes of the frames; `ws` keeps its connection to itself. */
function bytesOf(socket: WebSocket): number {
  const { _socket } = socket as unknown as { readonly _socket: Socket };
  return _socket.bytesRead + _socket.bytesWritten;
}

async function talkOn(sockets: readonly WebSocket[], everyMs: number, seconds: number): Promise<number[]> {
  const startedAt = performance.now();
  const times: number[] = [];
  const waiting: Promise<unknown>[] = [];
  const pauseMs = everyMs / sockets.length;
  for (let nth = 0; nth * pauseMs < seconds * 1_000; nth++) {
    const wait = startedAt + nth * pauseMs - performance.now();
    if (wait > 1) await pause(wait);
    const socket = sockets[nth % sockets.length];
    if (socket) waiting.push(echo(socket).then((inMs) => times.push(inMs)));
  }
  await Promise.all(waiting);
  return times.slice(times.length * WARM_UP);
}

/** Requests through the balancer: the loader's script and two calls. And the platform's two calls that a creation consists of. */
const TASKS = {
  'widget.js': () => send('GET', '/widget.js', newcomer()),
  create,
  async resume() {
    const visitor = visitors[Math.floor(Math.random() * visitors.length)];
    if (visitor) await send('POST', `/chat/sessions/${visitor.session}/resume`, visitor);
  },
  'create directly': () => createDirectly(target.platform),
};
export type Task = keyof typeof TASKS;

export type Load = typeof actions;

const actions = {
  aim(at: Target): void {
    target = at;
  },
  /** Performs the task again and again, so many at a time. Resolves to the milliseconds of each. */
  async repeat(task: Task, parallel: number, seconds: number) {
    const times: number[] = [];
    const endsAt = performance.now() + seconds * 1_000;
    const failed = await inParallel(
      parallel,
      () => performance.now() < endsAt,
      async () => {
        const startedAt = performance.now();
        await TASKS[task]();
        times.push(performance.now() - startedAt);
      },
    );
    return { times, failed };
  },
  /** Opens so many sockets, in place of failed ones too. */
  async open(kind: keyof typeof sockets, count: number) {
    const wanted = sockets[kind].length + count;
    let underway = 0;
    const failed = await inParallel(
      PARALLEL,
      () => sockets[kind].length + underway < wanted,
      async () => {
        underway += 1;
        try {
          sockets[kind].push(await open(kind));
        } finally {
          underway -= 1;
        }
      },
    );
    return { failed };
  },
  /** Each open socket sends a message every `everyMs`; both kinds at once, so that both meet the same conditions. */
  async talk(everyMs: number, seconds: number) {
    const { proxied, direct } = sockets;
    const both = [proxied, direct].map((some) => talkOn(some, everyMs, seconds));
    const [times = [], directTimes = []] = await Promise.all(both);
    return { times, directTimes };
  },
  /** Whole conversations, one after the other. Resolves to the bytes on their sockets, both ways, without TLS. */
  async converse(count: number, messages: number) {
    let bytes = 0;
    for (let nth = 0; nth < count; nth++) {
      const socket = await open('proxied');
      for (let message = 0; message < messages; message++) {
        const answered = frameWith(socket, '"is_complete":true');
        await echo(socket);
        await answered;
      }
      bytes += bytesOf(socket);
      socket.close();
      await once(socket, 'close');
    }
    return { bytes };
  },
};

answer(actions);
