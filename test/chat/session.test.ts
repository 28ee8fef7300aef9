import { describe, expect, it } from 'vitest';
import { agentJoined, agentMessage, createWorld, GRANT, sessionStart, wire } from '../support/chat-world.ts';

const END = 'EVENT_TYPE_USER_END_SESSION';

/** Answers of the relay for one kind of call, in order; the last one stays. */
const scripted = (
  ...answers: ('hang' | 'refuse' | { status: number; body?: unknown; headers?: Record<string, string> })[]
) => {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)] ?? 'refuse';
};

describe('the session', () => {
  it('is resumed after a reload: same id, whole history, no new session', async () => {
    const world = createWorld({ stored: 'session-1' });
    const socket = await world.begin();
    socket.batch(
      sessionStart(),
      agentJoined(2),
      wire('USER_MESSAGE', 3, { text: 'Hi', message_id: 'u3' }),
      agentMessage(4, 'Hello'),
    );
    await world.advance(300);
    expect({
      lines: world.lines(),
      calls: world.calls,
      cursor: socket.url.searchParams.get('cursor'),
    }).toEqual({
      lines: ['user: Hi [sent]', 'agent: Hello'],
      calls: ['POST /chat/sessions/session-1/resume'],
      cursor: null,
    });
  });

  it.each([404, 410])('starts anew when the stored session is gone (%i)', async (status) => {
    const world = createWorld({
      stored: 'old',
      answers: (call) =>
        call.endsWith('/resume')
          ? { status, body: { code: 'session_unknown' } }
          : { status: 201, body: GRANT },
    });
    await world.begin();
    expect({ calls: world.calls, stored: world.stored.id }).toEqual({
      calls: ['POST /chat/sessions/old/resume', 'POST /chat/sessions'],
      stored: 'session-1',
    });
  });

  it.each([
    [401, {}],
    [403, { code: 'origin_not_allowed' }],
    [502, { code: 'configuration' }],
  ])('does not ask again after %i %o: it is a matter of configuration', async (status, body) => {
    const world = createWorld({ answers: scripted({ status, body }) });
    world.chat.start();
    await world.advance(120_000);
    expect({
      calls: world.calls.length,
      status: world.chat.connection.value,
      trouble: world.chat.trouble.value,
    }).toEqual({
      calls: 1,
      status: 'failed',
      trouble: { code: 'configuration', canRetry: false },
    });
  });

  it.each([
    ['an HTML page', { status: 200, body: '<html>login</html>' }],
    ['half of its JSON', { status: 200, body: '{"session_id":' }],
    ['no session id', { status: 200, body: { access_token: 'x' } }],
    ['a server error', { status: 500, body: {} }],
    ['nothing: the connection is refused', 'refuse' as const],
  ])('calls the relay again when it answers with %s', async (_, answer) => {
    const world = createWorld({ answers: scripted(answer, { status: 201, body: GRANT }) });
    world.chat.start();
    await world.advance(999);
    expect(world.calls.length).toBe(1);
    await world.advance(1);
    world.socket().accept();
    world.socket().batch(sessionStart());
    expect({ calls: world.calls.length, status: world.chat.connection.value }).toEqual({
      calls: 2,
      status: 'online',
    });
  });

  it('gives up after four calls of 10 s each that bring no answer', async () => {
    const world = createWorld({ answers: scripted('hang') });
    world.chat.start();
    await world.advance(10_000);
    expect(world.calls.length).toBe(1);
    await world.advance(120_000);
    expect({ calls: world.calls.length, status: world.chat.connection.value }).toEqual({
      calls: 4,
      status: 'failed',
    });
  });

  it.each([
    ['Mon, 02 Nov 2026 09:00:05 GMT', 5_000],
    ['86400', 30_000],
    ['-3', 1_000],
    ['rubbish', 1_000],
    ['7', 7_000],
  ])('waits as Retry-After: %s says, within 1–30 s', async (header, waitMs) => {
    const world = createWorld({
      answers: scripted({ status: 429, headers: { 'Retry-After': header } }, { status: 201, body: GRANT }),
    });
    world.chat.start();
    await world.advance(waitMs - 1);
    expect(world.calls.length).toBe(1);
    await world.advance(1);
    expect(world.calls.length).toBe(2);
  });

  it('counts an address that is no relay as a failed call, and does not call it without end', async () => {
    const world = createWorld({ answers: (call) => (call.startsWith('POST') ? { status: 404 } : undefined) });
    world.chat.start();
    await world.advance(60_000);
    expect({ calls: world.calls, trouble: world.chat.trouble.value }).toEqual({
      calls: Array(4).fill('POST /chat/sessions'),
      trouble: { code: 'unreachable', canRetry: true },
    });
  });

  it('waits for the browser to be online before it calls the relay', async () => {
    const world = createWorld();
    world.network('offline');
    world.chat.start();
    await world.advance(60_000);
    expect({ calls: world.calls.length, status: world.chat.connection.value }).toEqual({
      calls: 0,
      status: 'offline',
    });
    world.network('online');
    expect(world.calls.length).toBe(1);
  });

  it('ends by asking the platform, and forgets the id on both sides', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.end();
    expect(socket.sent.at(-1)).toEqual({ type: END, payload: {} });
    expect(world.chat.connection.value).toBe('online');
    socket.echo(END, 4);
    socket.event(wire('SESSION_END', 5, { reason: 'REASON_USER_END' }));
    await world.settle();
    expect({
      lines: world.lines(),
      status: world.chat.connection.value,
      stored: world.stored.id,
      closed: socket.isClosed,
      forgotten: world.calls.at(-1),
    }).toEqual({
      lines: ['(conversation_ended)'],
      status: 'ended',
      stored: null,
      closed: true,
      forgotten: 'DELETE /chat/sessions/session-1',
    });
    await world.advance(600_000);
    expect({ sockets: world.sockets.length, timers: world.clock.waiting() }).toEqual({
      sockets: 1,
      timers: 0,
    });
  });

  it('ends by itself when the platform does not answer within 5 s, or there is no connection', async () => {
    const silent = createWorld();
    await silent.ready();
    silent.chat.end();
    await silent.advance(4_999);
    expect(silent.chat.connection.value).toBe('online');
    await silent.advance(1);
    expect({ status: silent.chat.connection.value, stored: silent.stored.id }).toEqual({
      status: 'ended',
      stored: null,
    });

    const offline = createWorld();
    (await offline.ready()).drop();
    offline.chat.end();
    expect({ status: offline.chat.connection.value, stored: offline.stored.id }).toEqual({
      status: 'ended',
      stored: null,
    });
  });

  it('shows nothing that comes after the end', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.batch(wire('SESSION_END', 4, { reason: 'REASON_NATURAL_END' }), agentMessage(5, 'From beyond'));
    socket.event(agentMessage(6, 'Still there?'));
    world.chat.send('Hello?');
    expect(world.lines()).toEqual(['(conversation_ended)', 'user: Hello? [failed]']);
  });

  it('opens a finished conversation as ended and says nothing to the platform', async () => {
    const world = createWorld({ stored: 'session-1' });
    const socket = await world.begin();
    socket.batch(
      sessionStart(),
      agentJoined(2),
      agentMessage(3, 'All done'),
      wire('SESSION_END', 4, { reason: 'REASON_NATURAL_END' }),
    );
    await world.advance(1_000);
    expect({ lines: world.lines(), sent: socket.sent, stored: world.stored.id }).toEqual({
      lines: ['agent: All done', '(conversation_ended)'],
      sent: [],
      stored: null,
    });
  });

  it('starts a new chat with an empty transcript after the end, and ends a running one first', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(4, 'Old'));
    world.chat.restart();
    await world.settle();
    expect(socket.sent.at(-1)).toEqual({ type: END, payload: {} });
    expect({ lines: world.lines(), closed: socket.isClosed, calls: world.calls }).toEqual({
      lines: [],
      closed: true,
      calls: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1', 'POST /chat/sessions'],
    });
    world.socket().accept();
    world.socket().batch(sessionStart());
    await world.advance(250);
    expect(world.socket().sent.map(({ type }) => type)).toEqual(['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN']);
  });

  it('tells of no end where no session began', async () => {
    const world = createWorld({ answers: scripted('hang') });
    const ends: unknown[] = [];
    world.chat.on('sessionEnd', (it) => ends.push(it));
    world.chat.start();
    world.chat.end();
    expect({ ends, status: world.chat.connection.value }).toEqual({ ends: [], status: 'ended' });
  });

  // spec messaging §7: decided on the whole history, however late it comes.
  it('asks the agent to join when the start of the session comes after the history went quiet', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch();
    await world.advance(1_000);
    socket.event(sessionStart());
    await world.advance(249);
    const early = socket.sent.length;
    await world.advance(1);
    expect([early, socket.sent.map(({ type }) => type)]).toEqual([
      0,
      ['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN'],
    ]);
  });
});
