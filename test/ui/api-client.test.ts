import { describe, expect, it } from 'vitest';
import { nonEmpty, object } from '../../src/protocol/field-readers.ts';
import { createApiClient } from '../../src/ui/api-client.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createScriptedFetch } from './support/scripted-fetch.ts';

function setup() {
  const clock = createFakeClock();
  const { fetch, requests } = createScriptedFetch();
  return { clock, requests, ...createApiClient({ base: '/desk/', server: 'relay', clock, fetch }) };
}

const person = object({ name: nonEmpty });

describe('a call', () => {
  it('sends JSON, and reads the answer', async () => {
    const { requests, call, clock } = setup();
    const called = call('people', { method: 'POST', body: { name: 'Ada' }, answer: person });
    const { url, init, answer } = await requests.waitForNth(1);
    expect([url, init.method, init.headers, init.body]).toEqual([
      '/desk/people',
      'POST',
      { 'Content-Type': 'application/json' },
      '{"name":"Ada"}',
    ]);
    answer(Response.json({ name: 'Ada', more: 1 }));
    expect(await called).toEqual({ ok: true, value: { name: 'Ada' } });
    expect(clock.waiting()).toBe(0);
  });

  it('needs no body, neither of its own nor in the answer', async () => {
    const { requests, call } = setup();
    const called = call('people', { method: 'GET' });
    const { init, answer } = await requests.waitForNth(1);
    expect([init.method, init.headers, init.body]).toEqual(['GET', {}, undefined]);
    answer(new Response(null, { status: 204 }));
    expect(await called).toEqual({ ok: true, value: undefined });
  });

  it('sends the headers of a change unless the call only reads', async () => {
    const { fetch, requests } = createScriptedFetch();
    const headersOfChange = () => ({ 'X-Token': 't' });
    const options = { base: '/', server: 'relay', clock: createFakeClock(), fetch, headersOfChange };
    const { call } = createApiClient(options);
    for (const method of ['GET', 'DELETE'] as const) void call('people', { method });
    await requests.waitForNth(2);
    expect(
      [await requests.waitForNth(1), await requests.waitForNth(2)].map(({ init }) => init.headers),
    ).toEqual([{}, { 'X-Token': 't' }]);
  });

  it.each<[string, Response, object]>([
    [
      'a problem that says when to try again, and what the platform answered',
      Response.json(
        { title: 'Too many requests', upstream: { status: 429, error_id: 'e-7' } },
        { status: 429, headers: { 'Retry-After': '12' } },
      ),
      {
        status: 429,
        message: 'Too many requests. Try again in 12 s.',
        upstream: { status: 429, errorId: 'e-7' },
      },
    ],
    [
      'a problem document',
      Response.json(
        { title: 'Too many requests', detail: 'Try again in 2 seconds.', request_id: 'r-1' },
        { status: 429 },
      ),
      { status: 429, message: 'Too many requests. Try again in 2 seconds.', requestId: 'r-1' },
    ],
    [
      'a problem with fields',
      Response.json(
        { title: 'The request is invalid', errors: [{ field: 'ids.0', message: 'is required' }, 'ids'] },
        { status: 400 },
      ),
      {
        status: 400,
        message: 'The request is invalid.',
        errors: [{ field: 'ids.0', message: 'is required' }],
      },
    ],
    [
      'a problem without detail',
      Response.json({ title: 'The resource does not exist', request_id: 'r-1' }, { status: 404 }),
      { status: 404, message: 'The resource does not exist.', requestId: 'r-1' },
    ],
    [
      'an error of the embedded platform',
      Response.json({ message: 'Sign in at /desk first', errors: [] }, { status: 401 }),
      { status: 401, message: 'Sign in at /desk first.' },
    ],
    [
      'the page of a proxy',
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      { status: 502, message: 'The relay answered 502.' },
    ],
  ])('reports a refusal with the words of %s', async (_, response, error) => {
    const { requests, call } = setup();
    const called = call('people', { method: 'GET', answer: person });
    (await requests.waitForNth(1)).answer(response);
    expect(await called).toEqual({
      ok: false,
      error: { type: 'refused', requestId: undefined, errors: [], ...error },
    });
  });

  it.each([
    ['no JSON', new Response('<p>Hello</p>')],
    ['another answer', Response.json({ name: '' })],
  ])('fails with %s', async (_, response) => {
    const { requests, call } = setup();
    const called = call('people', { method: 'GET', answer: person });
    (await requests.waitForNth(1)).answer(response);
    expect(await called).toEqual({
      ok: false,
      error: { type: 'unreadable', message: 'The answer of the relay cannot be read.' },
    });
  });

  it('fails without a network', async () => {
    const { requests, call } = setup();
    const called = call('people', { method: 'GET' });
    (await requests.waitForNth(1)).fail();
    expect(await called).toEqual({
      ok: false,
      error: { type: 'unreachable', message: 'The relay cannot be reached.' },
    });
  });

  it('fails after 15 seconds without an answer', async () => {
    const { requests, call, clock } = setup();
    const called = call('people', { method: 'GET' });
    const { init } = await requests.waitForNth(1);
    clock.advance(14_999);
    expect(init.signal?.aborted).toBe(false);
    clock.advance(1);
    expect(await called).toEqual({
      ok: false,
      error: { type: 'timeout', message: 'The relay does not answer.' },
    });
  });

  it('ends when its caller gives it up', async () => {
    const { requests, call, clock } = setup();
    const leaving = new AbortController();
    const called = call('people', { method: 'GET', signal: leaving.signal });
    await requests.waitForNth(1);
    leaving.abort();
    expect(await called).toEqual({
      ok: false,
      error: { type: 'aborted', message: 'The call was given up.' },
    });
    expect(clock.waiting()).toBe(0);
  });
});
