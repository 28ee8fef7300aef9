import { describe, expect, it } from 'vitest';
import { agentMessage, chunk, createChatHarness, sessionStart, wireEvent } from '../support/chat-harness.ts';

const USER = 'EVENT_TYPE_USER_MESSAGE';
const LIVE = { agent: { id: 'ada', name: 'Ada' } };

/** Cases that the model has found: frames arrive in another order than the journal's (M-13.7). */
describe('an overtaken event', () => {
  it('M-13.7: an overtaken event keeps a later language', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(wireEvent('LANGUAGE_CHANGED', 5, { language_code: 'fr' }));
    socket.receiveEvent(wireEvent('LANGUAGE_CHANGED', 4, { language_code: 'de' }));
    expect(harness.chat.language.value).toBe('fr');
  });

  it('M-13.7: an overtaken event keeps a later agent', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(wireEvent('SERVICE_AGENT_JOINED', 5, { agent_name: 'Bo' }));
    socket.receiveEvent(wireEvent('SERVICE_AGENT_JOINED', 4, { agent_name: 'Al' }));
    expect(harness.chat.agent.value).toEqual({ id: undefined, name: 'Bo', avatarUrl: undefined });
  });

  it('M-13.7: an overtaken event keeps a later state of the handoff', async () => {
    const journal = [
      wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', 4),
      wireEvent('HANDOFF_ACCEPTED', 5, { queue_name: 'Orders' }),
      wireEvent('HANDOFF_QUEUE_STATUS', 6, { position: 1 }),
      wireEvent('LIVE_AGENT_JOINED', 7, LIVE),
      wireEvent('LIVE_AGENT_LEFT', 8, { agent_id: 'ada' }),
      wireEvent('SERVICE_AGENT_TRIGGERED_HANDOFF', 9),
      wireEvent('HANDOFF_TIMEOUT', 10),
    ];
    for (const overtaken of journal.keys()) {
      const harness = createChatHarness();
      const socket = await harness.connectAndJoin();
      for (const event of [...journal.toSpliced(overtaken, 1), journal[overtaken]])
        socket.receiveEvent(event);
      expect({ overtaken, handoff: harness.chat.handoff.value, lines: harness.lines() }).toEqual({
        overtaken,
        handoff: 'timeout',
        lines: [
          '(handoff_started)',
          '(live_agent_joined)',
          '(live_agent_left)',
          '(handoff_started)',
          '(handoff_timeout)',
        ],
      });
    }
  });

  it('M-8.2: completes a stream with its first chunk, even when chunks count from 0', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(chunk(5, 'm', 1, 'two '));
    socket.receiveEvent(chunk(6, 'm', 2, 'three', true));
    socket.receiveEvent(chunk(4, 'm', 0, 'One '));
    expect(harness.lines()).toEqual(['agent: One two three']);
  });

  it('M-8.6: moves a complete message to the place of its overtaken first chunk and keeps its text', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(5, 'In between'));
    socket.receiveEvent(agentMessage(6, 'The whole', { message_id: 'm' }));
    socket.receiveEvent(chunk(4, 'm', 1, 'The '));
    expect(harness.lines()).toEqual(['agent: The whole', 'agent: In between']);
  });

  it('emits a complete message once, even if its last chunk arrives later', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const received: string[] = [];
    harness.chat.on('message', ({ text }) => received.push(text));
    socket.receiveEvent(agentMessage(6, 'The whole', { message_id: 'm' }));
    socket.receiveEvent(chunk(5, 'm', 2, 'part', true));
    socket.receiveEvent(chunk(4, 'm', 1, 'The '));
    expect(received).toEqual(['The whole']);
  });

  it('applies an earlier receipt when its echo arrives', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Hello');
    harness.chat.send('Are you there?');
    socket.receiveEvent(wireEvent('SERVICE_AGENT_READ_MESSAGE', 6, { message_id: 'user-4' }));
    expect(harness.lines()).toEqual(['user: Hello [sending]', 'user: Are you there? [sending]']);
    const [hello] = socket.sent.filter(({ type }) => type === USER);
    socket.receiveEvent({
      ...wireEvent('USER_MESSAGE', 4, { text: 'Hello', message_id: 'user-4' }),
      metadata: hello?.metadata,
    });
    socket.echo(USER, 5);
    expect(harness.lines()).toEqual(['user: Hello [read]', 'user: Are you there? [sent]']);
  });
});

describe('a gap in the journal', () => {
  const cursorsOf = (harness: ReturnType<typeof createChatHarness>) =>
    harness.sockets.map(({ url }) => url.searchParams.get('cursor'));

  it('M-12.17: requests a gap in the first history', async () => {
    const harness = createChatHarness();
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart(), wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2));
    socket.receiveBatch(agentMessage(4, 'Welcome'));
    await harness.advance(2_000);
    harness.socket().accept();
    harness.socket().receiveBatch(wireEvent('SERVICE_AGENT_JOINED', 3), agentMessage(4, 'Welcome'));
    await harness.advance(10_000);
    expect(cursorsOf(harness)).toEqual([null, '2']);
  });

  it('M-12.17: requests a second gap separately while the first is requested', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(agentMessage(5, 'Five'));
    await harness.advance(2_000);
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(5, 'Five'));
    await harness.advance(1_000);
    harness.socket().receiveEvent(agentMessage(7, 'Seven'));
    await harness.advance(3_000);
    harness.socket().accept();
    harness.socket().receiveBatch(agentMessage(6, 'Six'), agentMessage(7, 'Seven'));
    await harness.advance(10_000);
    expect({ cursors: cursorsOf(harness), lines: harness.lines() }).toEqual({
      cursors: [null, '3', '5'],
      lines: ['agent: Five', 'agent: Six', 'agent: Seven'],
    });
  });

  it('M-9.6: a gap delays the resending of a message, because its echo may be in it', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    harness.chat.send('Hello');
    socket.drop();
    await harness.advance(1_000);
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(1_000);
    harness.socket().receiveEvent(agentMessage(5, 'Hello to you'));
    await harness.advance(2_000);
    harness.socket().accept();
    const { metadata } = socket.sent.find(({ type }) => type === USER) ?? {};
    const echo = { ...wireEvent('USER_MESSAGE', 4, { text: 'Hello', message_id: 'user-4' }), metadata };
    harness.socket().receiveBatch(echo, agentMessage(5, 'Hello to you'));
    await harness.advance(20_000);
    const sent = harness.sockets.flatMap((socket) => socket.sent).filter(({ type }) => type === USER);
    expect({ sends: sent.length, lines: harness.lines() }).toEqual({
      sends: 1,
      lines: ['user: Hello [sent]', 'agent: Hello to you'],
    });
  });
});
