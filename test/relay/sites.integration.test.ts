import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BOOKS, TOYS, useTwoSites } from './support/two-sites.ts';

describe('a relay for two sites', () => {
  const startTwoSites = useTwoSites();

  it('asks the platform of the origin’s site, with its token and for its host', async () => {
    const { books, toys, create } = await startTwoSites();
    const grants = [await create(BOOKS), await create(TOYS)];
    const asked = [books, toys].map(({ received: [first] }) => [
      first?.headers['x-token'],
      first?.headers['x-host'],
    ]);
    expect({ asked, tokens: grants.map(({ access_token }) => access_token) }).toEqual({
      asked: [
        ['connector-token-of-books', 'books.example'],
        ['connector-token-of-toys', 'toys.example'],
      ],
      tokens: ['token-books-1', 'token-toys-1'],
    });
  });

  it.each(['POST /resume', 'GET ', 'DELETE '])(
    'a session is unknown at the other site: %s',
    async (request) => {
      const { call, create } = await startTwoSites();
      const { session_id } = await create(BOOKS);
      const [method, path = ''] = request.split(' ');
      const answer = await call(TOYS, `/chat/sessions/${session_id}${path}`, method);
      const own = await call(BOOKS, `/chat/sessions/${session_id}/resume`, 'POST');
      expect([answer.status, await answer.json(), own.status]).toMatchObject([
        404,
        { code: 'session_unknown' },
        200,
      ]);
    },
  );

  it('keeps sessions with the same id apart', async () => {
    const { call, create } = await startTwoSites();
    const [{ session_id: ofBooks }, { session_id: ofToys }] = [await create(BOOKS), await create(TOYS)];
    const resumed = await Promise.all(
      [BOOKS, TOYS].map(async (origin) => {
        const answer = await call(origin, `/chat/sessions/${ofBooks}/resume`, 'POST');
        return ((await answer.json()) as { access_token: string }).access_token;
      }),
    );
    expect([ofToys, resumed]).toEqual([ofBooks, ['token-books-1', 'token-toys-1']]);
  });

  it('each site has its own configuration, and the script that both load has none', async () => {
    const { call } = await startTwoSites();
    const script = await (await call(BOOKS, '/widget.js')).text();
    const configs = await Promise.all(
      [BOOKS, TOYS].map(async (origin) => (await call(origin, '/chat/config')).json()),
    );
    expect([...configs, script]).toMatchObject([
      { header: { text: 'books' } },
      { header: { text: 'toys' } },
      'void 0;',
    ]);
  });

  it('counts the limits of each site separately', async () => {
    const limit = { FOYER_LIMIT_CREATE_PER_ADDRESS: 1 };
    const { call } = await startTwoSites({ books: limit, toys: { FOYER_LIMIT_CREATE_PER_ADDRESS: 2 } });
    const statuses: number[] = [];
    for (const origin of [BOOKS, TOYS, BOOKS, TOYS, TOYS])
      statuses.push((await call(origin, '/chat/sessions', 'POST')).status);
    expect(statuses).toEqual([201, 201, 429, 201, 429]);
  });

  it('opens a socket at the platform of the origin’s site only', async () => {
    const { books, toys, create } = await startTwoSites({ env: { FOYER_SOCKET: 'proxy' } });
    const handshake = async (origin: string) => {
      const { websocket_url, session_id, access_token } = await create(BOOKS);
      const url = `${websocket_url}?session_id=${session_id}&access_token=${access_token}`;
      const socket = new WebSocket(url, { origin });
      return new Promise<number>((resolve) => {
        socket.on('unexpected-response', (_, response) => {
          resolve(response.statusCode ?? 0);
          socket.terminate();
        });
        socket.on('error', () => {});
        socket.on('open', () => {
          resolve(101);
          socket.terminate();
        });
      });
    };
    const statuses = [await handshake(BOOKS), await handshake(TOYS)];
    expect([statuses, books.accepted.length, toys.accepted.length]).toEqual([[101, 401], 1, 0]);
  });

  it('binds sessions with the same id by cookies of different names', async () => {
    const bound = { FOYER_RESUME_BINDING: 'required' };
    const { call } = await startTwoSites({ books: bound, toys: bound });
    const cookies = await Promise.all(
      [BOOKS, TOYS].map(async (origin) => {
        const [cookie = ''] = (await call(origin, '/chat/sessions', 'POST')).headers.getSetCookie();
        return cookie.split('=', 1)[0];
      }),
    );
    expect([cookies.every((it) => it?.startsWith('__Host-foyer-')), new Set(cookies).size]).toEqual([
      true,
      2,
    ]);
  });

  it('refuses a page of no site', async () => {
    const { call } = await startTwoSites();
    const answers = await Promise.all([
      call('https://music.example', '/chat/sessions', 'POST'),
      call('https://music.example', '/chat/origin-check'),
    ]);
    expect(await Promise.all(answers.map((it) => it.json()))).toMatchObject([
      { code: 'origin_not_allowed' },
      { allowed: false, origin: 'https://music.example' },
    ]);
  });
});

describe('the iframe pages of two sites', () => {
  const startTwoSites = useTwoSites();
  const ownHosts = {
    books: { FOYER_PUBLIC_URL: 'https://chat.books.example' },
    toys: { FOYER_PUBLIC_URL: 'https://chat.toys.example' },
  };

  it.each(['books', 'toys'])(
    'the iframe pages of two sites are at the hosts of the sites: %s',
    async (name) => {
      const { at } = await startTwoSites(ownHosts);
      const host = `chat.${name}.example`;
      const page = await at(host, 'GET /frame');
      const created = await at(host, 'POST /chat/sessions', {
        Origin: `https://${host}`,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Length': '0',
      });
      expect({
        title: /<title>(.*)<\/title>/.exec(page)?.[1],
        framedBy: /frame-ancestors ([^;]*)/.exec(page)?.[1],
        token: /"access_token":"([^"]*)"/.exec(created)?.[1],
      }).toEqual({ title: name, framedBy: `https://${name}.example`, token: `token-${name}-1` });
    },
  );

  it('there is no iframe page at a host that the sites share, and the answer says why', async () => {
    const { call } = await startTwoSites();
    expect(await (await call('https://music.example', '/frame')).json()).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('FOYER_PUBLIC_URL'),
    });
  });

  it('the host of a site admits no page of the other site', async () => {
    const { at } = await startTwoSites(ownHosts);
    const post = (host: string) => at(host, 'POST /chat/sessions', { Origin: TOYS, 'Content-Length': '0' });
    const answers = [await post('chat.books.example'), await post('chat.toys.example')];
    expect(answers.map((it) => Number(/^HTTP\/1\.1 (\d+)/.exec(it)?.[1]))).toEqual([421, 201]);
  });
});
