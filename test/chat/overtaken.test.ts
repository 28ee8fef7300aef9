import { describe, expect, it } from 'vitest';
import { agentMessage, chunk, createWorld, sessionStart, wire } from '../support/chat-world.ts';

const USER = 'EVENT_TYPE_USER_MESSAGE';
const LIVE = { agent: { id: 'ada', name: 'Ada' } };

/** Found by the model of bad links: frames arrive in another order than the journal's (spec messaging §4). */
describe('an event that others have overtaken', () => {
  it('does not take back the language that was chosen after it', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(wire('LANGUAGE_CHANGED', 5, { language_code: 'fr' }));
    socket.event(wire('LANGUAGE_CHANGED', 4, { language_code: 'de' }));
    expect(world.chat.language.value).toBe('fr');
  });

  it('does not hide the agent who came after it', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(wire('SERVICE_AGENT_JOINED', 5, { agent_name: 'Bo' }));
    socket.event(wire('SERVICE_AGENT_JOINED', 4, { agent_name: 'Al' }));
    expect(world.chat.agent.value).toEqual({ id: undefined, name: 'Bo', avatarUrl: undefined });
  });

  it('does not put the visitor back into the queue', async () => {
    const journal = [
      wire('SERVICE_AGENT_TRIGGERED_HANDOFF', 4),
      wire('HANDOFF_ACCEPTED', 5, { queue_name: 'Orders' }),
      wire('HANDOFF_QUEUE_STATUS', 6, { position: 1 }),
      wire('LIVE_AGENT_JOINED', 7, LIVE),
      wire('LIVE_AGENT_LEFT', 8, { agent_id: 'ada' }),
      wire('SERVICE_AGENT_TRIGGERED_HANDOFF', 9),
      wire('HANDOFF_TIMEOUT', 10),
    ];
    for (const overtaken of journal.keys()) {
      const world = createWorld();
      const socket = await world.ready();
      for (const event of [...journal.toSpliced(overtaken, 1), journal[overtaken]]) socket.event(event);
      expect({ overtaken, handoff: world.chat.handoff.value, lines: world.lines() }).toEqual({
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

  it('is the first chunk: its stream gets it where chunks count from 0, too', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(chunk(5, 'm', 1, 'two '));
    socket.event(chunk(6, 'm', 2, 'three', true));
    socket.event(chunk(4, 'm', 0, 'One '));
    expect(world.lines()).toEqual(['agent: One two three']);
  });

  it('is a chunk of what has come as a whole: the words stay, and stand where they were begun', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(5, 'In between'));
    socket.event(agentMessage(6, 'The whole', { message_id: 'm' }));
    socket.event(chunk(4, 'm', 1, 'The '));
    expect(world.lines()).toEqual(['agent: The whole', 'agent: In between']);
  });

  it('is the last chunk of what has come as a whole, which is not announced again', async () => {
    const world = createWorld();
    const socket = await world.ready();
    const heard: string[] = [];
    world.chat.on('message', ({ text }) => heard.push(text));
    socket.event(agentMessage(6, 'The whole', { message_id: 'm' }));
    socket.event(chunk(5, 'm', 2, 'part', true));
    socket.event(chunk(4, 'm', 1, 'The '));
    expect(heard).toEqual(['The whole']);
  });

  it('is an echo: the receipt that came first counts', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Hello');
    world.chat.send('Are you there?');
    socket.event(wire('SERVICE_AGENT_READ_MESSAGE', 6, { message_id: 'user-4' }));
    expect(world.lines()).toEqual(['user: Hello [sending]', 'user: Are you there? [sending]']);
    const [hello] = socket.sent.filter(({ type }) => type === USER);
    socket.event({
      ...wire('USER_MESSAGE', 4, { text: 'Hello', message_id: 'user-4' }),
      metadata: hello?.metadata,
    });
    socket.echo(USER, 5);
    expect(world.lines()).toEqual(['user: Hello [read]', 'user: Are you there? [sent]']);
  });
});

describe('a hole in the journal', () => {
  const cursorsOf = (world: ReturnType<typeof createWorld>) =>
    world.sockets.map(({ url }) => url.searchParams.get('cursor'));

  it('is asked for when it is in the very first history, too', async () => {
    const world = createWorld();
    const socket = await world.begin();
    socket.batch(sessionStart(), wire('REQUEST_SERVICE_AGENT_JOIN', 2));
    socket.batch(agentMessage(4, 'Welcome'));
    await world.advance(2_000);
    world.socket().accept();
    world.socket().batch(wire('SERVICE_AGENT_JOINED', 3), agentMessage(4, 'Welcome'));
    await world.advance(10_000);
    expect(cursorsOf(world)).toEqual([null, '2']);
  });

  it('is asked for on its own when it came about while another was asked for', async () => {
    const world = createWorld();
    const socket = await world.ready();
    socket.event(agentMessage(5, 'Five'));
    await world.advance(2_000);
    world.socket().accept();
    world.socket().batch(agentMessage(5, 'Five'));
    await world.advance(1_000);
    world.socket().event(agentMessage(7, 'Seven'));
    await world.advance(3_000);
    world.socket().accept();
    world.socket().batch(agentMessage(6, 'Six'), agentMessage(7, 'Seven'));
    await world.advance(10_000);
    expect({ cursors: cursorsOf(world), lines: world.lines() }).toEqual({
      cursors: [null, '3', '5'],
      lines: ['agent: Five', 'agent: Six', 'agent: Seven'],
    });
  });

  it('keeps a message from being sent again: its echo may be what is missing (reliability R2)', async () => {
    const world = createWorld();
    const socket = await world.ready();
    world.chat.send('Hello');
    socket.drop();
    await world.advance(1_000);
    world.socket().accept();
    world.socket().batch();
    await world.advance(1_000);
    world.socket().event(agentMessage(5, 'Hello to you'));
    await world.advance(2_000);
    world.socket().accept();
    const { metadata } = socket.sent.find(({ type }) => type === USER) ?? {};
    const echo = { ...wire('USER_MESSAGE', 4, { text: 'Hello', message_id: 'user-4' }), metadata };
    world.socket().batch(echo, agentMessage(5, 'Hello to you'));
    await world.advance(20_000);
    const sent = world.sockets.flatMap((it) => it.sent).filter(({ type }) => type === USER);
    expect({ sends: sent.length, lines: world.lines() }).toEqual({
      sends: 1,
      lines: ['user: Hello [sent]', 'agent: Hello to you'],
    });
  });
});
