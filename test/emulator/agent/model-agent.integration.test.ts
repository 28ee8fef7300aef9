import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../../src/emulator/agent/model-agent.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { onBase } from '../hosts/rest/rest-calls.ts';
import { NO_WAIT, newSession, openSocket, type Socket } from '../support/visitor.ts';
import { begins, type ModelServer, openModelServer, piece, refuses, says, sends } from './model-server.ts';

const FAILED = 'Sorry, I encountered an error. Please try again.';
const OVERLOADED = 'Our system is experiencing high load. Please try again in a moment.';

let clock: FakeClock;
let model: ModelServer;
let emulator: Emulator;
let lines: string[];
async function start(options: EmulatorOptions = {}) {
  emulator = await startEmulator({
    clock,
    pace: NO_WAIT,
    agentModel: { url: model.url },
    log: (line) => void lines.push(line),
    ...options,
  });
}
beforeEach(async () => {
  clock = createFakeClock();
  lines = [];
  model = await openModelServer();
  await start();
});
afterEach(async () => {
  await emulator.close();
  await model.close();
});

/** A visitor whom the agent has greeted. */
async function visitor(streaming = true): Promise<Socket> {
  const socket = await openSocket(emulator, await newSession(emulator, { streaming_enabled: streaming }));
  socket.join();
  await socket.settled();
  return socket;
}
const isAnswer = (event: ServerEvent) =>
  event.kind === 'agentMessage' || event.kind === 'agentMessageChunk' || event.kind === 'systemMessage';
/** The agent's answers to a message, once `ends` of them are complete. */
async function answersAfter(socket: Socket, text: string, ends = 1) {
  const before = socket.events().length;
  socket.say(text);
  return answersSince(socket, before, ends);
}
async function answersSince(socket: Socket, before: number, ends = 1) {
  const ended = () =>
    socket
      .events()
      .slice(before)
      .filter((event) => isAnswer(event) && (event.kind !== 'agentMessageChunk' || event.isComplete)).length;
  while (ended() < ends) await socket.settled();
  return socket
    .events()
    .slice(before)
    .filter(isAnswer)
    .map((event) => {
      if (event.kind === 'systemMessage') return `${event.level}: ${event.message}`;
      if (event.kind === 'agentMessageChunk') return [event.chunkIndex, event.text, event.isComplete];
      return event.text;
    });
}
const put = (behavior: string) =>
  onBase(emulator)('PATCH', '/v1/agents/shop/branches/draft/behavior', { behavior });

describe('the agent with a model', () => {
  it('R-5.4: sends the model the rules for webchat and the language, and the conversation', async () => {
    await put('Be kind.<channel:voice> Slow.</channel><language:fr> Vouvoyez.</language>');
    const socket = await visitor();
    await answersAfter(socket, 'Do you sell lamps?');
    await answersAfter(socket, 'And stools?');
    const [first, second] = model.asked;
    const greeting = { role: 'assistant', content: expect.stringMatching(/^Hi, I am \*\*Iris\*\*/) };
    expect(first?.path).toBe('/v1/chat/completions');
    expect(first?.body).toEqual({
      messages: [
        { role: 'system', content: 'Be kind.' },
        greeting,
        { role: 'user', content: 'Do you sell lamps?' },
      ],
      stream: true,
    });
    expect(second?.body.messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      greeting,
      { role: 'user', content: 'Do you sell lamps?' },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'And stools?' },
    ]);
  });

  it('R-5.4: follows a change of the rules or the language from the next message on', async () => {
    const socket = await visitor();
    await put('Be kind.<language:fr> Vouvoyez.</language><language:en> Say you.</language>');
    await answersAfter(socket, 'Lamps?');
    await answersAfter(socket, 'french');
    await answersAfter(socket, 'Des lampes ?');
    await put('<channel:voice>Slow.</channel>');
    await answersAfter(socket, 'Et ?');
    const systems = model.asked.map(({ body }) => body.messages.filter(({ role }) => role === 'system'));
    expect(systems).toEqual([
      [{ role: 'system', content: 'Be kind. Say you.' }],
      [{ role: 'system', content: 'Be kind. Vouvoyez.' }],
      // No rule applies here, so there is no system prompt.
      [],
    ]);
  });

  it('sends its key and the name of the model when they are configured', async () => {
    const socket = await visitor();
    await answersAfter(socket, 'x');
    await emulator.close();
    await start({ agentModel: { url: `${model.url}/`, key: 'k-1', model: 'small' } });
    await answersAfter(await visitor(), 'x');
    expect(
      model.asked.map(({ path, headers, body }) => [
        path,
        headers.authorization,
        'model' in body && body.model,
      ]),
    ).toEqual([
      ['/v1/chat/completions', undefined, false],
      ['/v1/chat/completions', 'Bearer k-1', 'small'],
    ]);
  });

  it('streams the model’s text as it arrives and completes the message', async () => {
    const socket = await visitor();
    model.answer(begins(piece('One '), piece('two')));
    const before = socket.events().length;
    socket.say('Count.');
    // The visitor gets the first words before the model has finished.
    const shown = () =>
      socket.events().filter((event) => event.kind === 'agentMessageChunk' && event.text === 'two');
    while (shown().length === 0) await socket.settled();
    expect(socket.events().at(before + 1)).toMatchObject({ kind: 'agentThinking' });
    model.answer(says('One ', 'two'));
    const other = await visitor();
    expect(await answersAfter(other, 'Count.')).toEqual([
      [1, 'One ', false],
      [2, 'two', false],
      [3, '', true],
    ]);
  });

  it('sends one message to a session that does not stream', async () => {
    const socket = await visitor(false);
    expect(await answersAfter(socket, 'Hi?')).toEqual(['Hello there']);
    const [message] = socket
      .events()
      .filter((event) => event.kind === 'agentMessage' && event.text === 'Hello there');
    expect(message).toMatchObject({ person: { name: 'Iris' }, suggestions: [], endsConversation: false });
  });

  it('answers one question after the other, each with the earlier answers in its history', async () => {
    const socket = await visitor(false);
    const held: (() => void)[] = [];
    model.answer((response) => void held.push(() => says('First')(response)), says('Second'));
    const before = socket.events().length;
    socket.say('a');
    socket.say('b');
    socket.say('markdown');
    await model.nth(1);
    await socket.settled();
    expect(model.asked).toHaveLength(1);
    for (const release of held) release();
    expect(await answersSince(socket, before, 3)).toEqual([
      'First',
      'Second',
      expect.stringMatching(/^# Heading one/),
    ]);
    expect(model.asked[1]?.body.messages.slice(-3)).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'First' },
      { role: 'user', content: 'b' },
    ]);
  });

  it('leaves commands to the script and live conversations to live agents', async () => {
    const socket = await visitor(false);
    expect(await answersAfter(socket, ' LONG  3 ')).toEqual(['1 2 3']);
    expect(await answersAfter(socket, 'overload')).toEqual([`error: ${OVERLOADED}`]);
    socket.say('human');
    await socket.until('liveAgentMessage');
    socket.say('Do you sell lamps?');
    await socket.settled();
    socket.say('bye');
    await socket.until('sessionEnd');
    expect(model.asked).toEqual([]);
  });

  it('answers by the script alone when no model is configured', async () => {
    await emulator.close();
    await start({ agentModel: undefined });
    expect(await answersAfter(await visitor(false), 'What about delivery?')).toEqual([
      expect.stringMatching(/^Small items arrive within/),
    ]);
    expect(model.asked).toEqual([]);
  });
});

describe('a failing model', () => {
  it.each([
    ['by status 500', refuses(500), FAILED, 'status 500'],
    ['by status 401', refuses(401), FAILED, 'status 401'],
    ['by status 429, which is overload', refuses(429), OVERLOADED, 'status 429'],
    ['by status 503, which is overload', refuses(503), OVERLOADED, 'status 503'],
    [
      'by a redirect, which is not followed',
      refuses(307, { Location: '/v1/elsewhere' }),
      FAILED,
      'the connection failed',
    ],
    ['by saying nothing', says(), FAILED, 'it said nothing'],
    ['by finishing at once', sends(piece(null, 'stop')), FAILED, 'it said nothing'],
    ['by a malformed piece', sends('data: {"choices":\n\n'), FAILED, 'a malformed piece'],
    ['by an error in the stream', sends('data: {"error":{"code":1}}\n\n'), FAILED, 'a malformed piece'],
    ['by no stream at all', sends('<html>'), FAILED, 'the answer broke off'],
    ['by an endless line', sends('x'.repeat(1_100_000)), FAILED, 'the answer is too long'],
  ])(
    'reports a model that fails %s, and asks it again for the next message',
    async (_, how, message, why) => {
      const socket = await visitor();
      model.answer(how, says('Back again'));
      expect(await answersAfter(socket, 'x')).toEqual([`error: ${message}`]);
      expect(lines.filter((line) => line.includes('model'))).toEqual([`the agent's model failed: ${why}`]);
      expect(await answersAfter(socket, 'y')).toEqual([
        [1, 'Back again', false],
        [2, '', true],
      ]);
      expect(model.asked).toHaveLength(2);
    },
  );

  it.each([
    ['breaks off', sends(piece('One ')), 'the answer broke off'],
    ['goes on malformed', sends(piece('One '), 'data: x\n\n'), 'a malformed piece'],
  ])('a model that %s in the middle of an answer leaves no message incomplete', async (_, how, why) => {
    model.answer(how);
    expect(await answersAfter(await visitor(), 'x', 2)).toEqual([
      [1, 'One ', false],
      [2, '', true],
      `error: ${FAILED}`,
    ]);
    expect(await answersAfter(await visitor(false), 'x')).toEqual([`error: ${FAILED}`]);
    expect(lines.filter((line) => line.includes('model'))).toEqual(
      Array(2).fill(`the agent's model failed: ${why}`),
    );
  });

  it('reports a connection to the model that breaks or cannot be opened', async () => {
    const socket = await visitor();
    model.answer((response) => response.destroy());
    expect(await answersAfter(socket, 'x')).toEqual([`error: ${FAILED}`]);
    await model.close();
    expect(await answersAfter(socket, 'x')).toEqual([`error: ${FAILED}`]);
  });

  it('reports a model without text for half a minute, even if the connection stays busy', async () => {
    const socket = await visitor();
    model.answer(begins(piece('One '), ': ping\n\n'));
    const before = socket.events().length;
    socket.say('x');
    while (!socket.events().some((event) => event.kind === 'agentMessageChunk' && event.text === 'One '))
      await socket.settled();
    clock.advance(29_999);
    await socket.settled();
    expect(socket.events().filter((event) => event.kind === 'systemMessage')).toEqual([]);
    clock.advance(1);
    expect(await answersSince(socket, before, 2)).toEqual([
      [1, 'One ', false],
      [2, '', true],
      `error: ${FAILED}`,
    ]);
    expect(lines.at(-1)).toBe("the agent's model failed: no text in 30000 ms");
  });

  it('a failing model counts as an API error for alert rules', async () => {
    const condition = { metric: 'api_errors', operator: '>', threshold_value: 0, window_duration: '5m' };
    const { body } = await onBase(emulator)('POST', '/v1/alert-rules', { name: 'x', ...condition });
    const socket = await visitor();
    model.answer(refuses(500));
    await answersAfter(socket, 'x');
    clock.advance(60_000);
    const rule = await onBase(emulator)('GET', `/v1/alert-rules/${(body as { id: string }).id}`);
    expect(rule.body).toMatchObject({ current_state: 'alert', current_value: 1 });
  });

  it('aborts the call of the model when the conversation ends', async () => {
    const socket = await visitor();
    const gone = new Promise<void>((isGone) =>
      model.answer((response) => {
        response.on('close', isGone);
        begins(piece('One '))(response);
      }),
    );
    socket.say('x');
    await model.nth(1);
    socket.send({ type: 'EVENT_TYPE_USER_END_SESSION', payload: {} });
    await Promise.all([socket.closed, gone]);
    expect(socket.events().at(-1)).toMatchObject({ kind: 'sessionEnd', reason: 'user_end' });
  });
});

it('an agent that crashes sends the failure message and counts as a crash', async () => {
  const said: unknown[] = [];
  const logged: string[] = [];
  const answer = createModelAgent({
    ask: () => Promise.reject(new Error('bug')),
    behavior: () => '',
    journal: { events: () => [] },
    log: (line) => void logged.push(line),
  });
  const settings = { streaming: true, pace: NO_WAIT, mediaUrl: '', newId: () => 'm-1' };
  await answer({ sessionId: 's', messageId: 'u', language: 'en', settings }).generate(
    (...value) => void said.push(value),
    new AbortController().signal,
  );
  expect([said, logged]).toEqual([
    [[{ kind: 'systemMessage', level: 'error', message: FAILED }, 'call_crashes']],
    ["the agent's model failed: bug"],
  ]);
});
