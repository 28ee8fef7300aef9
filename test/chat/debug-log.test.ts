import { describe, expect, it } from 'vitest';
import type { DebugEntry } from '../../src/chat/index.ts';
import { replay } from '../../src/chat/replay.ts';
import {
  agentMessage,
  chunk,
  createWorld,
  GRANT,
  sessionStart,
  thinking,
  wire,
} from '../support/chat-world.ts';

/** A conversation with a little of everything, and what its hook got. */
async function recorded() {
  const log: DebugEntry[] = [];
  const world = createWorld({ onDebug: (entry) => log.push(entry) });
  const socket = await world.ready();
  socket.event(agentMessage(4, 'Hello', { response_suggestions: [{ message_text: 'Prices' }] }));
  world.chat.send('Where is my order?');
  await world.advance(100);
  socket.echo('EVENT_TYPE_USER_MESSAGE', 5);
  socket.event(thinking());
  socket.event(chunk(6, 'answer', 1, 'On its '));
  socket.text('{"type":');
  socket.binary();
  socket.event(wire('A_TYPE_OF_TOMORROW', 7));
  socket.drop();
  await world.advance(1_500);
  world.socket().accept();
  world.socket().batch(sessionStart(), chunk(8, 'answer', 2, 'way.', true));
  await world.advance(300);
  world.chat.send('Thanks');
  return { log, world };
}

describe('the debug hook', () => {
  it('gets every frame of both directions as it was, and every loss with its reason', async () => {
    const { log } = await recorded();
    const frames = log.flatMap((entry) => {
      if ('in' in entry) return entry.in.is === 'frame' ? [`in ${entry.in.text}`] : [];
      if (entry.out.do === 'send-frame') return [`out ${JSON.parse(entry.out.text).type}`];
      return entry.out.do === 'emit' && entry.out.name === 'dropped'
        ? [`dropped ${entry.out.detail.reason}`]
        : [];
    });
    expect(frames.slice(4)).toEqual([
      `in ${JSON.stringify(agentMessage(4, 'Hello', { response_suggestions: [{ message_text: 'Prices' }] }))}`,
      'out EVENT_TYPE_USER_MESSAGE',
      expect.stringContaining('"id":"echo-5"'),
      `in ${JSON.stringify(thinking())}`,
      `in ${JSON.stringify(chunk(6, 'answer', 1, 'On its '))}`,
      'in {"type":',
      'dropped not JSON',
      'dropped binary',
      `in ${JSON.stringify(wire('A_TYPE_OF_TOMORROW', 7))}`,
      'dropped unknown type EVENT_TYPE_A_TYPE_OF_TOMORROW',
      expect.stringContaining('EVENT_TYPE_EVENT_BATCH'),
      'out EVENT_TYPE_USER_MESSAGE',
    ]);
  });

  it('gets no access token, wherever one stands', async () => {
    const token = 'a"b\\c.d+e/f=';
    const log: DebugEntry[] = [];
    const world = createWorld({
      answers: () => ({ status: 201, body: { ...GRANT, access_token: token } }),
      onDebug: (entry) => log.push(entry),
    });
    const socket = await world.begin();
    socket.text(JSON.stringify({ leaked: token }));
    const said = JSON.stringify(log);
    expect(log.length).toBeGreaterThan(4);
    for (const spelled of [token, JSON.stringify(token), encodeURIComponent(token), 'd+e', 'd%2Be']) {
      expect(said).not.toContain(spelled);
    }
    expect(socket.url.searchParams.get('access_token')).toBe(token);
  });

  it('disturbs nothing when it throws', async () => {
    const reported: unknown[] = [];
    const world = createWorld({
      onDebug() {
        throw new Error('a bug of the page');
      },
    });
    const listen = (error: unknown) => reported.push(error);
    process.on('uncaughtException', listen);
    const others = process.listeners('uncaughtException').filter((it) => it !== listen);
    for (const it of others) process.off('uncaughtException', it);
    await world.ready();
    await new Promise((next) => setTimeout(next));
    process.off('uncaughtException', listen);
    for (const it of others) process.on('uncaughtException', it);
    expect({ status: world.chat.connection.value, isReported: reported.length > 0 }).toEqual({
      status: 'online',
      isReported: true,
    });
  });
});

describe('a recorded log', () => {
  it('replayed shows what the visitor saw', async () => {
    const { log, world } = await recorded();
    const saved = log.map((entry) => JSON.stringify(entry)).join('\n');
    const inputs = saved.split('\n').flatMap((line) => {
      const entry = JSON.parse(line) as DebugEntry;
      return 'in' in entry ? [entry.in] : [];
    });
    const last = [...replay(inputs)].at(-1)?.screen;
    const { chat } = world;
    expect(last).toEqual({
      connection: chat.connection.value,
      handoff: chat.handoff.value,
      trouble: chat.trouble.value,
      entries: chat.transcript.value,
      typing: chat.typing.value,
      suggestions: chat.suggestions.value,
      agent: chat.agent.value,
      language: chat.language.value,
    });
    expect(world.lines()).toEqual([
      'agent: Hello',
      'user: Where is my order? [sent]',
      'agent: On its way.',
      'user: Thanks [sending]',
    ]);
  });
});
