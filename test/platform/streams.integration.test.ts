import { describe, expect, it } from 'vitest';
import type { AnswerStream } from '../../src/platform/answer-stream.ts';
import { createBaseClient } from '../../src/platform/client.ts';
import { agentConversations } from '../../src/platform/data-api.ts';
import { handoffState } from '../../src/platform/handoff-state.ts';
import { json, type Reply, text } from '../relay/support/upstream.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { clientsOf, KEY } from './support/contract.ts';
import { type FakeHost, useFakeHost } from './support/fake-host.ts';

const params = { conversation_id: 'CA0001' };
const WAV = Buffer.from(Array.from({ length: 64 }, (_, nth) => nth));

/** A recording whose parts a test sends one by one. */
function recording() {
  const parts: ((part: Buffer | 'end' | 'reset') => void)[] = [];
  let isGone: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    isGone = resolve;
  });
  const reply: Reply = (response) => {
    response.on('close', () => isGone());
    response.writeHead(200, { 'Content-Type': 'audio/wav' }).flushHeaders();
    parts.push((part) => {
      if (part === 'end') response.end();
      else if (part === 'reset') response.socket?.resetAndDestroy();
      else response.write(part);
    });
  };
  return { reply, gone, send: (part: Buffer | 'end' | 'reset') => parts[0]?.(part) };
}

function opened(
  result: { ok: true; value: AnswerStream } | { ok: false; error: { code: string } },
): AnswerStream {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const bytesOf = async ({ body }: AnswerStream) => Buffer.from(await new Response(body).arrayBuffer());

//
describe('a recording', () => {
  const open = useFakeHost();
  const stream = (host: FakeHost, input: object = {}) =>
    clientsOf(host).base.stream(agentConversations.audio, { params, ...input });

  it('requests a recording uncompressed, and returns it unchanged with the headers of its body only', async () => {
    const host = await open();
    host.reply((response) => {
      const headers = {
        'Content-Type': 'audio/wav',
        'Content-Length': '64',
        'Accept-Ranges': 'bytes',
        Server: 'inner/1',
      };
      response.writeHead(200, headers).end(WAV);
    });
    const answer = opened(await stream(host, { query: { direction: 'agent', redacted: 'true' } }));
    expect({ ...answer, body: await bytesOf(answer) }).toEqual({
      status: 200,
      headers: { 'content-type': 'audio/wav', 'content-length': '64', 'accept-ranges': 'bytes' },
      body: WAV,
    });
    const { path, headers } = host.received[0] ?? {};
    expect(path).toBe('/v1/agents/agent-1/conversations/CA0001/audio?direction=agent&redacted=true');
    expect([headers?.accept, headers?.['accept-encoding'], headers?.range]).toEqual([
      'audio/wav',
      'identity',
      undefined,
    ]);
  });

  it('returns a part of a recording when a range is requested', async () => {
    const host = await open();
    host.reply((response, { headers }) => {
      expect(headers.range).toBe('bytes=16-31');
      const answer = {
        'Content-Type': 'audio/wav',
        'Content-Range': 'bytes 16-31/64',
        'Content-Length': '16',
      };
      response.writeHead(206, answer).end(WAV.subarray(16, 32));
    });
    const answer = opened(await stream(host, { headers: { range: 'bytes=16-31' } }));
    expect({ ...answer, body: await bytesOf(answer) }).toEqual({
      status: 206,
      headers: { 'content-type': 'audio/wav', 'content-length': '16', 'content-range': 'bytes 16-31/64' },
      body: WAV.subarray(16, 32),
    });
  });

  it.each([
    ['a range outside the recording', json(416, {}), 'RANGE_NOT_SATISFIABLE', 416],
    [
      'a missing recording',
      json(404, { error_code: 'CONVERSATIONS_RECORDING_NOT_FOUND' }),
      'CONVERSATIONS_RECORDING_NOT_FOUND',
      404,
    ],
    [
      'an HTML page',
      text(200, '<h1>Sign in</h1>', { 'Content-Type': 'text/html' }),
      'UNEXPECTED_ANSWER',
      502,
    ],
  ])('returns an error for %s', async (_, reply, code, status) => {
    const host = await open();
    host.reply(reply);
    expect(await stream(host)).toMatchObject({ ok: false, error: { code, status } });
  });

  it('forwards a recording while it arrives', async () => {
    const host = await open();
    const { reply, send } = recording();
    host.reply(reply);
    const reader = opened(await stream(host)).body.getReader();
    for (const part of [WAV.subarray(0, 8), WAV.subarray(8, 9)]) {
      send(part);
      expect(Buffer.from((await reader.read()).value ?? [])).toEqual(part);
    }
    send('end');
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('errors with an AnswerStreamError without an address when it ends early', async () => {
    const host = await open();
    const { reply, send } = recording();
    host.reply(reply);
    const reader = opened(await stream(host)).body.getReader();
    send(WAV);
    await reader.read();
    send('reset');
    await expect(reader.read()).rejects.toMatchObject({
      name: 'AnswerStreamError',
      message: 'The answer of the platform is incomplete',
      error: { code: 'BROKEN_ANSWER', status: 502 },
    });
  });

  it('errors with TIMEOUT when it stalls for 30 s while a read is pending', async () => {
    const host = await open();
    const { reply, send, gone } = recording();
    host.reply(reply);
    const clock = createFakeClock();
    const base = createBaseClient({ url: host.url, key: KEY, agentId: 'agent-1' }, { clock });
    const reader = opened(await base.stream(agentConversations.audio, { params })).body.getReader();
    // Nothing is read ahead, so no time-out runs.
    expect(clock.waiting()).toBe(0);
    send(WAV);
    await reader.read();
    // A slow reader does not count as a stall.
    clock.advance(600_000);
    const pending = reader.read();
    await new Promise<void>((resolve) => setImmediate(resolve));
    clock.advance(29_999);
    expect(clock.waiting()).toBe(1);
    clock.advance(1);
    await expect(pending).rejects.toMatchObject({ error: { code: 'TIMEOUT' } });
    await gone;
    expect(clock.waiting()).toBe(0);
  });

  it('errors with ABORTED when the call is aborted after it began, and closes the connection', async () => {
    const host = await open();
    const { reply, send, gone } = recording();
    host.reply(reply);
    const stop = new AbortController();
    const answer = opened(
      await clientsOf(host).base.stream(agentConversations.audio, { params }, { signal: stop.signal }),
    );
    send(WAV);
    const reader = answer.body.getReader();
    await reader.read();
    const pending = reader.read();
    stop.abort();
    await expect(pending).rejects.toMatchObject({ error: { code: 'ABORTED' } });
    await gone;
  });

  it('closes the connection when its reader cancels', async () => {
    const host = await open();
    const { reply, send, gone } = recording();
    host.reply(reply);
    const answer = opened(await stream(host));
    send(WAV);
    await answer.body.cancel();
    await gone;
  });
});

describe('an answer as a stream', () => {
  const open = useFakeHost();

  it('streams an answer byte for byte, even numbers that a JSON parser changes', async () => {
    const host = await open();
    const state = '{"id":"c","data":{"n":12345678901234567890, "__proto__":{"a":1},"text":"\\u00e9 "}}';
    host.reply(text(200, state, { 'Content-Type': 'application/json' }));
    const { platform } = clientsOf(host);
    const input = { query: { id: 'c' } };
    expect((await bytesOf(opened(await platform.stream(handoffState.get, input)))).toString()).toBe(state);
    const parsed = await platform.call(handoffState.get, input);
    expect(JSON.stringify(parsed.ok && parsed.value)).toBe(JSON.stringify(JSON.parse(state)));
  });

  it('a streamed answer has no content-length when it was compressed', async () => {
    const fetch = async () =>
      new Response('{}', {
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Content-Length': '22' },
      });
    const base = createBaseClient({ url: 'http://127.0.0.1:1', key: KEY, agentId: 'a' }, { fetch });
    const answer = opened(await base.stream(agentConversations.list, {}));
    expect(answer.headers).toEqual({ 'content-type': 'application/json' });
  });
});
