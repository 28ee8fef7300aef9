import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../../src/emulator/agent/model-agent.ts';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/index.ts';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { joinDesk } from '../desk/live-agent.ts';
import { KEY } from '../faults/control-client.ts';
import { onBase, onPlatform } from '../hosts/rest/rest-calls.ts';
import { NO_WAIT, newSession, openSocket, type Socket } from '../support/visitor.ts';
import { begins, type ModelServer, openModelServer, refuses, says, sends } from './model-server.ts';
import { piece, SPEECHES } from './speeches.ts';

const FAILED = 'Sorry, I encountered an error. Please try again.';
const OVERLOADED = 'Our system is experiencing high load. Please try again in a moment.';

const ENGLISH = "\n\nThe visitor's language is English (en).";
const FRENCH = "\n\nThe visitor's language is French (fr).";

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
    expect(first?.body).toMatchObject({
      messages: [
        { role: 'system', content: `Be kind.${ENGLISH}` },
        greeting,
        { role: 'user', content: 'Do you sell lamps?' },
      ],
      tools: [{ type: 'function', function: { name: 'transfer_to_person' } }],
      stream: true,
    });
    expect(second?.body.messages).toEqual([
      { role: 'system', content: `Be kind.${ENGLISH}` },
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
      [{ role: 'system', content: `Be kind. Say you.${ENGLISH}` }],
      [{ role: 'system', content: `Be kind. Vouvoyez.${FRENCH}` }],
      // No rule applies here.
      [{ role: 'system', content: FRENCH.trim() }],
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

describe.each(SPEECHES)('an agent over $protocol', ({ protocol, begin, text, call, end }) => {
  const transfer = sends(
    begin,
    text('One moment.'),
    call('transfer_to_person', '{"reason":"a refund"}'),
    end,
  );
  async function startWithDesk() {
    await emulator.close();
    await start({ agentModel: { url: model.url, protocol }, controlKey: KEY });
    return joinDesk(emulator, 'Ada');
  }

  it('answers, and hands the visitor to the desk with its reason', async () => {
    const person = await startWithDesk();
    const session = await newSession(emulator, { streaming_enabled: true });
    const socket = await openSocket(emulator, session);
    socket.join();
    await socket.settled();
    model.answer(sends(begin, text('Yes.'), end), transfer);
    expect(await answersAfter(socket, 'Lamps?')).toEqual([
      [1, 'Yes.', false],
      [2, '', true],
    ]);
    expect(await answersAfter(socket, 'My money back!')).toEqual([
      [1, 'One moment.', false],
      [2, '', true],
    ]);
    await person.until(() => person.desk().chats.length === 1);
    expect(person.desk().chats).toMatchObject([{ id: session.id, state: 'waiting', reason: 'a refund' }]);
    await person.post(`chats/${session.id}/take`);
    await person.until(() => person.desk().chats[0]?.state === 'mine');
    expect(person.desk().chats).toMatchObject([{ reason: 'a refund' }]);
    const kinds = socket.events().map(({ kind }) => kind);
    expect(kinds.filter((kind) => /handoff/i.test(kind))).toEqual([
      'agentTriggeredHandoff',
      'handoffAccepted',
      'handoffQueueStatus',
    ]);
    const state = await onPlatform(emulator)(
      'GET',
      `/v1/${emulator.accountId}/${emulator.projectId}/handoff_state?id=${session.id}`,
    );
    expect(state.body).toMatchObject({ data: { reason: 'a refund', language: 'en' } });
  });

  it('counts in the log what a chat does not use of an answer', async () => {
    await startWithDesk();
    model.answer(sends(begin, text('Yes.'), call('search', '{}'), end));
    expect(await answersAfter(await visitor(false), 'x')).toEqual(['Yes.']);
    expect(lines.at(-1)).toMatch(/^session [\da-f]{8}: unused events of the agent: 1$/);
  });

  it('does not answer a message behind the one for which it asked for a person', async () => {
    await startWithDesk();
    const socket = await visitor(false);
    model.answer(transfer);
    socket.say('a');
    socket.say('b');
    await socket.until('handoffAccepted');
    await socket.settled();
    expect(model.asked).toHaveLength(1);
  });
});

it('an agent over AG-UI keeps one thread until it has asked for a person', async () => {
  const [, , agUi] = SPEECHES;
  await emulator.close();
  await start({ agentModel: { url: model.url, protocol: 'ag-ui' }, controlKey: KEY });
  const socket = await visitor(false);
  const answer = sends(agUi.begin, agUi.text('Yes.'), agUi.end);
  model.answer(answer);
  await answersAfter(socket, 'a');
  await answersAfter(socket, 'b');
  await answersAfter(socket, 'human fail');
  await answersAfter(socket, 'c');
  const threads = model.asked.map(({ body }) => (body as unknown as { threadId: string }).threadId);
  const [first, , third] = threads;
  expect(threads).toEqual([first, first, third]);
  expect(first).not.toBe(third);
  expect(socket.frames.some((frame) => JSON.stringify(frame).includes(String(first)))).toBe(false);
});

describe('a failing model', () => {
  it.each([
    ['by status 500', refuses(500), FAILED, 'status 500, no'],
    ['by overload', refuses(503, { 'Retry-After': '5' }), OVERLOADED, 'status 503, no, retry after 5'],
    ['by saying nothing', says(), FAILED, 'it said nothing'],
    ['by a malformed piece', sends('data: {"choices":\n\n'), FAILED, 'a malformed piece'],
  ])(
    'reports a model that fails %s, and asks it again for the next message',
    async (_, how, message, why) => {
      const socket = await visitor();
      model.answer(how, says('Back again'));
      expect(await answersAfter(socket, 'x')).toEqual([`error: ${message}`]);
      expect(lines.filter((line) => line.startsWith('agent:'))).toEqual([`agent: unable to answer; ${why}`]);
      expect(await answersAfter(socket, 'y')).toEqual([
        [1, 'Back again', false],
        [2, '', true],
      ]);
      expect(model.asked).toHaveLength(2);
    },
  );

  it('a model that breaks off in the middle of an answer leaves no message incomplete', async () => {
    model.answer(sends(piece('One ')));
    expect(await answersAfter(await visitor(), 'x', 2)).toEqual([
      [1, 'One ', false],
      [2, '', true],
      `error: ${FAILED}`,
    ]);
    expect(await answersAfter(await visitor(false), 'x')).toEqual([`error: ${FAILED}`]);
    expect(lines.filter((line) => line.startsWith('agent:'))).toEqual(
      Array(2).fill('agent: unable to answer; the answer broke off'),
    );
  });

  it('keeps the key out of the log, also when the agent repeats it', async () => {
    await emulator.close();
    await start({ agentModel: { url: model.url, key: 'k-secret' } });
    model.answer(refuses(401, {}, '{"error":{"message":"k-secret is no key"}}'));
    await answersAfter(await visitor(), 'x');
    expect(lines.at(-1)).toBe('agent: unable to answer; status 401, *** is no key');
  });

  it('reports a connection to the model that breaks or cannot be opened', async () => {
    const socket = await visitor();
    model.answer((response) => response.destroy());
    expect(await answersAfter(socket, 'x')).toEqual([`error: ${FAILED}`]);
    await model.close();
    expect(await answersAfter(socket, 'x')).toEqual([`error: ${FAILED}`]);
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
    ask: () => {
      throw new Error('bug');
    },
    behavior: () => '',
    journal: { events: () => [] },
    log: (line) => void logged.push(line),
  });
  const settings = { streaming: true, pace: NO_WAIT, mediaUrl: '', newId: () => 'm-1' };
  const handOff = () => {};
  await answer({ sessionId: 's', messageId: 'u', language: 'en', settings, handOff }).generate(
    (...value) => void said.push(value),
    new AbortController().signal,
  );
  expect([said, logged]).toEqual([
    [[{ kind: 'systemMessage', level: 'error', message: FAILED }, 'call_crashes']],
    ['agent: unable to answer; bug'],
  ]);
});

describe('a debug chat with an agent of one’s own (R-18.5)', () => {
  const CHATS = '/v1/agents/shop/debug-chat';
  const begin = (fields: object = {}) =>
    onBase(emulator)('POST', CHATS, { clientEnv: 'live', conversationId: 'd-1', ...fields });
  const ask = (message: string) => onBase(emulator)('POST', `${CHATS}/d-1`, { clientEnv: 'live', message });
  const rules = () => model.asked.map(({ body }) => body.messages[0]?.content);

  it('waits for the agent’s answer, which follows the text of the branch', async () => {
    await put('Be kind.');
    await begin();
    expect((await ask('Lamps?')).body).toMatchObject({ response: 'Hello there', delayedResponse: false });
    expect(rules()).toEqual([`Be kind.${ENGLISH}`]);
  });

  it('follows a text that its start brings, alone, and says so in every answer', async () => {
    await put('Be kind.');
    const started = await begin({ behavior: 'Be brief.<channel:voice> Slow.</channel>' });
    const given = { metadata: { state: { behavior_source: 'request' } } };
    expect(started).toMatchObject({ status: 201, body: given });
    expect((await ask('Lamps?')).body).toMatchObject(given);
    await answersAfter(await visitor(), 'Lamps?');
    expect(rules()).toEqual([`Be brief.${ENGLISH}`, `Be kind.${ENGLISH}`]);
  });

  it('says that an answer is delayed when the agent takes longer than a caller waits', async () => {
    await begin();
    model.answer(begins());
    const asked = ask('Lamps?');
    await model.nth(1);
    clock.advance(50_000);
    expect((await asked).body).toMatchObject({ response: '', delayedResponse: true });
  });

  it('hands over when the agent asks for a person', async () => {
    const [{ begin: opening, call, end }] = SPEECHES;
    model.answer(sends(opening, call('transfer_to_person', '{"reason":"broken lamp"}'), end));
    await begin();
    expect((await ask('It is broken')).body).toMatchObject({
      metadata: { handoffDestination: 'Customer care', state: { reason: 'broken lamp' } },
    });
  });

  it('takes no text without such an agent: the script follows none', async () => {
    await emulator.close();
    await start({ agentModel: undefined });
    expect(await begin({ behavior: 'Be brief.' })).toMatchObject({
      status: 400,
      body: { error_code: 'CHAT_DRAFT_NOT_EXIST' },
    });
  });
});
