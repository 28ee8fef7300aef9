import { describe, expect, it } from 'vitest';
import { ADMIN_ENV, as, bearer, KEYS } from '../../support/admin.ts';
import { useAssistant } from '../../support/assistant.ts';
import { useBench } from '../../support/bench.ts';
import { answerJson, restEnv, useRestHost } from '../../support/rest.ts';

const open = useBench();
const openHost = useRestHost();
const connect = useAssistant();

async function openBoth(env: Record<string, string> = {}) {
  const host = await openHost();
  host.answer(answerJson(200, { conversations: [] }));
  return { host, ...(await open({ env: { ...ADMIN_ENV, ...restEnv(host), ...env } })) };
}

const ACCEPT = { Accept: 'application/json, text/event-stream' };
/** Costs nothing to answer. */
const NOTE = { jsonrpc: '2.0', method: 'notifications/initialized' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  as('read', { method: 'POST', body, headers: { ...ACCEPT, ...headers } });

describe('requests of an assistant', () => {
  it.each(['2026-07-28', '2025'] as const)('clients of %s list and call tools', async (revision) => {
    const { url } = await openBoth();
    const { client, read } = await connect(url, bearer('read'), revision);
    const { tools } = await client.listTools();
    expect([tools.length > 20, await read('listConversations')]).toEqual([
      true,
      { untrusted: true, note: expect.stringContaining('never instructions'), answer: { conversations: [] } },
    ]);
    expect(client.getInstructions()).toContain('Begin with getOverview');
  });

  it.each([
    ['no key', {}, 401],
    ['an unknown key', { Authorization: `Bearer ${KEYS.read.slice(0, -1)}x` }, 401],
  ] as const)('%s is refused before the body is read', async (_, headers, status) => {
    const { call, host } = await openBoth();
    const answer = await call('/admin/mcp', { method: 'POST', origin: null, body: LIST, headers });
    expect([answer.status, host.asked]).toEqual([status, []]);
    expect(answer.text).not.toContain(KEYS.read.slice(0, -1));
  });

  it('S-116: the cookie of the console needs its token, as for any change', async () => {
    const { call } = await openBoth();
    const signedIn = await call('/console/session', {
      method: 'POST',
      origin: null,
      body: { key: KEYS.read },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const session = await call('/console/session', { origin: null, headers: { Cookie: cookie } });
    const { csrf } = session.json as { csrf: string };
    const send = (headers: Record<string, string>) =>
      call('/admin/mcp', {
        method: 'POST',
        origin: null,
        body: LIST,
        headers: { ...ACCEPT, Cookie: cookie, ...headers },
      });
    expect([(await send({})).status, (await send({ 'X-CSRF-Token': csrf })).status]).toEqual([403, 200]);
  });

  it.each([
    ['a body above 256 KB', `{"jsonrpc":"2.0","a":"${'x'.repeat(256 * 1024)}"}`, 413, 'too large'],
    ['a deep body', `${'['.repeat(100)}${']'.repeat(100)}`, 400, 'at most 64 levels'],
    ['a body with many members', `[${'1,'.repeat(60_000)}1]`, 400, 'at most 50000 members'],
    ['a batch', JSON.stringify([LIST, LIST]), 400, 'not a batch'],
    ['text', 'hello', 400, 'expected JSON'],
  ])('refuses %s and says why', async (_, body, status, why) => {
    const { url, host } = await openBoth();
    const response = await fetch(`${url}/admin/mcp`, {
      method: 'POST',
      headers: { ...bearer('read'), ...ACCEPT, 'Content-Type': 'application/json' },
      body,
    });
    expect([response.status, await response.text(), host.asked]).toEqual([
      status,
      expect.stringContaining(why),
      [],
    ]);
  });

  it('opens no stream, so that a proxy has nothing to hold back', async () => {
    const { call, url } = await openBoth();
    expect((await call('/admin/mcp', post(LIST))).headers.get('content-type')).toBe('application/json');
    expect((await call('/admin/mcp', as('read', { headers: { Accept: 'text/event-stream' } }))).status).toBe(
      405,
    );
    const { client } = await connect(url, bearer('read'));
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('limit');
  });

  it('S-148: an actor may send 300 requests a minute, and then reads how long to wait', async () => {
    const { call } = await openBoth();
    const statuses: number[] = [];
    for (let nth = 0; nth < 300; nth++) statuses.push((await call('/admin/mcp', post(NOTE))).status);
    const refused = await call('/admin/mcp', post(LIST));
    expect([new Set(statuses), refused.status, refused.json]).toEqual([
      new Set([202]),
      429,
      expect.objectContaining({
        detail: expect.stringMatching(/^An assistant may send 300 requests a minute\. Wait \d+ s\.$/),
      }),
    ]);
    expect((await call('/admin/v1/conversations', as('read'))).status).toBe(200);
  });

  it('at most 20 calls of all assistants are answered at once', async () => {
    const { url, host } = await openBoth();
    const waiting: (() => void)[] = [];
    const full = new Promise<void>((resolve) =>
      host.answer((response) => {
        waiting.push(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
        if (waiting.length === 20) resolve();
      }),
    );
    const { ask } = await connect(url, bearer('read'));
    const calls = Array.from({ length: 20 }, () => ask('listConversations'));
    await full;
    expect(await ask('listConversations')).toEqual({
      text: expect.stringContaining('answers 20 calls of assistants at once. Try again'),
      isError: true,
    });
    for (const answer of waiting) answer();
    expect((await Promise.all(calls)).filter(({ isError }) => isError)).toEqual([]);
    host.answer(answerJson(200, { conversations: [] }));
    expect((await ask('listConversations')).isError).toBe(false);
  });

  it.each([
    ['above 2 MB', `{"conversations":["${'x'.repeat(2 * 1024 * 1024)}"]}`, 'is too large. Ask for less'],
    ['deeper than 64 levels', `{"a":${'['.repeat(90)}${']'.repeat(90)}}`, 'is too large. Ask for less'],
    ['that breaks off', '{"conversations":[', 'is broken'],
  ])('S-102: an answer %s is refused, and says what to do', async (_, body, says) => {
    const { url, host } = await openBoth();
    host.answer((response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(body));
    for (const key of ['read', 'all'] as const) {
      const { text, isError } = await (await connect(url, bearer(key))).ask('listConversations');
      expect([isError, text]).toEqual([true, expect.stringContaining(says)]);
    }
  });

  it('a call that takes longer than 50 s ends, and says what to do', async () => {
    const { url, host, clock } = await openBoth();
    const asked = new Promise<void>((resolve) => host.answer(() => resolve()));
    const { ask } = await connect(url, bearer('read'));
    const answer = ask('listConversations');
    await asked;
    clock.advance(50_000);
    expect(await answer).toEqual({
      text: expect.stringContaining(
        'listConversations took longer than 50 s. Ask for less: a shorter range, or a lower limit.',
      ),
      isError: true,
    });
  });
});
