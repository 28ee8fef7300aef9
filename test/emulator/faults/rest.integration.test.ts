import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import { envelopeError, messageError, onBase, onOutbound, onPlatform } from '../hosts/rest/rest-calls.ts';
import { newToken } from '../support/visitor.ts';
import { activeFaults, callControl, injectFaults, startWithFaults } from './control-client.ts';

const RULES = '/v1/alert-rules';
const BEHAVIOR = '/v1/agents/shop/branches/main/behavior';
const HANDOFF = '/v1/lumen-oak/shop/handoff_state?id=never';
const CALL = '/v1/outbound-calling/OUT-5d0c9bd8-1111-4000-8000-000000000000/status';

/** Status and body of a call without token and JSON. */
async function plain(emulator: Emulator, path = RULES) {
  const answer = await fetch(emulator.baseUrl + path, { headers: { 'X-API-KEY': emulator.baseKey } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

describe('a call that a fault refuses', () => {
  it('refuses a call in the error format of its route, and only at the named host', async () => {
    const { emulator } = await startWithFaults();
    const everywhere = [
      onBase(emulator)('GET', RULES),
      onBase(emulator)('GET', BEHAVIOR),
      onPlatform(emulator)('GET', HANDOFF),
      onOutbound(emulator)('GET', CALL),
    ];
    expect((await Promise.all(everywhere)).map(({ status }) => status)).toEqual([200, 200, 404, 404]);

    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'status', status: 503 });
    expect(await onBase(emulator)('GET', RULES)).toEqual(messageError(503, 'Service Unavailable'));
    expect(await onBase(emulator)('GET', BEHAVIOR)).toEqual(
      envelopeError(503, 'HTTP_503', 'Service Unavailable'),
    );
    expect((await onPlatform(emulator)('GET', HANDOFF)).status).toBe(404);

    await injectFaults(emulator, { on: 'rest', host: 'platform', do: 'status', status: 500, text: 'Broken' });
    expect(await onPlatform(emulator)('GET', HANDOFF)).toEqual({
      status: 500,
      body: { error_message: 'Broken' },
    });
    expect((await onOutbound(emulator)('GET', CALL)).status).toBe(404);

    await injectFaults(emulator, { on: 'rest', host: 'outbound', do: 'status', status: 502 });
    expect(await onOutbound(emulator)('GET', CALL)).toEqual({
      status: 502,
      body: { error: 'Bad Gateway', code: 'HTTP_502' },
    });
  });

  it('refuses calls with the method and path of the fault', async () => {
    const { emulator } = await startWithFaults();
    await injectFaults(
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

  it('refuses calls with the session of the fault in their path or query', async () => {
    const { emulator } = await startWithFaults();
    const notes = (id: string) => `/v1/agents/shop/conversations/${id}/note`;
    const [affected, spared] = ['chat/1', 'chat-2'];
    for (const host of ['base', 'platform'])
      await injectFaults(emulator, { on: 'rest', host, do: 'status', status: 503, sessionId: affected });
    const handoff = (id: string) => `/v1/lumen-oak/shop/handoff_state?id=${encodeURIComponent(id)}`;
    const statuses = [
      onBase(emulator)('GET', notes(encodeURIComponent(affected))),
      onBase(emulator)('GET', notes(spared)),
      onBase(emulator)('GET', RULES),
      onPlatform(emulator)('GET', handoff(affected)),
      onPlatform(emulator)('GET', handoff(spared)),
    ].map(async (answer) => (await answer).status);
    expect(await Promise.all(statuses)).toEqual([503, 405, 200, 503, 404]);

    await injectFaults(emulator, { on: 'rest', host: 'platform', do: 'html', sessionId: spared });
    const page = await fetch(emulator.platformUrl + handoff(spared));
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('can refuse the token call, with Retry-After', async () => {
    const { emulator } = await startWithFaults();
    const fault = { on: 'rest', host: 'messaging', path: '/api/v1/access-token', do: 'status', status: 500 };
    await injectFaults(emulator, { ...fault, retryAfterS: 4, count: 1 });
    const answer = await fetch(`${emulator.messagingUrl}/api/v1/access-token`, { method: 'POST' });
    const text = 'Internal Server Error';
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      500,
      '4',
      { error: text, message: text },
    ]);
    expect(await newToken(emulator)).toMatch(/./);
  });

  it('never refuses a call of the control API or the desk', async () => {
    const { emulator } = await startWithFaults();
    for (const what of [{ do: 'status', status: 500 }, { do: 'html' }, { do: 'reset' }])
      await injectFaults(emulator, { on: 'rest', host: 'messaging', ...what });
    for (const path of ['/desk', '/desk/events'])
      expect((await fetch(emulator.messagingUrl + path)).status).toBe(path === '/desk' ? 200 : 401);
    expect((await callControl(emulator, 'DELETE')).status).toBe(204);
    expect(await newToken(emulator)).toMatch(/./);
  });
});

describe('a call in transit', () => {
  it('answers a call with a web page, as a captive portal does', async () => {
    const { emulator } = await startWithFaults();
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'html', count: 1 });
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'html', status: 502, count: 1 });
    const page = { type: 'text/html; charset=utf-8', text: expect.stringMatching(/^<!doctype html>/) };
    expect([await plain(emulator), await plain(emulator), (await plain(emulator)).status]).toEqual([
      { status: 200, ...page },
      { status: 502, ...page },
      200,
    ]);
  });

  it('resets a call', async () => {
    const { emulator } = await startWithFaults();
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'reset', count: 1 });
    await expect(plain(emulator)).rejects.toThrow('fetch failed');
    expect((await plain(emulator)).status).toBe(200);
  });

  it('delays a call and then answers it normally', async () => {
    const { emulator, clock } = await startWithFaults();
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'slow', inMs: 3_000, count: 1 });
    const idle = clock.waiting();
    let isAnswered = false;
    const answer = plain(emulator).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => clock.waiting()).toBe(idle + 1);
    clock.advance(2_999);
    // Another call is answered meanwhile.
    expect((await plain(emulator)).status).toBe(200);
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect((await answer).status).toBe(200);
  });

  it('drops a delayed call when its client leaves', async () => {
    const { emulator, clock } = await startWithFaults();
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'slow', inMs: 60_000 });
    const idle = clock.waiting();
    const leaving = new AbortController();
    const call = fetch(emulator.baseUrl + RULES, { signal: leaving.signal });
    await expect.poll(() => clock.waiting()).toBe(idle + 1);
    leaving.abort();
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => clock.waiting()).toBe(idle);
  });

  it('can delay a call first and then refuse it', async () => {
    const { emulator, clock } = await startWithFaults();
    const base = { on: 'rest', host: 'base' };
    await injectFaults(emulator, { ...base, do: 'slow', inMs: 50 }, { ...base, do: 'status', status: 504 });
    const answer = plain(emulator);
    const idle = clock.waiting();
    await expect.poll(() => clock.waiting()).toBe(idle + 1);
    clock.advance(50);
    expect((await answer).status).toBe(504);
  });
});

describe('a throttle', () => {
  it('a throttle accepts some calls a minute, and tells the others when the next minute begins', async () => {
    const { emulator, clock } = await startWithFaults();
    await injectFaults(emulator, { on: 'rest', host: 'base', do: 'throttle', perMinute: 2 });
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
    expect(await activeFaults(emulator)).toEqual([expect.objectContaining({ do: 'throttle', applied: 3 })]);
  });
});
