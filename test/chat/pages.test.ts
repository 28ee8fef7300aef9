import { describe, expect, it } from 'vitest';
import {
  agentJoined,
  agentMessage,
  createWorld,
  GRANT,
  sessionStart,
  type World,
  wire,
} from '../support/chat-world.ts';
import { sharedStorage } from '../support/scripted-ports.ts';

const JOIN = 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN';
const joinsOf = (world: World) =>
  world.sockets.flatMap(({ sent }) => sent).filter(({ type }) => type === JOIN).length;

/** The next session that the relay of all pages gives out. */
const numbered = () => {
  let last = 0;
  return (call: string) => {
    if (call === 'POST /chat/sessions') last += 1;
    const id = call === 'POST /chat/sessions' ? `session-${last}` : call.split('/')[3];
    return call.startsWith('DELETE') ? { status: 204 } : { status: 200, body: { ...GRANT, session_id: id } };
  };
};

/** The page's socket, of a conversation whose agent has joined. */
async function joined(world: World) {
  const socket = await world.begin();
  socket.batch(sessionStart(), agentJoined(2));
  await world.advance(250);
  return socket;
}

/** Two pages of one browser. */
function twoPages(roll?: number) {
  const storage = sharedStorage();
  const answers = numbered();
  const page = () => createWorld({ storage, answers, ...(roll !== undefined && { roll }) });
  return { storage, one: page(), two: page() };
}

describe('two pages of one browser', () => {
  it('create one session when they open at the same instant', async () => {
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

  it('create it in the second page when the first one is closed meanwhile', async () => {
    const storage = sharedStorage();
    const one = createWorld({ storage, answers: () => 'hang' });
    const two = createWorld({ storage });
    one.chat.start();
    two.chat.start();
    await two.settle();
    expect(two.calls).toEqual([]);
    one.chat.dispose();
    await two.settle();
    expect(two.calls).toEqual(['POST /chat/sessions']);
  });

  it('ask the agent to join once: the page that began goes first, the other sees its request', async () => {
    const { one, two } = twoPages(0);
    const first = await one.begin();
    const second = await two.begin();
    first.batch(sessionStart());
    second.batch(sessionStart());
    await one.advance(250);
    await two.advance(250);
    first.echo(JOIN, 2);
    second.event(wire('REQUEST_SERVICE_AGENT_JOIN', 2));
    await one.advance(60_000);
    await two.advance(14_999);
    expect({ one: joinsOf(one), two: joinsOf(two) }).toEqual({ one: 2, two: 0 });
  });

  it('let the second ask when the first has gone without asking', async () => {
    const { one, two } = twoPages(1 - 1e-9);
    await one.begin();
    const second = await two.begin();
    one.chat.dispose();
    second.batch(sessionStart());
    await two.advance(250 + 7_499);
    expect(joinsOf(two)).toBe(0);
    await two.advance(2);
    expect(joinsOf(two)).toBe(1);
  });

  it('follow the end of the other, in the words of the platform when it still says them', async () => {
    const { one, two, storage } = twoPages();
    const first = await one.ready();
    const second = await joined(two);
    one.chat.end();
    const end = wire('SESSION_END', 5, { reason: 'REASON_USER_END' });
    first.event(end);
    expect({ stored: storage.id, status: two.chat.connection.value }).toEqual({
      stored: null,
      status: 'online',
    });
    second.event(end);
    expect({ status: two.chat.connection.value, lines: two.lines(), calls: two.calls.at(-1) }).toEqual({
      status: 'ended',
      lines: ['(conversation_ended)'],
      calls: 'DELETE /chat/sessions/session-1',
    });
  });

  it('follow the end of the other within five seconds when the platform says nothing', async () => {
    const { one, two } = twoPages();
    await one.ready();
    const second = await joined(two);
    one.network('offline');
    one.chat.end();
    await two.advance(5_000);
    expect({ status: two.chat.connection.value, isClosed: second.isClosed }).toEqual({
      status: 'ended',
      isClosed: true,
    });
    expect(second.sent.filter(({ type }) => type === 'EVENT_TYPE_USER_END_SESSION')).toEqual([]);
  });

  it('follow the end of the other at once without a socket', async () => {
    const { one, two } = twoPages();
    const first = await one.ready();
    await joined(two);
    two.socket().drop();
    one.chat.end();
    first.event(wire('SESSION_END', 5, { reason: 'REASON_USER_END' }));
    expect(two.chat.connection.value).toBe('ended');
  });

  it('follow a restart of the other into the new conversation', async () => {
    const { one, two, storage } = twoPages();
    await one.ready();
    const old = await joined(two);
    old.event(agentMessage(4, 'Of the old one'));
    one.chat.restart();
    await one.settle();
    await two.settle();
    two.socket().accept();
    two.socket().batch(sessionStart(), agentJoined(2), agentMessage(3, 'Of the new one'));
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

  it('follow a new conversation of the other after an end', async () => {
    const { one, two } = twoPages();
    for (const socket of [await one.ready(), await joined(two)]) {
      socket.event(wire('SESSION_END', 5, { reason: 'REASON_NATURAL_END' }));
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

  it('do not take the new session away when the old one turns out to be gone', async () => {
    const storage = sharedStorage('session-old');
    const answers = (call: string) =>
      call === 'POST /chat/sessions/session-old/resume' ? { status: 404 } : numbered()(call);
    const one = createWorld({ storage, answers });
    const two = createWorld({ storage, answers });
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

  it('follow an end that comes while they still ask the relay for the session', async () => {
    const storage = sharedStorage('session-1');
    const one = createWorld({ storage, answers: () => 'hang' });
    one.chat.start();
    await one.settle();
    storage.change(null);
    await one.advance(60_000);
    expect({ status: one.chat.connection.value, lines: one.lines(), stored: storage.id }).toEqual({
      status: 'ended',
      lines: ['(conversation_ended)'],
      stored: null,
    });
  });

  it('do not keep a session that the other ended just as the relay found it for them', async () => {
    const { one, two, storage } = twoPages();
    await one.ready();
    two.chat.start();
    storage.id = null;
    await two.settle();
    const kept = storage.id;
    storage.change(null);
    expect({ kept, status: two.chat.connection.value }).toEqual({ kept: null, status: 'ended' });
  });

  it('do not all ask for the agent when they wake together', async () => {
    const { one, two } = twoPages();
    const socket = await one.begin();
    socket.batch(sessionStart({ heartbeat_interval_seconds: 0 }));
    await one.advance(250);
    const other = await two.begin();
    const request = wire('REQUEST_SERVICE_AGENT_JOIN', 2);
    socket.event(request);
    other.batch(sessionStart({ heartbeat_interval_seconds: 0 }), request);
    await two.advance(250);
    one.clock.jump(3_600_000);
    two.clock.jump(3_600_000);
    await one.settle();
    await two.settle();
    other.event(wire('REQUEST_SERVICE_AGENT_JOIN', 3));
    await two.advance(14_000);
    expect({ one: joinsOf(one), two: joinsOf(two) }).toEqual({ one: 2, two: 0 });
  });

  it('leave a page alone whose chat was never opened', async () => {
    const { one, two } = twoPages();
    await one.ready();
    one.chat.restart();
    await two.settle();
    expect({ status: two.chat.connection.value, calls: two.calls }).toEqual({ status: 'idle', calls: [] });
  });
});
