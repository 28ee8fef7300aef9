import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import type { ServerEventKind } from '../../../src/protocol/events.ts';
import { startWithFaults } from '../faults/control-client.ts';
import { newSession, openSocket, type Socket } from '../support/visitor.ts';
import { joinDesk, type LiveAgentClient, openPage, post } from './live-agent.ts';

/** A greeted visitor. */
async function greetedVisitor(emulator: Emulator, fields: object = {}) {
  const session = await newSession(emulator, fields);
  const socket = await openSocket(emulator, session);
  socket.join();
  await socket.settled();
  return { id: session.id, session, socket };
}

/** A visitor who has asked for a live agent, and the live agent who was at the desk. */
async function startWithWaitingVisitor(name = 'Ada') {
  const lines: string[] = [];
  const { emulator, clock } = await startWithFaults({ log: (line) => lines.push(line) });
  const person = await joinDesk(emulator, name);
  const visitor = await greetedVisitor(emulator);
  visitor.socket.say('human');
  await person.until(() => person.desk().chats.length === 1);
  return { emulator, clock, lines, person, ...visitor };
}

async function startWithAttendedVisitor() {
  const all = await startWithWaitingVisitor();
  await all.person.post(`chats/${all.id}/take`);
  await all.person.until(() => all.person.desk().chats[0]?.state === 'mine');
  await all.socket.settled();
  return all;
}

/** The events of a kind, without id, sequence and time. */
const bodies = (socket: Socket, kind: ServerEventKind) =>
  socket
    .events()
    .filter((event) => event.kind === kind)
    .map(({ id: _, sequence: __, at: ___, kind: ____, ...body }) => body);
const linesOf = (person: Pick<LiveAgentClient, 'entries'>, id: string) =>
  person.entries(id).map(({ by, name, text }) => `${by}${name ? ` ${name}` : ''}: ${text}`);
const ADA = { id: expect.stringMatching(/^agent-[\da-f-]{36}$/), name: 'Ada' };

describe('a visitor who asks for a live agent', () => {
  it('a visitor waits for the desk in the order of requests, and is told when the position changes', async () => {
    const { emulator, clock, person, id, socket } = await startWithWaitingVisitor();
    clock.advance(1_000);
    const second = await greetedVisitor(emulator);
    second.socket.say('human');
    await second.socket.until('handoffQueueStatus');
    await person.until(() => person.desk().chats.length === 2);
    expect(person.desk()).toEqual({
      name: 'Ada',
      available: true,
      chats: [
        { id, state: 'waiting', since: clock.now() - 1_000, language: 'en' },
        { id: second.id, state: 'waiting', since: clock.now(), language: 'en' },
      ],
    });
    await person.post(`chats/${id}/take`);
    await second.socket.settled();
    expect(bodies(socket, 'handoffQueueStatus')).toEqual([
      { queueName: 'Customer care', position: 1, estimatedWaitSeconds: 30, displayMessage: 'You are next.' },
    ]);
    expect(bodies(second.socket, 'handoffQueueStatus')).toEqual([
      { queueName: 'Customer care', position: 2, estimatedWaitSeconds: 60 },
      // The first visitor was taken at once.
      { queueName: 'Customer care', position: 1, estimatedWaitSeconds: 5, displayMessage: 'You are next.' },
    ]);
  });

  it('the script answers while nobody at the desk is available', async () => {
    const { emulator } = await startWithFaults();
    const first = await greetedVisitor(emulator);
    first.socket.say('human');
    await first.socket.until('liveAgentMessage');
    const person = await joinDesk(emulator);
    await person.post('available', { available: false });
    await person.until(() => !person.desk().available);
    const second = await greetedVisitor(emulator);
    second.socket.say('human');
    await second.socket.until('liveAgentMessage');
    expect(person.desk().chats).toEqual([]);
  });

  it('a waiting visitor gets answers of the agent, and none of the script after that', async () => {
    const { person, id, socket } = await startWithWaitingVisitor();
    socket.say('delivery');
    await socket.settled();
    expect(bodies(socket, 'agentMessage').at(-1)).toMatchObject({
      text: expect.stringMatching(/working days[\s\S]*A colleague is still on the way to you\.$/),
      person: { name: 'Iris' },
    });
    const before = socket.events().length;
    await person.post(`chats/${id}/take`);
    socket.say('bye');
    await socket.settled();
    expect(
      socket
        .events()
        .slice(before)
        .map(({ kind }) => kind),
    ).toEqual(['liveAgentJoined', 'userMessage', 'heartbeat']);
  });

  it('a visitor returns to the agent only after the wait that they were told', async () => {
    const { emulator, clock } = await startWithFaults();
    await joinDesk(emulator);
    const visitors: Awaited<ReturnType<typeof greetedVisitor>>[] = [];
    for (let count = 0; count < 7; count += 1) {
      const visitor = await greetedVisitor(emulator);
      visitor.socket.say('human');
      await visitor.socket.until('handoffQueueStatus');
      visitors.push(visitor);
    }
    const told = async () => {
      for (const { socket } of visitors) await socket.settled();
      return visitors.map(({ socket }) =>
        bodies(socket, 'handoffTimeout').length > 0
          ? 'gone'
          : (bodies(socket, 'handoffQueueStatus').at(-1) as { estimatedWaitSeconds: number })
              .estimatedWaitSeconds,
      );
    };
    expect(await told()).toEqual([30, 60, 90, 120, 150, 180, 210]);
    clock.advance(179_999);
    expect(await told()).toEqual([30, 60, 90, 120, 150, 180, 210]);
    clock.advance(1);
    expect(await told()).toEqual(['gone', 30, 60, 90, 120, 150, 180]);
    clock.advance(29_999);
    expect(await told()).toEqual(['gone', 30, 60, 90, 120, 150, 180]);
    clock.advance(1);
    expect(await told()).toEqual(['gone', 'gone', 30, 60, 90, 120, 150]);
  });

  it('a visitor returns to the agent after three minutes without a live agent', async () => {
    const { clock, person, id, socket } = await startWithWaitingVisitor();
    clock.advance(179_999);
    await socket.settled();
    expect(bodies(socket, 'handoffTimeout')).toEqual([]);
    clock.advance(1);
    await socket.until('handoffTimeout');
    await person.until(() => person.desk().chats.length === 0);
    socket.say('delivery');
    await socket.settled();
    expect(
      socket
        .events()
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'heartbeat')
        .slice(-7),
    ).toEqual([
      'handoffTimeout',
      'agentJoined',
      'agentThinking',
      'agentMessage',
      'userMessage',
      'agentThinking',
      'agentMessage',
    ]);
    expect(await person.post(`chats/${id}/take`)).toEqual({
      status: 409,
      body: { message: 'Somebody else has taken this visitor, or they are gone', errors: [] },
    });
  });

  it('a visitor leaves the queue a minute after their last page, and finds the agent when they return', async () => {
    const { emulator, clock, lines, person, id, session, socket } = await startWithWaitingVisitor();
    const other = await openSocket(emulator, session);
    await socket.close();
    clock.advance(60_000);
    await other.settled();
    expect(person.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
    await other.close();
    clock.advance(59_999);
    await person.post('available', { available: false });
    await person.until(() => !person.desk().available);
    expect(person.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
    clock.advance(1);
    await person.until(() => person.desk().chats.length === 0);
    expect(lines).toContainEqual(expect.stringMatching(/ does not wait any more \(visitor_gone\)$/));
    const back = await openSocket(emulator, session);
    expect(bodies(back, 'handoffTimeout')).toEqual([{ reason: 'visitor_gone' }]);
    back.say('delivery');
    await back.settled();
    expect(bodies(back, 'agentMessage').at(-1)).toMatchObject({ text: expect.stringMatching(/days/) });
  });

  it('a visitor keeps their place while their page is back within a minute, whenever it goes', async () => {
    const { emulator, clock, person, id, session, socket } = await startWithWaitingVisitor();
    await socket.close();
    clock.advance(59_000);
    const second = await openSocket(emulator, session);
    clock.advance(30_000);
    await second.close();
    clock.advance(59_000);
    const third = await openSocket(emulator, session);
    clock.advance(30_000);
    await third.settled();
    expect(bodies(third, 'handoffTimeout')).toEqual([]);
    expect(person.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
  });

  it('a visitor stays with the live agent who has taken them, however long their page is gone', async () => {
    const { clock, person, id, socket } = await startWithWaitingVisitor();
    await socket.close();
    clock.advance(30_000);
    await person.post(`chats/${id}/take`);
    await person.until(() => person.desk().chats[0]?.state === 'mine');
    clock.advance(300_000);
    await person.post('available', { available: false });
    await person.until(() => !person.desk().available);
    expect(person.desk().chats).toMatchObject([{ id, state: 'mine' }]);
    await person.post(`chats/${id}/leave`);
    await person.until(() => person.desk().chats[0]?.state === 'waiting');
    clock.advance(60_000);
    await person.until(() => person.desk().chats.length === 0);
  });

  it('a visitor who ends the chat leaves the desk', async () => {
    const { person, id, socket } = await startWithWaitingVisitor();
    socket.send({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {} });
    await person.until(() => person.desk().chats.length === 0);
    expect(linesOf(person, id).slice(-2)).toEqual(['note: userEndSession', 'note: sessionEnd']);
  });

  it('the script answers a request for a person in a debug chat, because nobody can wait there', async () => {
    const { emulator } = await startWithFaults();
    const person = await joinDesk(emulator);
    const call = (path: string, body: object) =>
      fetch(`${emulator.baseUrl}/v1/agents/shop/debug-chat${path}`, {
        method: 'POST',
        headers: { 'X-API-KEY': emulator.baseKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientEnv: 'live', ...body }),
      });
    await call('', { conversationId: 'd-1' });
    const answer = await (await call('/d-1', { message: 'human' })).json();
    expect(answer).toMatchObject({ response: expect.stringContaining('Noor') });
    expect(person.desk().chats).toEqual([]);
  });
});

describe('a live agent at the desk', () => {
  it('a live agent sees their own visitors first, then waiting ones, the oldest of each first', async () => {
    const { emulator, clock, person, id } = await startWithWaitingVisitor();
    const ids = [id];
    for (let count = 0; count < 3; count += 1) {
      clock.advance(1_000);
      const visitor = await greetedVisitor(emulator);
      visitor.socket.say('human');
      await person.until(() => person.desk().chats.length === ids.length + 1);
      ids.push(visitor.id);
    }
    for (const nth of [3, 1]) {
      clock.advance(1_000);
      await person.post(`chats/${ids[nth]}/take`);
      await person.until(() => person.desk().chats.some((it) => it.id === ids[nth] && it.state === 'mine'));
    }
    expect(person.desk().chats.map((it) => ids.indexOf(it.id))).toEqual([3, 1, 0, 2]);
  });

  it('a live agent sees the earlier messages, streamed ones joined, and every later one', async () => {
    const { emulator } = await startWithFaults();
    const person = await joinDesk(emulator);
    const { id, socket } = await greetedVisitor(emulator, { streaming_enabled: true });
    socket.say('image');
    socket.say('human');
    await person.until(() => person.desk().chats.length === 1);
    socket.say('Hello?');
    await person.until(() => person.entries(id).some(({ text }) => text === 'Hello?'));
    expect(linesOf(person, id)).toEqual([
      'note Iris: agentJoined',
      expect.stringMatching(/^agent: Hi, I am \*\*Iris\*\* from Lumen & Oak\..* How can I help\?$/),
      'visitor: image',
      'agent: This is how the vase looks in daylight:',
      'visitor: human',
      'note: agentTriggeredHandoff',
      'visitor: Hello?',
      'agent Iris: A colleague is already on the way to you.',
    ]);
    expect(person.entries(id)[3]).toMatchObject({ attachmentTitles: 'Vase “Reed”, stoneware' });
    const late = await joinDesk(emulator, 'Late');
    expect(late.entries(id)).toEqual(person.entries(id));
  });

  it('a visitor who is taken gets the live agent’s name, typing and messages', async () => {
    const { person, id, socket } = await startWithAttendedVisitor();
    expect(person.desk().chats).toMatchObject([{ id, state: 'mine' }]);
    await person.post(`chats/${id}/typing`, { state: 'started' });
    await person.post(`chats/${id}/typing`, { state: 'stopped' });
    const messageId = randomUUID();
    await person.post(`chats/${id}/message`, { id: messageId, text: 'Good **morning**' });
    await socket.until('liveAgentMessage');
    expect(bodies(socket, 'liveAgentJoined')).toEqual([{ person: ADA }]);
    expect(bodies(socket, 'liveAgentTyping')).toEqual(
      ['started', 'stopped', 'stopped'].map((state) => ({ state, person: ADA })),
    );
    expect(bodies(socket, 'liveAgentMessage')).toEqual([
      {
        messageId,
        text: 'Good **morning**',
        attachments: [],
        suggestions: [],
        callActions: [],
        person: ADA,
        endsConversation: false,
      },
    ]);
    await person.until(() => person.entries(id).at(-1)?.id === messageId);
    expect(linesOf(person, id).slice(-2)).toEqual([
      'note Ada: liveAgentJoined',
      'person Ada: Good **morning**',
    ]);
  });

  it('a live agent’s message is sent once when it is posted twice, as after a lost answer', async () => {
    const { person, id, socket } = await startWithAttendedVisitor();
    const message = { id: randomUUID(), text: 'Once' };
    expect((await person.post(`chats/${id}/message`, message)).status).toBe(204);
    expect((await person.post(`chats/${id}/message`, message)).status).toBe(204);
    await socket.settled();
    expect(bodies(socket, 'liveAgentMessage')).toHaveLength(1);
  });

  it('a live agent sees the visitor typing until they stop, send, leave or report no more typing', async () => {
    const { clock, person, id, socket, session, emulator } = await startWithAttendedVisitor();
    const type = (state: string) =>
      socket.send({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: `TYPING_STATE_${state}` } });
    const typing = (is: boolean) => person.until(() => person.isTyping(id) === is);
    type('STARTED');
    await typing(true);
    type('STOPPED');
    await typing(false);
    type('STARTED');
    await typing(true);
    socket.say('There');
    await typing(false);
    type('STARTED');
    await typing(true);
    clock.advance(5_000);
    type('STARTED');
    await socket.settled();
    clock.advance(7_999);
    await socket.settled();
    expect(person.isTyping(id)).toBe(true);
    clock.advance(1);
    await typing(false);
    const other = await openSocket(emulator, session);
    other.send({ type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } });
    await typing(true);
    await socket.close();
    expect(person.isTyping(id)).toBe(true);
    await other.close();
    await typing(false);
  });

  it('a live agent leaves, and another one takes over', async () => {
    const { emulator, person, id, socket } = await startWithAttendedVisitor();
    const colleague = await joinDesk(emulator, 'Grace');
    expect(colleague.desk().chats).toEqual([]);
    await person.post(`chats/${id}/leave`);
    await colleague.until(() => colleague.desk().chats.length === 1);
    expect(linesOf(colleague, id).slice(-2)).toEqual([
      'note Ada: liveAgentJoined',
      'note Ada: liveAgentLeft',
    ]);
    await colleague.post(`chats/${id}/take`);
    await person.until(() => person.desk().chats.length === 0);
    await socket.settled();
    expect(bodies(socket, 'liveAgentLeft')).toEqual([{ person: ADA, reason: 'left' }]);
    expect(bodies(socket, 'handoffQueueStatus')).toHaveLength(2);
    expect(bodies(socket, 'liveAgentJoined')).toMatchObject([{ person: ADA }, { person: { name: 'Grace' } }]);
    expect((await person.post(`chats/${id}/message`, { id: randomUUID(), text: 'Still me' })).status).toBe(
      404,
    );
    expect(bodies(socket, 'liveAgentMessage')).toEqual([]);
  });

  it('a live agent hands the visitor back to the agent, and the agent sends a message', async () => {
    const { person, id, socket } = await startWithAttendedVisitor();
    await person.post(`chats/${id}/hand-back`);
    await person.until(() => person.desk().chats.length === 0);
    socket.say('delivery');
    await socket.settled();
    expect(bodies(socket, 'liveAgentLeft')).toEqual([{ person: ADA, reason: 'handed_back' }]);
    expect(bodies(socket, 'agentMessage').slice(1)).toMatchObject([
      { text: 'I am with you again. Is there anything else I can do?', person: { name: 'Iris' } },
      { text: expect.stringMatching(/days/) },
    ]);
  });

  it('a live agent ends the chat', async () => {
    const { person, id, socket, emulator } = await startWithAttendedVisitor();
    await person.post(`chats/${id}/end`);
    expect(await socket.closed).toBe(1000);
    await person.until(() => person.desk().chats.length === 0);
    expect(
      emulator
        .journalOf(id)
        .slice(-2)
        .map(({ kind }) => kind),
    ).toEqual(['liveAgentLeft', 'sessionEnd']);
  });

  it('a live agent cannot take a visitor of another one', async () => {
    const { emulator, person, id } = await startWithWaitingVisitor();
    const colleague = await joinDesk(emulator, 'Grace');
    const answers = await Promise.all([person, colleague].map((agent) => agent.post(`chats/${id}/take`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('a live agent keeps their visitors over a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
    const journal = join(folder, 'platform.sqlite');
    const first = await startWithFaults({ journal });
    const person = await joinDesk(first.emulator);
    const visitors = [
      await greetedVisitor(first.emulator),
      await greetedVisitor(first.emulator),
      await greetedVisitor(first.emulator),
    ];
    for (const { socket } of visitors) {
      socket.say('human');
      await socket.settled();
    }
    const [mine, waiting, given] = visitors.map(({ id }) => id);
    for (const id of [mine, given]) await person.post(`chats/${id}/take`);
    await person.post(`chats/${mine}/message`, { id: randomUUID(), text: 'Before' });
    await first.emulator.close();

    const { emulator, clock } = await startWithFaults({ journal });
    const portOf = (emulator: Emulator) => new URL(emulator.messagingUrl).port;
    const cookie = person.cookie.replace(portOf(first.emulator), portOf(emulator));
    const again = await openPage(emulator, cookie);
    expect(again.desk().chats.map(({ id, state }) => [id, state])).toEqual([
      [mine, 'mine'],
      [given, 'mine'],
      [waiting, 'waiting'],
    ]);
    expect(linesOf(again, mine ?? '').slice(-2)).toEqual(['note Ada: liveAgentJoined', 'person Ada: Before']);
    expect((await post(emulator, cookie, `chats/${given}/hand-back`)).status).toBe(204);
    clock.advance(180_000);
    const kinds = (id = '') => emulator.journalOf(id).map(({ kind }) => kind);
    expect(kinds(mine).at(-1)).toBe('liveAgentMessage');
    expect(kinds(waiting).slice(-3)).toEqual(['handoffTimeout', 'agentJoined', 'agentMessage']);
    expect(kinds(given).slice(-3)).toEqual(['liveAgentLeft', 'agentJoined', 'agentMessage']);
    again.close();
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  it('a live agent speaks only to visitors who were told that they joined, even after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
    const options = { journal: join(folder, 'platform.sqlite'), pace: { wordMs: 40, thinkingMs: 400 } };
    const first = await startWithFaults(options);
    const person = await joinDesk(first.emulator);
    const waiting = await greetedVisitor(first.emulator);
    const taken = await greetedVisitor(first.emulator);
    first.clock.advance(20_000);
    for (const { socket } of [waiting, taken]) {
      socket.say('human');
      await socket.settled();
    }
    // The platform stops after the first event of the handoff.
    first.clock.advance(400);
    await person.post(`chats/${taken.id}/take`);
    await first.emulator.close();

    const second = await startWithFaults(options);
    const handoffOf = ({ journalOf }: Emulator, id: string) => {
      const kinds = journalOf(id).map(({ kind }) => kind);
      return kinds.slice(kinds.indexOf('agentTriggeredHandoff'));
    };
    const accepted = ['agentTriggeredHandoff', 'agentLeft', 'handoffAccepted'];
    expect(handoffOf(second.emulator, waiting.id)).toEqual([...accepted, 'handoffQueueStatus']);
    expect(handoffOf(second.emulator, taken.id)).toEqual([...accepted, 'liveAgentJoined']);
    await second.emulator.close();
    // Events that the visitor has had are not repeated.
    const { emulator } = await startWithFaults(options);
    expect(handoffOf(emulator, taken.id)).toEqual([...accepted, 'liveAgentJoined']);
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  it('a live agent who stays away after a restart loses their visitors to the queue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
    const journal = join(folder, 'platform.sqlite');
    const first = await startWithFaults({ journal });
    const person = await joinDesk(first.emulator);
    const { id, socket } = await greetedVisitor(first.emulator);
    socket.say('human');
    await socket.settled();
    await person.post(`chats/${id}/take`);
    await first.emulator.close();
    const { emulator, clock } = await startWithFaults({ journal });
    clock.advance(30_000);
    const colleague = await joinDesk(emulator, 'Grace');
    expect(colleague.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  it('a live agent can reload the page, and loses their visitors when they stay away', async () => {
    const { emulator, clock, lines, person, id, socket } = await startWithAttendedVisitor();
    person.close();
    await expect.poll(() => lines.at(-1)).toMatch(/^desk: agent-.* closed a page$/);
    clock.advance(10_000);
    const again = await openPage(emulator, person.cookie);
    expect(again.desk().chats).toMatchObject([{ id, state: 'mine' }]);
    clock.advance(60_000);
    await socket.settled();
    again.close();
    await expect.poll(() => lines.filter((line) => line.endsWith(' closed a page'))).toHaveLength(2);
    clock.advance(29_999);
    await socket.settled();
    expect(bodies(socket, 'liveAgentLeft')).toEqual([]);
    clock.advance(1);
    await socket.until('liveAgentLeft');
    expect(bodies(socket, 'liveAgentLeft')).toEqual([{ person: ADA, reason: 'disconnected' }]);
    const colleague = await joinDesk(emulator, 'Grace');
    expect(colleague.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
  });
});
