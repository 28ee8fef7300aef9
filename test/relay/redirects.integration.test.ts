import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_ENV, as } from './support/admin.ts';
import { useBench } from './support/bench.ts';
import { OPERATIONS } from './support/operations.ts';
import { restEnv, useRestHost } from './support/rest.ts';
import { text } from './support/upstream.ts';

const open = useBench();
const openHost = useRestHost();
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A host that is not configured. Counts connections. */
async function openTrap() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => server.close());
  const { port } = server.address() as { port: number };
  return { host: `127.0.0.1:${port}`, port, visits: () => visits };
}

/** Different spellings of the trap's address. */
const spellings = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://localhost:${port}/`,
  `http://platform@127.0.0.1:${port}/`,
  `\\\\127.0.0.1:${port}/`,
];

describe('hosts of the relay', () => {
  it.each([301, 302, 303, 307, 308])(
    'S-61: connects to no other host when the messaging host redirects with %i',
    async (status) => {
      const trap = await openTrap();
      const { call, upstream } = await open();
      for (const Location of spellings(trap.port)) {
        upstream.reply('access-token', text(status, '', { Location }));
        await call('/chat/sessions', { method: 'POST' });
        upstream.reply('sessions', text(status, '', { Location }));
        await call('/chat/sessions', { method: 'POST' });
      }
      expect(trap.visits()).toBe(0);
    },
  );

  it('S-61: connects to no other host when the messaging host redirects a handshake', async () => {
    const trap = await openTrap();
    const { call, upstream } = await open();
    const created = await call('/chat/sessions', { method: 'POST' });
    const { session_id } = created.json as { session_id: string };
    upstream.replySocket({ redirectTo: `ws://${trap.host}/ws` });
    const state = await call(`/chat/sessions/${session_id}`);
    expect([state.json, trap.visits()]).toEqual([{ state: 'unreachable' }, 0]);
  });

  it('S-61: connects to no other host when a REST host redirects any operation', async () => {
    const trap = await openTrap();
    const host = await openHost();
    const { call } = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
    for (const [nth, { path, method, body }] of OPERATIONS.entries()) {
      const all = spellings(trap.port);
      const Location = all[nth % all.length] ?? '';
      host.answer((response) => void response.writeHead(307, { Location }).end());
      await call(`/admin/v1${path}`, as('all', { method, body }));
    }
    expect(trap.visits()).toBe(0);
  });

  it('S-61: connects to no other host, whatever hosts a request names', async () => {
    const trap = await openTrap();
    const host = await openHost();
    const { call, raw } = await open({ env: { ...ADMIN_ENV, ...restEnv(host) } });
    const headers = {
      'X-Forwarded-Host': trap.host,
      'X-Forwarded-For': '127.0.0.1',
      'X-Original-URL': `http://${trap.host}/`,
      Forwarded: `host=${trap.host}`,
      Referer: `http://${trap.host}/`,
    };
    await call('/chat/sessions', { method: 'POST', headers, body: { platform: 'web', host: trap.host } });
    await raw(
      `POST http://${trap.host}/chat/sessions HTTP/1.1\r\nHost: ${trap.host}\r\nOrigin: https://shop.example.com\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    for (const url of spellings(trap.port)) {
      const query = new URLSearchParams({ base_url: url, agent_id: url, version: url });
      await call(`/admin/v1/conversations?${query}`, as('read', { headers }));
      await call(`/admin/v1/conversations/${encodeURIComponent(url)}`, as('read', { headers }));
      await call(
        '/admin/v1/webhook-endpoints',
        as('write', { method: 'POST', body: { name: 'x', url, event_types: ['alerts.triggered'] } }),
      );
    }
    expect(trap.visits()).toBe(0);
  });
});
