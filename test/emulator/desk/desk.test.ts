import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/index.ts';
import type { ServerEventKind } from '../../../src/protocol/events.ts';
import { faulty } from '../faults/order.ts';
import { newSession, openSocket, type Socket } from '../visitor.ts';
import { openPage, type Person, post, sitDown } from './person.ts';

/** A visitor who was greeted. */
async function arrive(emulator: Emulator, fields: object = {}) {
  const session = await newSession(emulator, fields);
  const socket = await openSocket(emulator, session);
  socket.join();
  await socket.settled();
  return { id: session.id, session, socket };
}

/** A visitor who has asked for a person, and the person who was there. */
async function asked(name = 'Ada') {
  const lines: string[] = [];
  const { emulator, clock } = await faulty({ log: (line) => lines.push(line) });
  const person = await sitDown(emulator, name);
  const visitor = await arrive(emulator);
  visitor.socket.say('human');
  await person.until(() => person.desk().chats.length === 1);
  return { emulator, clock, lines, person, ...visitor };
}

async function attended() {
  const all = await asked();
  await all.person.post(`chats/${all.id}/take`);
  await all.person.until(() => all.person.desk().chats[0]?.state === 'mine');
  await all.socket.settled();
  return all;
}

/** What was said of a kind, without its stamp. */
const bodies = (socket: Socket, kind: ServerEventKind) =>
  socket
    .events()
    .filter((it) => it.kind === kind)
    .map(({ id: _, sequence: __, at: ___, kind: ____, ...body }) => body);
const told = (person: Pick<Person, 'entries'>, id: string) =>
  person.entries(id).map(({ by, name, text }) => `${by}${name ? ` ${name}` : ''}: ${text}`);
const ADA = { id: expect.stringMatching(/^agent-[\da-f-]{36}$/), name: 'Ada' };

describe('a visitor who asks for a person', () => {
  it('waits for whoever is at the desk, in the order of asking, and hears when the others move on', async () => {
    const { emulator, clock, person, id, socket } = await asked();
    clock.advance(1_000);
    const second = await arrive(emulator);
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
      { queueName: 'Customer care', position: 1, estimatedWaitSeconds: 30, displayMessage: 'You are next.' },
    ]);
  });

  it('is answered by the script when nobody is at the desk, or nobody is available', async () => {
    const { emulator } = await faulty();
    const first = await arrive(emulator);
    first.socket.say('human');
    await first.socket.until('liveAgentMessage');
    const person = await sitDown(emulator);
    await person.post('available', { available: false });
    await person.until(() => !person.desk().available);
    const second = await arrive(emulator);
    second.socket.say('human');
    await second.socket.until('liveAgentMessage');
    expect(person.desk().chats).toEqual([]);
  });

  it('hears nothing of the script while they wait or talk to a person', async () => {
    const { person, id, socket } = await asked();
    socket.say('delivery');
    await socket.settled();
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

  it('goes on with the agent after three minutes without a person', async () => {
    const { clock, person, id, socket } = await asked();
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

  it('is gone from the desk when they end the chat', async () => {
    const { person, id, socket } = await asked();
    socket.send({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {} });
    await person.until(() => person.desk().chats.length === 0);
    expect(told(person, id).slice(-2)).toEqual(['note: userEndSession', 'note: sessionEnd']);
  });

  it('of a debug chat is answered by the script: a request cannot wait for a person', async () => {
    const { emulator } = await faulty();
    const person = await sitDown(emulator);
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

describe('a person at the desk', () => {
  it('reads what was said before, streams put together, and what is said from then on', async () => {
    const { emulator } = await faulty();
    const person = await sitDown(emulator);
    const { id, socket } = await arrive(emulator, { streaming_enabled: true });
    socket.say('image');
    socket.say('human');
    await person.until(() => person.desk().chats.length === 1);
    socket.say('Hello?');
    await person.until(() => person.entries(id).some(({ text }) => text === 'Hello?'));
    expect(told(person, id)).toEqual([
      'note Iris: agentJoined',
      expect.stringMatching(/^agent: Hi, I am \*\*Iris\*\* from Lumen & Oak\..* How can I help\?$/),
      'visitor: image',
      'agent: This is how the vase looks in daylight:',
      'visitor: human',
      'note: agentTriggeredHandoff',
      'visitor: Hello?',
    ]);
    expect(person.entries(id)[3]).toMatchObject({ enclosed: 'Vase “Reed”, stoneware' });
    const late = await sitDown(emulator, 'Late');
    expect(late.entries(id)).toEqual(person.entries(id));
  });

  it('takes a visitor, who hears their name, their typing and their words', async () => {
    const { person, id, socket } = await attended();
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
    expect(told(person, id).slice(-2)).toEqual(['note Ada: liveAgentJoined', 'person Ada: Good **morning**']);
  });

  it('says a message once that comes twice, as after a lost answer', async () => {
    const { person, id, socket } = await attended();
    const message = { id: randomUUID(), text: 'Once' };
    expect((await person.post(`chats/${id}/message`, message)).status).toBe(204);
    expect((await person.post(`chats/${id}/message`, message)).status).toBe(204);
    await socket.settled();
    expect(bodies(socket, 'liveAgentMessage')).toHaveLength(1);
  });

  it('sees the visitor type, until they stop, send, leave, or say no more of it', async () => {
    const { clock, person, id, socket, session, emulator } = await attended();
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

  it('leaves, and somebody else takes over', async () => {
    const { emulator, person, id, socket } = await attended();
    const colleague = await sitDown(emulator, 'Grace');
    expect(colleague.desk().chats).toEqual([]);
    await person.post(`chats/${id}/leave`);
    await colleague.until(() => colleague.desk().chats.length === 1);
    expect(told(colleague, id).slice(-2)).toEqual(['note Ada: liveAgentJoined', 'note Ada: liveAgentLeft']);
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

  it('hands back to the agent, who speaks at once', async () => {
    const { person, id, socket } = await attended();
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

  it('ends the chat', async () => {
    const { person, id, socket, emulator } = await attended();
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

  it('cannot take a visitor whom somebody else has', async () => {
    const { emulator, person, id } = await asked();
    const colleague = await sitDown(emulator, 'Grace');
    const answers = await Promise.all([person, colleague].map((it) => it.post(`chats/${id}/take`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('and their visitors are where they were after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
    const journal = join(folder, 'platform.sqlite');
    const first = await faulty({ journal });
    const person = await sitDown(first.emulator);
    const visitors = [
      await arrive(first.emulator),
      await arrive(first.emulator),
      await arrive(first.emulator),
    ];
    for (const { socket } of visitors) {
      socket.say('human');
      await socket.settled();
    }
    const [mine, waiting, given] = visitors.map(({ id }) => id);
    for (const id of [mine, given]) await person.post(`chats/${id}/take`);
    await person.post(`chats/${mine}/message`, { id: randomUUID(), text: 'Before' });
    await first.emulator.close();

    const { emulator, clock } = await faulty({ journal });
    const portOf = (it: Emulator) => new URL(it.messagingUrl).port;
    const cookie = person.cookie.replace(portOf(first.emulator), portOf(emulator));
    const again = await openPage(emulator, cookie);
    expect(again.desk().chats.map(({ id, state }) => [id, state])).toEqual([
      [waiting, 'waiting'],
      [mine, 'mine'],
      [given, 'mine'],
    ]);
    expect(told(again, mine ?? '').slice(-2)).toEqual(['note Ada: liveAgentJoined', 'person Ada: Before']);
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

  it('speaks to nobody who has not heard them come, even when the platform stopped in between', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
    const options = { journal: join(folder, 'platform.sqlite'), pace: { wordMs: 40, thinkingMs: 400 } };
    const first = await faulty(options);
    const person = await sitDown(first.emulator);
    const waiting = await arrive(first.emulator);
    const taken = await arrive(first.emulator);
    first.clock.advance(20_000);
    for (const { socket } of [waiting, taken]) {
      socket.say('human');
      await socket.settled();
    }
    // Only the first sign of the handoff is out, then the platform stops.
    first.clock.advance(400);
    await person.post(`chats/${taken.id}/take`);
    await first.emulator.close();

    const second = await faulty(options);
    const handoffOf = ({ journalOf }: Emulator, id: string) => {
      const kinds = journalOf(id).map(({ kind }) => kind);
      return kinds.slice(kinds.indexOf('agentTriggeredHandoff'));
    };
    const accepted = ['agentTriggeredHandoff', 'agentLeft', 'handoffAccepted'];
    expect(handoffOf(second.emulator, waiting.id)).toEqual([...accepted, 'handoffQueueStatus']);
    expect(handoffOf(second.emulator, taken.id)).toEqual([...accepted, 'liveAgentJoined']);
    await second.emulator.close();
    // What they have heard they do not hear again.
    const { emulator } = await faulty(options);
    expect(handoffOf(emulator, taken.id)).toEqual([...accepted, 'liveAgentJoined']);
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  it('who does not come back after a restart loses their visitors to the queue', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-'));
    const journal = join(folder, 'platform.sqlite');
    const first = await faulty({ journal });
    const person = await sitDown(first.emulator);
    const { id, socket } = await arrive(first.emulator);
    socket.say('human');
    await socket.settled();
    await person.post(`chats/${id}/take`);
    await first.emulator.close();
    const { emulator, clock } = await faulty({ journal });
    clock.advance(30_000);
    const colleague = await sitDown(emulator, 'Grace');
    expect(colleague.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  it('may load the page again; who stays away loses their visitors to the queue', async () => {
    const { emulator, clock, lines, person, id, socket } = await attended();
    person.close();
    await expect.poll(() => lines.at(-1)).toMatch(/^desk: agent-.* closed a page$/);
    clock.advance(10_000);
    const again = await openPage(emulator, person.cookie);
    expect(again.desk().chats).toMatchObject([{ id, state: 'mine' }]);
    clock.advance(60_000);
    await socket.settled();
    again.close();
    await expect.poll(() => lines.filter((it) => it.endsWith(' closed a page'))).toHaveLength(2);
    clock.advance(29_999);
    await socket.settled();
    expect(bodies(socket, 'liveAgentLeft')).toEqual([]);
    clock.advance(1);
    await socket.until('liveAgentLeft');
    expect(bodies(socket, 'liveAgentLeft')).toEqual([{ person: ADA, reason: 'disconnected' }]);
    const colleague = await sitDown(emulator, 'Grace');
    expect(colleague.desk().chats).toMatchObject([{ id, state: 'waiting' }]);
  });
});
