import { describe, expect, it } from 'vitest';
import type { DebugEntry } from '../../src/chat/index.ts';
import { replay } from '../../src/chat/shell/replay.ts';
import {
  agentMessage,
  chunk,
  createChatHarness,
  GRANT,
  sessionStart,
  thinking,
  wireEvent,
} from '../support/chat-harness.ts';

/** Conversation with all kinds of events, and the entries that its hook received. */
async function recorded() {
  const log: DebugEntry[] = [];
  const harness = createChatHarness({ onDebug: (entry) => log.push(entry) });
  const socket = await harness.connectAndJoin();
  socket.receiveEvent(agentMessage(4, 'Hello', { response_suggestions: [{ message_text: 'Prices' }] }));
  harness.chat.send('Where is my order?');
  await harness.advance(100);
  socket.echo('EVENT_TYPE_USER_MESSAGE', 5);
  socket.receiveEvent(thinking());
  socket.receiveEvent(chunk(6, 'answer', 1, 'On its '));
  socket.receiveText('{"type":');
  socket.receiveBinary();
  socket.receiveEvent(wireEvent('A_TYPE_OF_TOMORROW', 7));
  socket.drop();
  await harness.advance(1_500);
  harness.socket().accept();
  harness.socket().receiveBatch(sessionStart(), chunk(8, 'answer', 2, 'way.', true));
  await harness.advance(300);
  harness.chat.send('Thanks');
  return { log, harness };
}

describe('the debug hook', () => {
  it('receives every frame of both directions unchanged, and every dropped part with its reason', async () => {
    const { log } = await recorded();
    const frames = log.flatMap((entry) => {
      if ('in' in entry) return entry.in.type === 'frame' ? [`in ${entry.in.text}`] : [];
      if (entry.out.type === 'send-frame') return [`out ${JSON.parse(entry.out.text).type}`];
      return entry.out.type === 'emit' && entry.out.name === 'dropped'
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
      `in ${JSON.stringify(wireEvent('A_TYPE_OF_TOMORROW', 7))}`,
      'dropped unknown type EVENT_TYPE_A_TYPE_OF_TOMORROW',
      expect.stringContaining('EVENT_TYPE_EVENT_BATCH'),
      'out EVENT_TYPE_USER_MESSAGE',
    ]);
  });

  it('receives no access token, in whatever form', async () => {
    const token = 'a"b\\c.d+e/f=';
    const log: DebugEntry[] = [];
    const harness = createChatHarness({
      answers: () => ({ status: 201, body: { ...GRANT, access_token: token } }),
      onDebug: (entry) => log.push(entry),
    });
    const socket = await harness.connect();
    socket.receiveText(JSON.stringify({ leaked: token }));
    const said = JSON.stringify(log);
    expect(log.length).toBeGreaterThan(4);
    for (const spelled of [token, JSON.stringify(token), encodeURIComponent(token), 'd+e', 'd%2Be']) {
      expect(said).not.toContain(spelled);
    }
    expect(socket.url.searchParams.get('access_token')).toBe(token);
  });

  it('a debug hook that throws leaves the chat undisturbed', async () => {
    const reported: unknown[] = [];
    const harness = createChatHarness({
      onDebug() {
        throw new Error('a bug of the page');
      },
    });
    const listen = (error: unknown) => reported.push(error);
    process.on('uncaughtException', listen);
    const others = process.listeners('uncaughtException').filter((listener) => listener !== listen);
    for (const it of others) process.off('uncaughtException', it);
    await harness.connectAndJoin();
    await new Promise((next) => setTimeout(next));
    process.off('uncaughtException', listen);
    for (const it of others) process.on('uncaughtException', it);
    expect({ status: harness.chat.connection.value, isReported: reported.length > 0 }).toEqual({
      status: 'online',
      isReported: true,
    });
  });
});

describe('a recorded log', () => {
  it('a replayed log shows what the visitor saw', async () => {
    const { log, harness } = await recorded();
    const saved = log.map((entry) => JSON.stringify(entry)).join('\n');
    const inputs = saved.split('\n').flatMap((line) => {
      const entry = JSON.parse(line) as DebugEntry;
      return 'in' in entry ? [entry.in] : [];
    });
    const last = [...replay(inputs)].at(-1)?.screen;
    const { chat } = harness;
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
    expect(harness.lines()).toEqual([
      'agent: Hello',
      'user: Where is my order? [sent]',
      'agent: On its way.',
      'user: Thanks [sending]',
    ]);
  });
});
