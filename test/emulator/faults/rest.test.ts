import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { enveloped, onBase, onOutbound, onPlatform, refused } from '../rest/caller.ts';
import { newToken } from '../visitor.ts';
import { active, ask, faulty, order } from './order.ts';

const RULES = '/v1/alert-rules';
const BEHAVIOR = '/v1/agents/shop/branches/main/behavior';
const HANDOFF = '/v1/lumen-oak/shop/handoff_state?id=never';
const CALL = '/v1/outbound-calling/OUT-5d0c9bd8-1111-4000-8000-000000000000/status';

/** Status and body of a call that needs neither token nor JSON. */
async function plain(emulator: Emulator, path = RULES) {
  const answer = await fetch(emulator.baseUrl + path, { headers: { 'X-API-KEY': emulator.baseKey } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

describe('a call that meets a status', () => {
  it('is refused in the words of where it stands, at the host that was named only', async () => {
    const { emulator } = await faulty();
    const everywhere = [
      onBase(emulator)('GET', RULES),
      onBase(emulator)('GET', BEHAVIOR),
      onPlatform(emulator)('GET', HANDOFF),
      onOutbound(emulator)('GET', CALL),
    ];
    expect((await Promise.all(everywhere)).map(({ status }) => status)).toEqual([200, 200, 404, 404]);

    await order(emulator, { on: 'rest', host: 'base', do: 'status', status: 503 });
    expect(await onBase(emulator)('GET', RULES)).toEqual(refused(503, 'Service Unavailable'));
    expect(await onBase(emulator)('GET', BEHAVIOR)).toEqual(
      enveloped(503, 'HTTP_503', 'Service Unavailable'),
    );
    expect((await onPlatform(emulator)('GET', HANDOFF)).status).toBe(404);

    await order(emulator, { on: 'rest', host: 'platform', do: 'status', status: 500, text: 'Broken' });
    expect(await onPlatform(emulator)('GET', HANDOFF)).toEqual({
      status: 500,
      body: { error_message: 'Broken' },
    });
    expect((await onOutbound(emulator)('GET', CALL)).status).toBe(404);

    await order(emulator, { on: 'rest', host: 'outbound', do: 'status', status: 502 });
    expect(await onOutbound(emulator)('GET', CALL)).toEqual({
      status: 502,
      body: { error: 'Bad Gateway', code: 'HTTP_502' },
    });
  });

  it('is one of the method and path that were named', async () => {
    const { emulator } = await faulty();
    await order(
      emulator,
      { on: 'rest', host: 'base', do: 'status', status: 500, path: '/v1/agents/*/branches/*/behavior' },
      { on: 'rest', host: 'base', do: 'status', status: 501, method: 'POST' },
    );
    const statuses = [
      onBase(emulator)('GET', BEHAVIOR),
      onBase(emulator)('GET', RULES),
      onBase(emulator)('POST', RULES, {}),
    ].map(async (answer) => (await answer).status);
    expect(await Promise.all(statuses)).toEqual([500, 200, 501]);
  });

  it('is one that names the session that was meant, in its path or in its query', async () => {
    const { emulator } = await faulty();
    const notes = (id: string) => `/v1/agents/shop/conversations/${id}/note`;
    const [struck, spared] = ['chat/1', 'chat-2'];
    for (const host of ['base', 'platform'])
      await order(emulator, { on: 'rest', host, do: 'status', status: 503, sessionId: struck });
    const handoff = (id: string) => `/v1/lumen-oak/shop/handoff_state?id=${encodeURIComponent(id)}`;
    const statuses = [
      onBase(emulator)('GET', notes(encodeURIComponent(struck))),
      onBase(emulator)('GET', notes(spared)),
      onBase(emulator)('GET', RULES),
      onPlatform(emulator)('GET', handoff(struck)),
      onPlatform(emulator)('GET', handoff(spared)),
    ].map(async (answer) => (await answer).status);
    expect(await Promise.all(statuses)).toEqual([503, 405, 200, 503, 404]);

    await order(emulator, { on: 'rest', host: 'platform', do: 'html', sessionId: spared });
    const page = await fetch(emulator.platformUrl + handoff(spared));
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('can be one for a token, and says when to come back', async () => {
    const { emulator } = await faulty();
    const fault = { on: 'rest', host: 'messaging', path: '/api/v1/access-token', do: 'status', status: 500 };
    await order(emulator, { ...fault, retryAfterS: 4, count: 1 });
    const answer = await fetch(`${emulator.messagingUrl}/api/v1/access-token`, { method: 'POST' });
    const text = 'Internal Server Error';
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      500,
      '4',
      { error: text, message: text },
    ]);
    expect(await newToken(emulator)).toMatch(/./);
  });

  it('is never one to the control API, nor to the desk', async () => {
    const { emulator } = await faulty();
    for (const what of [{ do: 'status', status: 500 }, { do: 'html' }, { do: 'reset' }])
      await order(emulator, { on: 'rest', host: 'messaging', ...what });
    for (const path of ['/desk', '/desk/events'])
      expect((await fetch(emulator.messagingUrl + path)).status).toBe(path === '/desk' ? 200 : 401);
    expect((await ask(emulator, 'DELETE')).status).toBe(204);
    expect(await newToken(emulator)).toMatch(/./);
  });
});

describe('a call on its way', () => {
  it('is answered with a web page by somebody else, as a captive portal does', async () => {
    const { emulator } = await faulty();
    await order(emulator, { on: 'rest', host: 'base', do: 'html', count: 1 });
    await order(emulator, { on: 'rest', host: 'base', do: 'html', status: 502, count: 1 });
    const page = { type: 'text/html; charset=utf-8', text: expect.stringMatching(/^<!doctype html>/) };
    expect([await plain(emulator), await plain(emulator), (await plain(emulator)).status]).toEqual([
      { status: 200, ...page },
      { status: 502, ...page },
      200,
    ]);
  });

  it('is reset', async () => {
    const { emulator } = await faulty();
    await order(emulator, { on: 'rest', host: 'base', do: 'reset', count: 1 });
    await expect(plain(emulator)).rejects.toThrow('fetch failed');
    expect((await plain(emulator)).status).toBe(200);
  });

  it('is slow, and answered as ever when the time has come', async () => {
    const { emulator, clock } = await faulty();
    await order(emulator, { on: 'rest', host: 'base', do: 'slow', inMs: 3_000, count: 1 });
    const idle = clock.waiting();
    let isAnswered = false;
    const answer = plain(emulator).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => clock.waiting()).toBe(idle + 1);
    clock.advance(2_999);
    // A whole call has come and gone meanwhile.
    expect((await plain(emulator)).status).toBe(200);
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  it('waits for nobody who has gone', async () => {
    const { emulator, clock } = await faulty();
    await order(emulator, { on: 'rest', host: 'base', do: 'slow', inMs: 60_000 });
    const idle = clock.waiting();
    const leaving = new AbortController();
    const call = fetch(emulator.baseUrl + RULES, { signal: leaving.signal });
    await expect.poll(() => clock.waiting()).toBe(idle + 1);
    leaving.abort();
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => clock.waiting()).toBe(idle);
  });

  it('may be slow first and refused then', async () => {
    const { emulator, clock } = await faulty();
    const base = { on: 'rest', host: 'base' };
    await order(emulator, { ...base, do: 'slow', inMs: 50 }, { ...base, do: 'status', status: 504 });
    const answer = plain(emulator);
    const idle = clock.waiting();
    await expect.poll(() => clock.waiting()).toBe(idle + 1);
    clock.advance(50);
    expect((await answer).status).toBe(504);
  });
});

describe('a throttle', () => {
  it('lets so many calls through in a minute, and tells the others when the next one begins', async () => {
    const { emulator, clock } = await faulty();
    await order(emulator, { on: 'rest', host: 'base', do: 'throttle', perMinute: 2 });
    const call = async () => {
      const { status, headers } = await fetch(emulator.baseUrl + RULES, {
        headers: { 'X-API-KEY': emulator.baseKey },
      });
      return [status, headers.get('retry-after')];
    };
    expect([await call(), await call(), await call()]).toEqual([
      [200, null],
      [200, null],
      [429, '60'],
    ]);
    clock.advance(45_500);
    expect(await call()).toEqual([429, '15']);
    clock.advance(14_500);
    expect([await call(), await call(), await call()]).toEqual([
      [200, null],
      [200, null],
      [429, '60'],
    ]);
    expect(await active(emulator)).toEqual([expect.objectContaining({ do: 'throttle', struck: 3 })]);
  });
});
