import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  type ChatHarness,
  createChatHarness,
  GRANT,
  sessionStart,
  wireEvent,
} from '../support/chat-harness.ts';
import { sharedStorage } from '../support/page-storage.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const joinsOf = (harness: ChatHarness) =>
  harness.sockets.flatMap(({ sent }) => sent).filter(({ type }) => type === JOIN).length;

/** Relay that numbers the sessions of all pages. */
const numbered = () => {
  let last = 0;
  return (call: string) => {
    if (call === 'POST /chat/sessions') last += 1;
    const id = call === 'POST /chat/sessions' ? `session-${last}` : call.split('/')[3];
    return call.startsWith('DELETE') ? { status: 204 } : { status: 200, body: { ...GRANT, session_id: id } };
  };
};

/** Socket of a page whose agent has joined. */
async function joined(harness: ChatHarness) {
  const socket = await harness.connect();
  socket.receiveBatch(sessionStart(), agentJoined(2));
  await harness.advance(250);
  return socket;
}

/** Two pages of one browser. */
function twoPages(random?: number) {
  const storage = sharedStorage();
  const answers = numbered();
  const page = () => createChatHarness({ storage, answers, ...(random !== undefined && { random }) });
  return { storage, one: page(), two: page() };
}

describe('two pages of one browser', () => {
  it('two pages that open at the same moment create one session', async () => {
    const { one, two, storage } = twoPages();
    one.chat.start();
    two.chat.start();
    await one.settle();
    await two.settle();
    expect({ one: one.calls, two: two.calls, stored: storage.id }).toEqual({
      one: ['POST /chat/sessions'],
      two: ['POST /chat/sessions/session-1/resume'],
      stored: 'session-1',
    });
  });

  it('the second page creates the session when the first one is closed', async () => {
    const storage = sharedStorage();
    const one = createChatHarness({ storage, answers: () => 'hang' });
    const two = createChatHarness({ storage });
    one.chat.start();
    two.chat.start();
    await two.settle();
    expect(two.calls).toEqual([]);
    one.chat.dispose();
    await two.settle();
    expect(two.calls).toEqual(['POST /chat/sessions']);
  });

  it('M-7.6, M-7.7: only the page that created the session requests the agent', async () => {
    const { one, two } = twoPages(0);
    const first = await one.connect();
    const second = await two.connect();
    first.receiveBatch(sessionStart());
    second.receiveBatch(sessionStart());
    await one.advance(250);
    await two.advance(250);
    first.echo(JOIN, 2);
    second.receiveEvent(wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2));
    await one.advance(60_000);
    await two.advance(14_999);
    expect({ one: joinsOf(one), two: joinsOf(two) }).toEqual({ one: 2, two: 0 });
  });

  it('M-7.6: the second page requests the agent when the first one is gone', async () => {
    const { one, two } = twoPages(1 - 1e-9);
    await one.connect();
    const second = await two.connect();
    one.chat.dispose();
    second.receiveBatch(sessionStart());
    await two.advance(250 + 7_499);
    expect(joinsOf(two)).toBe(0);
    await two.advance(2);
    expect(joinsOf(two)).toBe(1);
  });

  it('a page follows the end of the other page with the reason that the platform sends', async () => {
    const { one, two, storage } = twoPages();
    const first = await one.connectAndJoin();
    const second = await joined(two);
    one.chat.end();
    const end = wireEvent('SESSION_END', 5, { reason: 'REASON_USER_END' });
    first.receiveEvent(end);
    expect({ stored: storage.id, status: two.chat.connection.value }).toEqual({
      stored: null,
      status: 'online',
    });
    second.receiveEvent(end);
    expect({ status: two.chat.connection.value, lines: two.lines(), calls: two.calls.at(-1) }).toEqual({
      status: 'ended',
      lines: ['(conversation_ended)'],
      calls: 'DELETE /chat/sessions/session-1',
    });
  });

  it('M-3.16: a page goes on when the whole storage is cleared, and writes the id back', async () => {
    const { one, storage } = twoPages();
    await one.connectAndJoin();
    storage.wipeFromOtherPage();
    await one.advance(10_000);
    expect({ stored: storage.id, status: one.chat.connection.value, lines: one.lines() }).toEqual({
      stored: 'session-1',
      status: 'online',
      lines: [],
    });
  });

  it('M-11.9: a page follows the end of the other page within 5 s without an event of the platform', async () => {
    const { one, two } = twoPages();
    await one.connectAndJoin();
    const second = await joined(two);
    one.changeNetwork('offline');
    one.chat.end();
    await two.advance(5_000);
    expect({ status: two.chat.connection.value, isClosed: second.isClosed }).toEqual({
      status: 'ended',
      isClosed: true,
    });
    expect(second.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_END_SESSION')).toEqual([]);
  });

  it('a page follows the end of the other page immediately without a socket', async () => {
    const { one, two } = twoPages();
    const first = await one.connectAndJoin();
    await joined(two);
    two.socket().drop();
    one.chat.end();
    first.receiveEvent(wireEvent('SESSION_END', 5, { reason: 'REASON_USER_END' }));
    expect(two.chat.connection.value).toBe('ended');
  });

  it('a page follows a restart of the other page into the new conversation', async () => {
    const { one, two, storage } = twoPages();
    await one.connectAndJoin();
    const old = await joined(two);
    old.receiveEvent(agentMessage(4, 'Of the old one'));
    one.chat.restart();
    await one.settle();
    await two.settle();
    two.socket().accept();
    two.socket().receiveBatch(sessionStart(), agentJoined(2), agentMessage(3, 'Of the new one'));
    await two.advance(250);
    expect({
      stored: storage.id,
      session: two.socket().url.searchParams.get('session_id'),
      lines: two.lines(),
      isOldClosed: old.isClosed,
    }).toEqual({
      stored: 'session-2',
      session: 'session-2',
      lines: ['agent: Of the new one'],
      isOldClosed: true,
    });
  });

  it('a page follows a new conversation of the other page after the end', async () => {
    const { one, two } = twoPages();
    for (const socket of [await one.connectAndJoin(), await joined(two)]) {
      socket.receiveEvent(wireEvent('SESSION_END', 5, { reason: 'REASON_NATURAL_END' }));
    }
    expect(two.chat.connection.value).toBe('ended');
    one.chat.restart();
    await one.settle();
    await two.settle();
    expect({ status: two.chat.connection.value, lines: two.lines() }).toEqual({
      status: 'connecting',
      lines: [],
    });
  });

  it('a page keeps a new session when the old one is gone', async () => {
    const storage = sharedStorage('session-old');
    const answers = (call: string) =>
      call === 'POST /chat/sessions/session-old/resume' ? { status: 404 } : numbered()(call);
    const one = createChatHarness({ storage, answers });
    const two = createChatHarness({ storage, answers });
    one.chat.start();
    await one.settle();
    expect(storage.id).toBe('session-1');
    storage.id = 'session-old';
    two.chat.start();
    storage.id = 'session-1';
    await two.settle();
    expect({ stored: storage.id, calls: two.calls }).toEqual({
      stored: 'session-1',
      calls: ['POST /chat/sessions/session-old/resume', 'POST /chat/sessions/session-1/resume'],
    });
  });

  it('a page follows an end that happens while it resumes the session', async () => {
    const storage = sharedStorage('session-1');
    const one = createChatHarness({ storage, answers: () => 'hang' });
    one.chat.start();
    await one.settle();
    storage.changeFromOtherPage(null);
    await one.advance(60_000);
    expect({ status: one.chat.connection.value, lines: one.lines(), stored: storage.id }).toEqual({
      status: 'ended',
      lines: ['(conversation_ended)'],
      stored: null,
    });
  });

  it('a page drops a session that the other page ends while it resumes it', async () => {
    const { one, two, storage } = twoPages();
    await one.connectAndJoin();
    two.chat.start();
    storage.id = null;
    await two.settle();
    const kept = storage.id;
    storage.changeFromOtherPage(null);
    expect({ kept, status: two.chat.connection.value }).toEqual({ kept: null, status: 'ended' });
  });

  it('M-7.7: pages that wake up together request the agent once', async () => {
    const { one, two } = twoPages();
    const socket = await one.connect();
    socket.receiveBatch(sessionStart({ heartbeat_interval_seconds: 0 }));
    await one.advance(250);
    const other = await two.connect();
    const request = wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2);
    socket.receiveEvent(request);
    other.receiveBatch(sessionStart({ heartbeat_interval_seconds: 0 }), request);
    await two.advance(250);
    one.clock.jump(3_600_000);
    two.clock.jump(3_600_000);
    await one.settle();
    await two.settle();
    other.receiveEvent(wireEvent('REQUEST_SERVICE_AGENT_JOIN', 3));
    await two.advance(14_000);
    expect({ one: joinsOf(one), two: joinsOf(two) }).toEqual({ one: 2, two: 0 });
  });

  it('a page whose chat was never opened is not affected by the other page', async () => {
    const { one, two } = twoPages();
    await one.connectAndJoin();
    one.chat.restart();
    await two.settle();
    expect({ status: two.chat.connection.value, calls: two.calls }).toEqual({ status: 'idle', calls: [] });
  });
});
