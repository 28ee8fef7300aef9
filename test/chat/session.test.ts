import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  createChatHarness,
  GRANT,
  sessionStart,
  wireEvent,
} from '../support/chat-harness.ts';

const END = 'EVENT_TYPE_USER_END_SESSION';

/** Answers of the relay in order; the last one is repeated. */
const scripted = (
  ...answers: ('hang' | 'refuse' | { status: number; body?: unknown; headers?: Record<string, string> })[]
) => {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)] ?? 'refuse';
};

describe('the session', () => {
  it('M-12.18: resumes the session after a reload: same id, whole history, no new session', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const socket = await harness.connect();
    socket.receiveBatch(
      sessionStart(),
      agentJoined(2),
      wireEvent('USER_MESSAGE', 3, { text: 'Hi', message_id: 'u3' }),
      agentMessage(4, 'Hello'),
    );
    await harness.advance(300);
    expect({
      lines: harness.lines(),
      calls: harness.calls,
      cursor: socket.url.searchParams.get('cursor'),
    }).toEqual({
      lines: ['user: Hi [sent]', 'agent: Hello'],
      calls: ['POST /chat/sessions/session-1/resume'],
      cursor: null,
    });
  });

  it.each([404, 410])('creates a new session when the stored one is gone (%i)', async (status) => {
    const harness = createChatHarness({
      stored: 'old',
      answers: (call) =>
        call.endsWith('/resume')
          ? { status, body: { code: 'session_unknown' } }
          : { status: 201, body: GRANT },
    });
    await harness.connect();
    expect({ calls: harness.calls, stored: harness.stored.id }).toEqual({
      calls: ['POST /chat/sessions/old/resume', 'POST /chat/sessions'],
      stored: 'session-1',
    });
  });

  it.each([
    [401, {}],
    [403, { code: 'origin_not_allowed' }],
    [502, { code: 'configuration' }],
    [400, { code: 'invalid_request' }],
  ])('treats %i %o as a configuration error, and never retries', async (status, body) => {
    const harness = createChatHarness({ answers: scripted({ status, body }) });
    harness.chat.start();
    await harness.advance(120_000);
    expect({
      calls: harness.calls.length,
      status: harness.chat.connection.value,
      trouble: harness.chat.trouble.value,
    }).toEqual({
      calls: 1,
      status: 'failed',
      trouble: { code: 'configuration', detail: (body as { code: string }).code, canRetry: false },
    });
  });

  it.each([
    ['an HTML page', { status: 200, body: '<html>login</html>' }],
    ['half of its JSON', { status: 200, body: '{"session_id":' }],
    ['no session id', { status: 200, body: { access_token: 'x' } }],
    ['a server error', { status: 500, body: {} }],
    ['nothing: the connection is refused', 'refuse' as const],
  ])('M-14.10: calls the relay again when it answers with %s', async (_, answer) => {
    const harness = createChatHarness({ answers: scripted(answer, { status: 201, body: GRANT }) });
    harness.chat.start();
    await harness.advance(999);
    expect(harness.calls.length).toBe(1);
    await harness.advance(1);
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart());
    expect({ calls: harness.calls.length, status: harness.chat.connection.value }).toEqual({
      calls: 2,
      status: 'online',
    });
  });

  it('M-14.10: gives up after four calls of 10 s each without an answer', async () => {
    const harness = createChatHarness({ answers: scripted('hang') });
    harness.chat.start();
    await harness.advance(10_000);
    expect(harness.calls.length).toBe(1);
    await harness.advance(60_000);
    expect({ calls: harness.calls.length, status: harness.chat.connection.value }).toEqual({
      calls: 4,
      status: 'failed',
    });
  });

  it.each([
    ['Mon, 02 Nov 2026 09:00:05 GMT', 5_000],
    ['86400', 30_000],
    ['-3', 1_000],
    ['rubbish', 5_000],
    ['7', 7_000],
  ])('M-14.9: waits for Retry-After: %s, limited to 1–30 s', async (header, waitMs) => {
    const harness = createChatHarness({
      answers: scripted({ status: 429, headers: { 'Retry-After': header } }, { status: 201, body: GRANT }),
    });
    harness.chat.start();
    await harness.advance(waitMs - 1);
    expect(harness.calls.length).toBe(1);
    await harness.advance(1);
    expect(harness.calls.length).toBe(2);
  });

  it('M-14.10: counts an address without a relay as a failed call', async () => {
    const harness = createChatHarness({
      answers: (call) => (call.startsWith('POST') ? { status: 404 } : undefined),
    });
    harness.chat.start();
    await harness.advance(60_000);
    expect({ calls: harness.calls, trouble: harness.chat.trouble.value }).toEqual({
      calls: Array(4).fill('POST /chat/sessions'),
      trouble: { code: 'unreachable', canRetry: true },
    });
  });

  it('M-12.4: calls the relay once a minute while the browser is offline, and at once when it is online', async () => {
    const harness = createChatHarness({ answers: () => 'refuse' });
    harness.changeNetwork('offline');
    harness.chat.start();
    const atOnce = harness.calls.length;
    await harness.advance(59_999);
    const before = harness.calls.length;
    await harness.advance(540_001);
    const after = { calls: harness.calls.length, status: harness.chat.connection.value };
    harness.changeNetwork('online');
    expect({ atOnce, before, after, calls: harness.calls.length }).toEqual({
      atOnce: 1,
      before: 1,
      after: { calls: 11, status: 'offline' },
      calls: 12,
    });
  });

  it('M-12.4: works in a browser that always says that it is offline', async () => {
    const harness = createChatHarness();
    harness.changeNetwork('offline');
    await harness.connectAndJoin();
    harness.becomeVisible();
    expect({ status: harness.chat.connection.value, sockets: harness.sockets.length }).toEqual({
      status: 'online',
      sockets: 1,
    });
  });

  it.each([
    ['a busy relay', { status: 503, headers: { 'Retry-After': '5' }, body: { code: 'busy' } }, 2],
    ['no answer', 'refuse' as const, 1],
  ])(
    'M-12.4: with %s: makes %3$i calls in 5 s while the browser says that it is offline',
    async (_, reply, calls) => {
      const harness = createChatHarness({ answers: () => reply });
      harness.changeNetwork('offline');
      harness.chat.start();
      await harness.advance(5_000);
      expect(harness.calls.length).toBe(calls);
    },
  );

  it('M-11.8: asks the platform to end, and clears the id here and in the relay', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.end();
    expect(socket.sent.at(-1)).toEqual({ type: END, payload: {} });
    expect(harness.chat.connection.value).toBe('online');
    socket.echo(END, 4);
    socket.receiveEvent(wireEvent('SESSION_END', 5, { reason: 'REASON_USER_END' }));
    await harness.settle();
    expect({
      lines: harness.lines(),
      status: harness.chat.connection.value,
      stored: harness.stored.id,
      closed: socket.isClosed,
      forgotten: harness.calls.at(-1),
    }).toEqual({
      lines: ['(conversation_ended)'],
      status: 'ended',
      stored: null,
      closed: true,
      forgotten: 'DELETE /chat/sessions/session-1',
    });
    await harness.advance(600_000);
    expect({ sockets: harness.sockets.length, timers: harness.clock.waiting() }).toEqual({
      sockets: 1,
      timers: 0,
    });
  });

  it('M-11.9: ends locally without an answer in 5 s or without a connection', async () => {
    const silent = createChatHarness();
    await silent.connectAndJoin();
    silent.chat.end();
    await silent.advance(4_999);
    expect(silent.chat.connection.value).toBe('online');
    await silent.advance(1);
    expect({ status: silent.chat.connection.value, stored: silent.stored.id }).toEqual({
      status: 'ended',
      stored: null,
    });

    const offline = createChatHarness();
    (await offline.connectAndJoin()).drop();
    offline.chat.end();
    expect({ status: offline.chat.connection.value, stored: offline.stored.id }).toEqual({
      status: 'ended',
      stored: null,
    });
  });

  it('M-11.11: shows nothing after the end', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveBatch(
      wireEvent('SESSION_END', 4, { reason: 'REASON_NATURAL_END' }),
      agentMessage(5, 'From beyond'),
    );
    socket.receiveEvent(agentMessage(6, 'Still there?'));
    harness.chat.send('Hello?');
    expect(harness.lines()).toEqual(['(conversation_ended)', 'user: Hello? [failed]']);
  });

  it('shows a finished conversation as ended and sends nothing to the platform', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const socket = await harness.connect();
    socket.receiveBatch(
      sessionStart(),
      agentJoined(2),
      agentMessage(3, 'All done'),
      wireEvent('SESSION_END', 4, { reason: 'REASON_NATURAL_END' }),
    );
    await harness.advance(1_000);
    expect({ lines: harness.lines(), sent: socket.sent, stored: harness.stored.id }).toEqual({
      lines: ['agent: All done', '(conversation_ended)'],
      sent: [],
      stored: null,
    });
  });

  it('ends a running conversation before it starts a new one with an empty transcript', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(4, 'Old'));
    harness.chat.restart();
    await harness.settle();
    expect(socket.sent.at(-1)).toEqual({ type: END, payload: {} });
    expect({ lines: harness.lines(), closed: socket.isClosed, calls: harness.calls }).toEqual({
      lines: [],
      closed: true,
      calls: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1', 'POST /chat/sessions'],
    });
    harness.socket().accept();
    harness.socket().receiveBatch(sessionStart());
    await harness.advance(250);
    expect(harness.socket().sent.map(({ type }) => type)).toEqual(['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN']);
  });

  it('emits no end without a session', async () => {
    const harness = createChatHarness({ answers: scripted('hang') });
    const ends: unknown[] = [];
    harness.chat.on('sessionEnd', (event) => ends.push(event));
    harness.chat.start();
    harness.chat.end();
    expect({ ends, status: harness.chat.connection.value }).toEqual({ ends: [], status: 'ended' });
  });

  // M-7.2: decided on the whole history, however late it arrives.
  it('M-7.2: requests the agent even when SESSION_START arrives after a quiet history', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch();
    await harness.advance(1_000);
    socket.receiveEvent(sessionStart());
    await harness.advance(249);
    const early = socket.sent.length;
    await harness.advance(1);
    expect([early, socket.sent.map(({ type }) => type)]).toEqual([
      0,
      ['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN'],
    ]);
  });

  it('M-11.10: closing the panel or the page keeps the session alive', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.rest();
    await harness.advance(60_000);
    harness.emit('pagehide');
    harness.chat.dispose();
    await harness.settle();
    expect({
      ends: socket.sent.filter(({ type }) => type === END),
      calls: harness.calls,
      stored: harness.stored.id,
    }).toEqual({ ends: [], calls: ['POST /chat/sessions'], stored: 'session-1' });
  });
});
