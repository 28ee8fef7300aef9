// Process of many visitors, without the client: each has an address of loopback, connects by TLS and sends what a page sends.
import { once } from 'node:events';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type SessionGrant, socketUrl } from '../../../src/protocol/relay.ts';
import { HOST, lookup } from '../../deploy/support/certificate.ts';
import { createDirectly, messageFrame } from '../calls.ts';
import { SITE } from '../site.ts';
import type { LoadCommand, LoadReport, Target, Task } from './processes.ts';

const PARALLEL = 50;
/** Part of the echoes that is discarded as warm-up. */
const WARM_UP = 0.3;
/** A browser that accepts cookies. */
const PROBE = 'foyer-probe=1';

interface Visitor {
  readonly session: string;
  readonly cookie: string;
  readonly address: string;
  readonly balancer: string;
}

let target: Target = { balancers: [], ca: '', platform: '' };
let came = process.pid * 1_000;
const visitors: Visitor[] = [];
const proxied: WebSocket[] = [];
const direct: WebSocket[] = [];

/** One connection for one request, as a visitor's first one. */
async function send(method: string, path: string, { address, balancer, cookie }: Omit<Visitor, 'session'>) {
  const sent = request(`https://${HOST}:${balancer.split(':')[1]}${path}`, {
    method,
    ca: target.ca,
    lookup,
    agent: false,
    localAddress: address,
    headers: { Origin: SITE, Cookie: cookie, 'Content-Type': 'application/json' },
  });
  sent.end(method === 'POST' ? '{}' : undefined);
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return { text, setCookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}

async function ask(path: string, visitor: Omit<Visitor, 'session'>) {
  const { text, setCookie } = await send('POST', path, visitor);
  const grant: SessionGrant = JSON.parse(text);
  return { grant, setCookie };
}

/** Somebody with a new address of 127.0.0.0/8, so that the balancer counts each apart. */
function newcomer(): Omit<Visitor, 'session'> {
  came += 1;
  return {
    address: `127.${1 + ((came >> 16) & 127)}.${(came >> 8) & 255}.${1 + (came % 250)}`,
    balancer: target.balancers[came % target.balancers.length] ?? '',
    cookie: PROBE,
  };
}

async function create(): Promise<{ visitor: Visitor; grant: SessionGrant }> {
  const somebody = newcomer();
  const { grant, setCookie } = await ask('/chat/sessions', somebody);
  const visitor = { ...somebody, session: grant.session_id, cookie: setCookie };
  visitors.push(visitor);
  return { visitor, grant };
}

async function resume(visitor: Visitor | undefined): Promise<void> {
  if (visitor) await ask(`/chat/sessions/${visitor.session}/resume`, visitor);
}

/** Opens the socket of a new visitor; resolves with the first frame. */
async function openProxied(): Promise<WebSocket> {
  const { visitor, grant } = await create();
  const socket = new WebSocket(socketUrl(grant, 0), {
    ca: target.ca,
    lookup,
    localAddress: visitor.address,
    perMessageDeflate: false,
    headers: { Origin: SITE, Cookie: visitor.cookie },
  });
  await once(socket, 'message');
  return socket;
}

async function openDirectly(): Promise<WebSocket> {
  const socket = new WebSocket(`${target.platform.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await once(socket, 'message');
  return socket;
}

/** Runs `task` until there is nothing more to do, so many at a time. */
async function inParallel(
  parallel: number,
  hasMore: () => boolean,
  task: () => Promise<void>,
): Promise<void> {
  const worker = async () => {
    while (hasMore()) await task();
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

async function repeat(task: Task, parallel: number, seconds: number): Promise<LoadReport> {
  let [turn, failed] = [0, 0];
  const known = visitors.length;
  const run = {
    'widget.js': () => send('GET', '/widget.js', newcomer()),
    create,
    resume: () => resume(visitors[turn++ % known]),
    'create directly': () => createDirectly(target.platform),
  }[task];
  const times: number[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  await inParallel(
    parallel,
    () => performance.now() < endsAt,
    async () => {
      const startedAt = performance.now();
      try {
        await run();
        times.push(performance.now() - startedAt);
      } catch (error) {
        if (failed++ === 0) console.error(error);
      }
    },
  );
  return { times, failed };
}

/** Opens so many sockets, in place of failed ones too. Returns the number of failures. */
async function open(
  sockets: WebSocket[],
  count: number,
  openOne: () => Promise<WebSocket>,
): Promise<LoadReport> {
  const wanted = sockets.length + count;
  let [begun, failed] = [sockets.length, 0];
  await inParallel(
    PARALLEL,
    () => begun < wanted,
    async () => {
      begun += 1;
      try {
        sockets.push(await openOne());
      } catch (error) {
        begun -= 1;
        if (failed++ === 0) console.error(error);
      }
    },
  );
  return { failed };
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
  socket.send(messageFrame(id));
  await echoed;
  return performance.now() - sentAt;
}

/** Bytes of the frames; `ws` keeps its connection to itself. */
function bytesOf(socket: WebSocket): number {
  const { _socket } = socket as unknown as { readonly _socket: Socket };
  return _socket.bytesRead + _socket.bytesWritten;
}

/** Both kinds of sockets in one stretch of time, so that both meet the same conditions. */
async function talk(everyMs: number, seconds: number): Promise<LoadReport> {
  const startedAt = performance.now();
  const talkOn = async (sockets: readonly WebSocket[]) => {
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
  };
  const [times, directTimes] = await Promise.all([talkOn(proxied), talkOn(direct)]);
  return { times, directTimes };
}

/** What a visitor does from the first message to the end. */
async function converse(count: number, messages: number): Promise<LoadReport> {
  let bytes = 0;
  for (let nth = 0; nth < count; nth++) {
    const socket = await openProxied();
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
}

async function perform(command: LoadCommand): Promise<LoadReport> {
  switch (command.type) {
    case 'target':
      target = command;
      return {};
    case 'repeat':
      return repeat(command.task, command.parallel, command.seconds);
    case 'open':
      return command.task === 'proxied'
        ? open(proxied, command.count, openProxied)
        : open(direct, command.count, openDirectly);
    case 'talk':
      return talk(command.everyMs, command.seconds);
    case 'converse':
      return converse(command.count, command.messages);
  }
}

process.on('message', async (command: LoadCommand) => process.send?.(await perform(command)));
process.on('disconnect', () => process.exit());
process.send?.({ url: '' });
