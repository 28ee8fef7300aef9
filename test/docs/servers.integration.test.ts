import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Emulator, startEmulator } from '../../src/emulator/index.ts';
import { type SessionGrant, socketUrl } from '../../src/protocol/relay.ts';
import { SHOP } from '../relay/support/bench.ts';
import { message } from '../relay/support/proxy.ts';
import { createAwaitableList } from '../support/awaitable-list.ts';
import { PATH_SPELLINGS } from '../support/path-spellings.ts';
import { sendRaw } from '../support/raw-request.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A folder with the examples, in which the built package is installed beside the libraries of this project. */
let folder: string;
let emulator: Emulator;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, 'dist/servers-'));
  cpSync(join(ROOT, 'public/examples/servers'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'dist/foyer-relay'), join(folder, 'node_modules/foyer-relay'), 'junction');
  emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});
afterAll(async () => {
  await emulator?.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (socket: 'direct' | 'proxy') => ({
  PORT: '0',
  FOYER_MESSAGING_URL: emulator.messagingUrl,
  FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
  FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
  FOYER_ALLOWED_ORIGINS: SHOP,
  FOYER_SOCKET: socket,
  FOYER_DRAIN_S: '0',
  FOYER_LOG_LEVEL: 'warn',
});

/** Starts an example as its user does. Resolves with its address and a function that stops it and resolves with its exit code. */
async function start(file: string, env: Record<string, string> = environment('proxy')) {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  endings.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const lines = createAwaitableList<string>();
  createInterface({ input: child.stdout }).on('line', lines.add);
  const url = await Promise.race([
    lines.waitForNth(1),
    exited.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ]);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0] as unknown;
    },
  };
}

/** Calls a route handler as Next does, which tells it another address than that of the request. */
const LIKE_NEXT = `
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import * as route from './next/app/[...path]/route.js';
const server = createServer(getRequestListener((request) => {
  const { pathname, search } = new URL(request.url);
  return route[request.method](new Request(new URL(pathname + search, 'http://localhost:3000'), request));
}));
server.listen(0, () => process.stdout.write('http://127.0.0.1:' + server.address().port + '\\n'));
`;

const SERVERS = ['node-http.mjs', 'express.mjs', 'fastify.mjs', 'hono.mjs'];
const page = { Origin: SHOP, 'Content-Type': 'application/json' };

describe('the relay in a server of your own', () => {
  it.each(SERVERS)('the example %s serves its page, a chat and its socket, and ends', async (file) => {
    const { url, stop } = await start(file);
    expect(await (await fetch(url)).text()).toBe('a page of your own');
    expect((await fetch(`${url}/widget.js`)).headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${url}/admin`)).status).toBe(404);
    expect((await fetch(`${url}/admin/v1/events`)).status).toBe(401);

    const created = await fetch(`${url}/chat/sessions`, {
      method: 'POST',
      headers: page,
      body: JSON.stringify({ platform: 'web' }),
    });
    const grant = (await created.json()) as SessionGrant;
    expect([created.status, new URL(grant.websocket_url).host]).toEqual([201, new URL(url).host]);
    const socket = new WebSocket(socketUrl(grant, 0), { headers: { Origin: SHOP } });
    const frames = createAwaitableList<string>();
    socket.on('message', (content) => frames.add(String(content)));
    await once(socket, 'open');
    socket.send(JSON.stringify(message('Hello', { client_event_id: 'one' })));
    for (let nth = 1; !(await frames.waitForNth(nth)).includes('EVENT_TYPE_USER_MESSAGE'); nth++);

    const closed = once(socket, 'close');
    expect(await stop()).toBe(0);
    expect((await closed)[0]).toBe(1012);
  });

  it.each(SERVERS)(
    'S-105: the example %s lets no other spelling of a path reach an operator',
    async (file) => {
      // As with `side: 'visitors'`, which a listener for operators elsewhere implies.
      const { url } = await start(file, { ...environment('proxy'), FOYER_ADMIN_LISTEN: '0' });
      const ask = (path: string) =>
        sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      for (const path of PATH_SPELLINGS) {
        const isOfChat = /^(?:http:\/\/relay\.example)?\/(?:chat|assets)\//.test(path);
        expect([path, await ask(path)]).toEqual([
          path,
          isOfChat
            ? expect.stringMatching(/^HTTP\/1\.1 400 [\s\S]*"field":"path"/)
            : // The server's own answer.
              expect.not.stringMatching(/x-request-id/i),
        ]);
      }
      expect(await ask('/admin/openapi.json')).not.toMatch(/x-request-id/i);
      expect(await ask('/chat/config')).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('the route of the example for Next.js answers pages, with limits by the address that its proxy names', async () => {
    writeFileSync(join(folder, 'like-next.mjs'), LIKE_NEXT);
    const { url } = await start('like-next.mjs', {
      ...environment('direct'),
      FOYER_PUBLIC_URL: 'https://chat.example.com',
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_LIMIT_CREATE_PER_ADDRESS: '1',
    });
    const create = async (from: string) => {
      const headers = { ...page, 'X-Forwarded-For': from };
      const body = JSON.stringify({ platform: 'web' });
      const answer = await fetch(`${url}/chat/sessions`, { method: 'POST', headers, body });
      return [
        answer.status,
        answer.ok && new URL(((await answer.json()) as SessionGrant).websocket_url).origin,
      ];
    };
    const direct = new URL(emulator.messagingUrl.replace('http', 'ws')).origin;
    expect([await create('192.0.2.1'), await create('192.0.2.1'), await create('192.0.2.2')]).toEqual([
      [201, direct],
      [429, false],
      [201, direct],
    ]);
  });
});
