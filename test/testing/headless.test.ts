import { describe, expect, it } from 'vitest';
import { type Chat, createChat } from '../../src/chat/index.ts';
import { agentMessage, createTestPlatform, type TestPlatformOptions } from '../../src/testing/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** The headless client on a scripted platform, on a clock that the test moves. */
function talk(options: TestPlatformOptions = {}) {
  const clock = createFakeClock();
  const platform = createTestPlatform({ greeting: 'Hello', clock, ...options });
  const chat = createChat({ relay: platform.relay, ports: { ...platform.ports, clock } });
  const advance = async (ms: number) => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    clock.advance(ms);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  };
  return { clock, platform, chat, advance };
}

const lines = (chat: Chat) =>
  chat.transcript.value.map((entry) =>
    entry.kind === 'message' ? `${entry.author}: ${entry.text}` : `(${entry.notice})`,
  );

async function join(options: TestPlatformOptions = {}) {
  const talking = talk(options);
  talking.chat.start();
  await talking.advance(250);
  return talking;
}

describe('a test platform with the headless client', () => {
  it('lets the agent join and greet', async () => {
    const { chat, platform } = await join({ agent: { name: 'Noor' } });
    expect(chat.connection.value).toBe('online');
    expect(chat.agent.value).toEqual({ name: 'Noor' });
    expect(lines(chat)).toEqual(['agent: Hello']);
    expect(platform.calls).toEqual(['POST /chat/sessions']);
    expect(platform.received).toEqual([{ kind: 'requestAgentJoin' }]);
  });

  it.each(['service', 'poly'] as const)('echoes and answers a message in the dialect %s', async (dialect) => {
    const { chat, platform, advance } = await join({ dialect });
    platform.onMessage((text) => platform.reply(`You said: ${text}`));
    chat.send('Where is my order?');
    await advance(0);
    expect(lines(chat)).toEqual([
      'agent: Hello',
      'user: Where is my order?',
      'agent: You said: Where is my order?',
    ]);
    expect(chat.transcript.value[1]).toMatchObject({ delivery: 'sent' });
    expect(platform.received.at(-1)).toEqual({ kind: 'userMessage', text: 'Where is my order?' });
  });

  it('calls no listener that has unsubscribed', async () => {
    const { chat, platform, advance } = await join();
    platform.onMessage(() => platform.reply('Hm?'))();
    chat.send('Hello?');
    await advance(0);
    expect(lines(chat)).toEqual(['agent: Hello', 'user: Hello?']);
  });

  it('streams a message in the given number of chunks', async () => {
    const { chat, platform, advance } = await join();
    platform.stream('One two three four', { chunks: 2, everyMs: 1_000 });
    expect(chat.transcript.value.at(-1)).toMatchObject({ text: 'One two ', streaming: true });
    await advance(1_000);
    expect(chat.transcript.value.at(-1)).toMatchObject({ text: 'One two three four', streaming: false });
  });

  it('streams an empty message, and any message in at least one chunk', async () => {
    const { chat, platform } = await join();
    platform.stream('One two', { chunks: 0 });
    platform.stream('');
    expect(lines(chat)).toEqual(['agent: Hello', 'agent: One two']);
  });

  it('streams nothing more once the conversation has ended', async () => {
    const { clock, chat, platform, advance } = await join();
    platform.stream('One two', { chunks: 2, everyMs: 1_000 });
    platform.end();
    await advance(1_000);
    expect(lines(chat)).toEqual(['agent: Hello', 'agent: One ', '(conversation_ended)']);
    expect(clock.waiting()).toBe(0);
  });

  it('hands over to a person, who then replies', async () => {
    const { chat, platform } = await join();
    platform.handoff({ queueName: 'Orders', position: 2 });
    expect([chat.handoff.value, lines(chat).at(-1)]).toEqual(['queued', '(queue_status)']);
    platform.send({ kind: 'liveAgentJoined', person: { id: 'ada', name: 'Ada' } });
    platform.reply('It is me');
    expect(chat.handoff.value).toBe('live');
    expect(lines(chat)).toEqual([
      'agent: Hello',
      '(handoff_started)',
      '(live_agent_joined)',
      'live-agent: It is me',
    ]);
  });

  it('shows the history of a conversation from before the test, without another greeting', async () => {
    const history = [
      { kind: 'agentJoined', person: { name: 'Iris' } },
      agentMessage('m-1', 'Welcome back'),
    ] as const;
    const { chat, platform } = await join({ history });
    expect(lines(chat)).toEqual(['agent: Welcome back']);
    expect(platform.received).toEqual([]);
  });

  it('sends what happened meanwhile after a dropped connection, once', async () => {
    const { chat, platform, advance } = await join();
    platform.drop();
    platform.reply('Are you there?');
    await advance(2_000);
    await advance(250);
    expect(platform.connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(platform.connections[1]?.url.searchParams.get('cursor')).toBe('4');
    expect(lines(chat)).toEqual(['agent: Hello', 'agent: Are you there?']);
  });

  it('loses messages on request, and the chat sends them again until they arrive', async () => {
    const { chat, platform, advance } = await join();
    platform.loseMessages();
    chat.send('Is anybody there?');
    await advance(0);
    expect(chat.transcript.value.at(-1)).toMatchObject({ delivery: 'sending' });
    expect(platform.received.at(-1)).toEqual({ kind: 'requestAgentJoin' });
    platform.loseMessages(false);
    for (let second = 0; second < 20; second++) await advance(1_000);
    expect(lines(chat)).toEqual(['agent: Hello', 'user: Is anybody there?']);
    expect(chat.transcript.value.at(-1)).toMatchObject({ delivery: 'sent' });
  });

  it('disconnects the chat while the platform is offline', async () => {
    const { chat, platform, advance } = await join();
    platform.goOffline();
    expect(chat.connection.value).toBe('offline');
    platform.goOnline();
    await advance(2_000);
    expect(chat.connection.value).toBe('online');
  });

  it('ends the conversation for both sides', async () => {
    const { chat, platform, advance } = await join();
    platform.end('user_abandoned');
    await advance(0);
    expect(chat.connection.value).toBe('ended');
    expect(chat.transcript.value.at(-1)).toMatchObject({
      notice: 'conversation_ended',
      reason: 'user_abandoned',
    });
  });

  it('lets the visitor end it', async () => {
    const { chat, platform, advance } = await join();
    chat.end();
    await advance(0);
    expect(platform.received.at(-1)).toEqual({ kind: 'userEndSession' });
    expect(chat.transcript.value.at(-1)).toMatchObject({ notice: 'conversation_ended', reason: 'user_end' });
  });

  it('knows an expired session no longer', async () => {
    const { chat, platform, advance } = await join();
    platform.expire();
    await advance(2_000);
    await advance(2_000);
    expect(chat.trouble.value?.code).toBe('expired');
  });

  it.each([
    [{ status: 403, body: { code: 'origin_not_allowed' } }, 'configuration'],
    ['refuse', 'unreachable'],
  ] as const)('answers a call with %j in place of the relay', async (answer, code) => {
    const { chat, advance } = talk({
      answer: (call) => (call === 'POST /chat/sessions' ? answer : undefined),
    });
    chat.start();
    for (let attempt = 0; attempt < 10; attempt++) await advance(10_000);
    expect([chat.connection.value, chat.trouble.value?.code]).toEqual(['failed', code]);
  });

  it('leaves handshakes and frames to the test when it is not automatic', async () => {
    const { chat, platform, advance } = talk({ isAutomatic: false });
    chat.start();
    await advance(0);
    const [connection] = platform.connections;
    expect([chat.connection.value, connection?.isClosed]).toEqual(['connecting', false]);
    connection?.accept();
    connection?.send('{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[]}}');
    await advance(250);
    expect(connection?.sent).toEqual([]);
  });

  it('refuses to speak before there is a conversation', () => {
    expect(() => createTestPlatform().reply('Hello')).toThrow(
      'unable to speak; the chat has started no conversation',
    );
  });
});
