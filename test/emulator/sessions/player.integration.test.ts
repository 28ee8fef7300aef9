import { describe, expect, it } from 'vitest';
import type { ModelReply, Say, Step } from '../../../src/emulator/agent/answer.ts';
import { startEmulator } from '../../../src/emulator/index.ts';
import { createPlayer } from '../../../src/emulator/sessions/player.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { kindsOf, newSession, openSocket } from '../support/visitor.ts';

const step = (inMs: number, languageCode: string): Step => ({
  inMs,
  body: { kind: 'languageChanged', languageCode },
});

function playing() {
  const clock = createFakeClock();
  const said: string[] = [];
  const player = createPlayer(clock, (body) => {
    if (body.kind === 'languageChanged') said.push(body.languageCode);
  });
  return { clock, said, player };
}

/** A visitor asks for a person and, `afterMs` later, about delivery; then a minute passes. */
async function asksWhileWaiting(afterMs: number, session: object = {}) {
  const clock = createFakeClock();
  const emulator = await startEmulator({ clock });
  const socket = await openSocket(emulator, await newSession(emulator, session));
  socket.join();
  await socket.settled();
  clock.advance(10_000);
  socket.say('human');
  await socket.settled();
  clock.advance(afterMs);
  socket.say('delivery');
  await socket.settled();
  clock.advance(60_000);
  await socket.settled();
  return { emulator, socket };
}

describe('the player', () => {
  it('plays steps that are due immediately and waits for the others', () => {
    const { clock, said, player } = playing();
    player.play([step(0, 'a'), step(0, 'b'), step(10, 'c'), step(0, 'd'), step(5, 'e')]);
    expect(said).toEqual(['a', 'b']);
    clock.advance(9);
    expect(said).toEqual(['a', 'b']);
    clock.advance(1);
    expect(said).toEqual(['a', 'b', 'c', 'd']);
    clock.advance(5);
    expect([said, clock.waiting()]).toEqual([['a', 'b', 'c', 'd', 'e'], 0]);
  });

  it('plays one answer after the other', () => {
    const { clock, said, player } = playing();
    player.play([step(10, 'a'), step(10, 'b')]);
    player.play([step(0, 'c'), step(10, 'd')]);
    clock.advance(20);
    expect(said).toEqual(['a', 'b', 'c']);
    clock.advance(10);
    expect(said).toEqual(['a', 'b', 'c', 'd']);
  });

  it('waits for a model reply, and ignores its events after being disposed', async () => {
    const { clock, said, player } = playing();
    const speakers: { say: Say; end: () => void; signal: AbortSignal }[] = [];
    const reply: ModelReply = {
      generate: (say, signal) => new Promise((end) => void speakers.push({ say, end, signal })),
    };
    const sayNow = (at: number, languageCode: string) =>
      speakers[at]?.say({ kind: 'languageChanged', languageCode });
    player.play([step(10, 'a'), reply, step(10, 'd')]);
    player.play([reply, step(0, 'f')]);
    clock.advance(10);
    sayNow(0, 'b');
    clock.advance(1000);
    sayNow(0, 'c');
    expect([said, speakers.length]).toEqual([['a', 'b', 'c'], 1]);
    speakers[0]?.end();
    await Promise.resolve();
    clock.advance(10);
    expect([said, speakers.length]).toEqual([['a', 'b', 'c', 'd'], 2]);
    player.dispose();
    sayNow(1, 'e');
    speakers[1]?.end();
    await Promise.resolve();
    expect([said, speakers[1]?.signal.aborted]).toEqual([['a', 'b', 'c', 'd'], true]);
  });

  it('plays nothing after being disposed, even from its own callback', () => {
    const clock = createFakeClock();
    const said: string[] = [];
    const player = createPlayer(clock, (body) => {
      said.push(body.kind);
      player.dispose();
    });
    player.play([step(1, 'a'), step(0, 'b'), step(1, 'c')]);
    clock.advance(10);
    player.dispose();
    expect([said, clock.waiting()]).toEqual([['languageChanged'], 0]);
  });
});

describe('the agent of a session', () => {
  it('the agent keeps its pace while nobody is connected, and stores everything in the history', async () => {
    const clock = createFakeClock();
    const emulator = await startEmulator({ clock, pace: { wordMs: 10, thinkingMs: 100 } });
    const session = await newSession(emulator, { streaming_enabled: true });
    const socket = await openSocket(emulator, session);
    socket.join();
    await socket.settled();
    clock.advance(10_000);
    const greeted = emulator.journalOf(session.id).length;
    socket.say('long 5');
    await socket.settled();
    clock.advance(100 + 2 * 10);
    expect(emulator.journalOf(session.id)).toHaveLength(greeted + 1 + 3);
    emulator.terminateConnections(session.id);
    clock.advance(20);
    const resumed = await openSocket(emulator, session, { cursor: String(greeted + 1 + 3) });
    expect(resumed.events()).toMatchObject([
      { kind: 'agentMessageChunk', chunkIndex: 4, text: '4 ', isComplete: false },
      { kind: 'agentMessageChunk', chunkIndex: 5, text: '5', isComplete: true },
    ]);
    await emulator.close();
  });

  it('the agent answers messages during the wait itself, and then brings a live agent', async () => {
    const { emulator, socket } = await asksWhileWaiting(3_000, { streaming_enabled: true });
    const kinds = kindsOf(socket);
    expect(kinds.slice(kinds.indexOf('agentTriggeredHandoff'))).toEqual([
      'agentTriggeredHandoff',
      'agentLeft',
      'handoffAccepted',
      'handoffQueueStatus',
      'userMessage',
      'agentThinking',
      'agentMessage',
      'handoffQueueStatus',
      'handoffQueueStatus',
      'liveAgentJoined',
      'liveAgentTyping',
      'liveAgentTyping',
      'liveAgentMessage',
    ]);
    await emulator.close();
  });

  it('the agent leaves a message to a live agent who joins before it has answered', async () => {
    const { emulator, socket } = await asksWhileWaiting(6_000);
    const kinds = kindsOf(socket);
    expect(kinds.slice(kinds.lastIndexOf('handoffQueueStatus') + 1)).toEqual([
      'userMessage',
      'agentThinking',
      'liveAgentJoined',
      'liveAgentTyping',
      'liveAgentTyping',
      'liveAgentMessage',
    ]);
    await emulator.close();
  });
});
