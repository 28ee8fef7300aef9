import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { type SessionGrant, socketUrl } from '../../src/protocol/relay.ts';
import { sessionGrant } from '../../src/protocol/relay-schemas.ts';
import { bearer } from '../relay/support/admin.ts';
import { message } from '../relay/support/proxy.ts';
import type { AwaitableList } from '../support/awaitable-list.ts';
import { type BehindProxy, openBehindProxy, WEBHOOK_SECRET } from './support/behind-proxy.ts';
import { startCaddy, startHaproxy, startNginx } from './support/proxy-process.ts';

/** A browser that accepts cookies. */
const PROBE = { Cookie: 'foyer-probe=1' };

/** Resolves with the first text that contains all of `words`. */
async function textWith(texts: AwaitableList<string>, ...words: readonly string[]): Promise<string> {
  for (let count = 1; ; count++) {
    const text = await texts.waitForNth(count);
    if (words.every((word) => text.includes(word))) return text;
  }
}

/** Resolves when the platform has echoed a message. */
async function chat({ socket, frames }: { socket: WebSocket; frames: AwaitableList<string> }, id: string) {
  socket.send(JSON.stringify(message(`Hello ${id}`, { client_event_id: id, local_id: id })));
  await textWith(frames, 'EVENT_TYPE_USER_MESSAGE', id);
}

describe.each([
  { name: 'nginx', startProxy: startNginx, reload: 'keeps', floodEndsAt: 'proxy', isShared: false },
  { name: 'HAProxy', startProxy: startHaproxy, reload: 'keeps', floodEndsAt: 'proxy', isShared: true },
  { name: 'Caddy', startProxy: startCaddy, reload: 'closes', floodEndsAt: 'relay', isShared: false },
] as const)('two relays behind $name', ({ startProxy, reload, floodEndsAt, isShared }) => {
  let behind: BehindProxy;
  beforeAll(async () => {
    behind = await openBehindProxy(startProxy);
  });
  afterAll(() => behind?.close());

  async function create(from: string): Promise<{ grant: SessionGrant; cookie: string }> {
    const { text, headers } = await behind.ask('/chat/sessions', { method: 'POST', headers: PROBE, from });
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { grant: z.parse(sessionGrant, JSON.parse(text)), cookie };
  }

  /** Opens another socket of a session. */
  async function comeBack({ grant, cookie }: Awaited<ReturnType<typeof create>>) {
    const path = `/chat/sessions/${grant.session_id}/resume`;
    const { text } = await behind.ask(path, { method: 'POST', headers: { Cookie: cookie } });
    return behind.openSocket(socketUrl(z.parse(sessionGrant, JSON.parse(text)), 0), { Cookie: cookie });
  }

  it('S-13: a session is bound by its cookie, and both relays know it', async () => {
    const { grant, cookie } = await create('127.0.0.20');
    const resume = (headers: Record<string, string>) =>
      behind.ask(`/chat/sessions/${grant.session_id}/resume`, { method: 'POST', headers });
    const statuses = [];
    for (const headers of [{ Cookie: cookie }, { Cookie: cookie }, {}, {}])
      statuses.push((await resume(headers)).status);
    expect([statuses, grant.websocket_url]).toEqual([
      [200, 200, 404, 404],
      `wss://${behind.authority}/chat/ws`,
    ]);
  });

  it('a socket carries a chat', async () => {
    const { grant, cookie } = await create('127.0.0.21');
    await chat(await behind.openSocket(socketUrl(grant, 0), { Cookie: cookie }), 'a-chat');
  });

  it(`a reload of the proxy ${reload} an open socket, and the conversation goes on`, async () => {
    const { grant, cookie } = await create('127.0.0.28');
    const open = await behind.openSocket(socketUrl(grant, 0), { Cookie: cookie });
    await chat(open, 'before-reload');
    const closed = once(open.socket, 'close');
    await behind.proxy.reload();
    if (reload === 'keeps') return chat(open, 'after-reload');
    await closed;
    await chat(await comeBack({ grant, cookie }), 'after-reload');
  });

  it('events reach an operator at once', async () => {
    const events = await behind.stream('/admin/v1/events', { headers: bearer('read') });
    await textWith(events, 'retry: 3000');
    const body = JSON.stringify({ id: 'evt-behind-proxy', type: 'alerts.triggered' });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex');
    const { status } = await behind.ask('/admin/v1/webhooks/alerts', {
      method: 'POST',
      headers: { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature },
      body,
      from: '127.0.0.22',
    });
    expect(status).toBe(200);
    await textWith(events, 'evt-behind-proxy');
  });

  it('S-106: only operators reach the admin side, and nobody a path that is not public', async () => {
    const statusOf = async (path: string, from: string) => (await behind.ask(path, { from })).status;
    const asked = ['/admin/v1/events', '/console/', '/metrics', '/healthz', '/other'];
    expect([
      await Promise.all(asked.map((path) => statusOf(path, '127.0.0.23'))),
      await statusOf('/admin/v1/events', '127.0.0.1'),
    ]).toEqual([[403, 403, 403, 404, 404], 401]);
  });

  it('limits count the address that a visitor connects from, whatever it claims', async () => {
    const status = async (from: string, claimed: string) => {
      const headers = { 'X-Forwarded-For': claimed };
      return (await behind.ask('/chat/sessions', { method: 'POST', headers, from })).status;
    };
    // Two relays in one process count by themselves, so ten pass at most.
    const statuses = [];
    for (let nth = 1; nth <= 11; nth++) statuses.push(await status('127.0.0.24', `10.0.0.${nth}`));
    expect([statuses.includes(429), await status('127.0.0.25', '127.0.0.24')]).toEqual([true, 201]);
    const refused = behind.records().filter(({ status }) => status === 429);
    expect(new Set(refused.map(({ client }) => client))).toEqual(new Set(['127.0.0.24']));
  });

  it(`a flood of creations ends at the ${floodEndsAt}`, async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => behind.ask('/chat/sessions', { method: 'POST', from: '127.0.0.26' })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    const ofProxy = refused.filter(({ headers }) => headers['x-request-id'] === undefined);
    expect([answers.length - refused.length <= 10, ofProxy.length > 0]).toEqual([
      true,
      floodEndsAt === 'proxy',
    ]);
  });

  it('files keep their cache headers, and HTTP/2 is spoken', async () => {
    const loader = await behind.ask('/widget.js');
    const again = await behind.ask('/widget.js', { headers: { 'If-None-Match': loader.headers.etag ?? '' } });
    const asset = await behind.askHttp2('/assets/panel-Ab_1.js');
    const config = await behind.askHttp2('/chat/config');
    expect([
      loader.headers['cache-control'],
      loader.headers['set-cookie'],
      again.status,
      asset['cache-control'],
      config[':status'],
      config['strict-transport-security'],
    ]).toEqual([
      'public, max-age=60',
      [expect.stringContaining('foyer-probe=1')],
      304,
      'public, max-age=31536000, immutable',
      200,
      loader.headers['strict-transport-security'],
    ]);
  });

  it(`calls and their socket ${isShared ? 'share' : 'do not share'} a connection of HTTP/2`, async () => {
    expect(await behind.talkHttp2()).toEqual(
      isShared ? { statuses: [200, 201, 200], socket: expect.stringContaining('EVENT_') } : undefined,
    );
  });

  // The last test, because it ends a relay.
  it('a relay that leaves closes its sockets with 1012, the other keeps its own, and every chat goes on', async () => {
    const before = [...behind.opened];
    const visitors = [];
    const isCarrying = (nth: 0 | 1) => behind.opened[nth] > (before[nth] ?? 0);
    for (let nth = 0; !isCarrying(0) || !isCarrying(1); nth++) {
      const session = await create(`127.0.1.${nth + 1}`);
      const open = await behind.openSocket(socketUrl(session.grant, 0), { Cookie: session.cookie });
      await chat(open, `before-${nth}`);
      visitors.push({ session, open, closed: once(open.socket, 'close') });
      // Two requests a visitor would bring every socket to the same relay.
      await behind.ask('/chat/config');
    }
    const left = behind.opened[0] - (before[0] ?? 0);
    await behind.relays[0]?.drain();
    await behind.relays[0]?.close();
    const statuses = [];
    for (let nth = 0; nth < 6; nth++) statuses.push((await behind.ask('/chat/config')).status);
    const codes: unknown[] = [];
    for (const [nth, { session, open, closed }] of visitors.entries()) {
      const isOpen = open.socket.readyState === open.socket.OPEN;
      if (!isOpen) codes.push((await closed)[0]);
      await chat(isOpen ? open : await comeBack(session), `after-${nth}`);
    }
    expect([statuses, codes]).toEqual([Array(6).fill(200), Array(left).fill(1012)]);
  });
});
