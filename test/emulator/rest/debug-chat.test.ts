import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type Answer, type Call, enveloped, onBase, onPlatform } from './caller.ts';

const clock = createFakeClock();
let emulator: Emulator;
let base: Call;
beforeAll(async () => {
  emulator = await startEmulator({
    clock,
    keys: [
      { family: 'base', key: 'warehouse', projectIds: ['warehouse'] },
      { family: 'base', key: 'quiet', permissions: [] },
    ],
  });
  base = onBase(emulator);
});
afterAll(() => emulator.close());

const CHATS = '/v1/agents/shop/debug-chat';
const SANDBOX = { clientEnv: 'sandbox' };
const start = (fields: object = {}) => base('POST', CHATS, { ...SANDBOX, ...fields });
const idOf = ({ body }: Answer) => (body as { conversationId: string }).conversationId;
const say = (id: string, message: string, fields: object = {}) =>
  base('POST', `${CHATS}/${id}`, { ...SANDBOX, message, ...fields });
/** What the agent's state is after a turn, by the nodes it passed. */
const passed = (...nodeTrace: readonly string[]) => ({
  state: { language: 'en' },
  currentNode: nodeTrace.at(-1),
  nodeTrace,
  metrics: { CALL_IN_PROGRESS: 'true' },
  functionEvents: [],
  asrLangCode: 'en-GB',
  ttsLangCode: 'en-GB',
});
/** What was run in the turn. */
const ran = (name: string, turnId: number, outcome: object) => ({
  functionEvents: [
    { name, turnId, datetime: new Date(clock.now()).toISOString(), result: null, error: null, ...outcome },
  ],
});
const GREETED = passed('greeting');
const TALKED = passed('greeting', 'conversation');
const turn = (conversationId: string, userInput: string, response: unknown, changes: object = {}) => ({
  conversationId,
  userInput,
  response,
  metadata: userInput === '' ? GREETED : TALKED,
  conversationEnded: false,
  delayedResponse: false,
  ...changes,
});
const faulty = (text: string) => enveloped(400, 'VALIDATION_ERROR', text);

describe('a debug chat (specification, Data API)', () => {
  it('begins with the greeting, answers at once, and ends when the agent says so', async () => {
    expect(await start({ conversationId: 'd-1' })).toEqual({
      status: 201,
      body: turn('d-1', '', expect.stringContaining('Iris')),
    });
    expect(await say('d-1', 'Where is your shop?')).toEqual({
      status: 200,
      body: turn('d-1', 'Where is your shop?', expect.stringContaining('14 Lantern Street'), {
        metadata: { ...TALKED, ...ran('find_answer', 1, { result: 'store' }) },
      }),
    });
    expect((await say('d-1', 'bye')).body).toEqual(
      turn('d-1', 'bye', expect.stringContaining('Goodbye'), {
        metadata: {
          ...passed('greeting', 'conversation', 'end'),
          ...ran('end_conversation', 2, {}),
          metrics: { CALL_COMPLETED: new Date(clock.now()).toISOString() },
        },
        conversationEnded: true,
      }),
    );
    expect(await say('d-1', 'hello')).toEqual(enveloped(400, 'CHAT_ENDED', 'The chat session has ended.'));
  });

  it('is a conversation like any other, in its own environment', async () => {
    const id = idOf(await start({ variantId: 'trial', channel: 'CHAT' }));
    await say(id, 'human');
    const { body } = await onPlatform(emulator)(
      'GET',
      '/v3/lumen-oak/shop/conversations?client_env=sandbox&variant_name=Trial%20voice',
    );
    expect(body).toMatchObject({
      conversations: [
        {
          id,
          channel: 'CHAT',
          variant_id: 'trial',
          environment: 'sandbox',
          in_progress: true,
          num_turns: 2,
          handoff: true,
          handoff_reason: 'visitor_request',
          handoff_destination: 'Customer care',
        },
      ],
    });
  });

  it('has a silence where nothing is said', async () => {
    const id = idOf(await start({ conversationId: 'd-silent' }));
    await say(id, '');
    await say(id, ' ');
    await say(id, 'delivery');
    expect((await base('GET', `/v1/agents/shop/conversations/${id}`)).body).toMatchObject({
      turns: [{ is_silence: false }, { is_silence: true }, { is_silence: true }, { is_silence: false }],
    });
    const path = '/v3/lumen-oak/shop/conversations?client_env=sandbox&channel=chat.polyai';
    const { body } = await onPlatform(emulator)('GET', path);
    const { conversations } = body as { conversations: readonly { id: string; num_silences: number }[] };
    expect(conversations.find((it) => it.id === id)?.num_silences).toBe(2);
  });

  it('speaks French when it is told to', async () => {
    const answer = await start({ conversationId: 'd-fr', ttsLangCode: 'fr-FR' });
    expect(answer.body).toEqual(
      turn('d-fr', '', expect.stringContaining('Bonjour'), {
        metadata: { ...GREETED, state: { language: 'fr' }, asrLangCode: 'fr-FR', ttsLangCode: 'fr-FR' },
      }),
    );
  });

  it('says where the agent stands, by which way it came there, and what it leaves to a person', async () => {
    const id = idOf(await start());
    await say(id, 'delivery');
    expect((await say(id, 'human')).body).toMatchObject({
      metadata: {
        ...passed('greeting', 'conversation', 'handoff', 'live_agent'),
        ...ran('hand_off', 2, { result: 'Customer care' }),
        state: { language: 'en', reason: 'visitor_request', queue: 'Customer care' },
        metrics: {
          CALL_IN_PROGRESS: 'true',
          HANDOFF_TO: 'Customer care',
          HANDOFF_REASON: 'visitor_request',
        },
        handoffDestination: 'Customer care',
      },
    });
    expect((await say(id, 'Hello?')).body).toMatchObject({
      metadata: {
        currentNode: 'live_agent',
        nodeTrace: ['greeting', 'conversation', 'handoff', 'live_agent'],
      },
    });
  });

  it('says when the agent has not answered', async () => {
    const id = idOf(await start());
    expect((await say(id, 'quiet')).body).toEqual(turn(id, 'quiet', '', { delayedResponse: true }));
    expect((await say(id, 'error')).body).toEqual(
      turn(id, 'error', '', {
        metadata: { ...TALKED, ...ran('answer', 2, { error: 'function_error' }) },
        delayedResponse: true,
      }),
    );
    expect((await say(id, 'delivery')).body).toMatchObject({ delayedResponse: false });
  });

  it('is over ten minutes after its last turn', async () => {
    const id = idOf(await start());
    clock.advance(599_999);
    expect((await say(id, 'delivery')).status).toBe(200);
    clock.advance(600_000);
    expect(await say(id, 'delivery')).toEqual(
      enveloped(400, 'CHAT_TIMEOUT', 'Chat session exceeded the timeout limit.'),
    );
  });

  it('refuses what is not of the shape, each in its words', async () => {
    expect(await base('POST', CHATS, {})).toEqual(faulty('clientEnv is required'));
    expect(await start({ clientEnv: 'test' })).toEqual(
      faulty('clientEnv must be one of sandbox, pre-release, live'),
    );
    expect(await start({ integrationAttributes: [] })).toEqual(
      faulty('integrationAttributes must be an object'),
    );
    expect(await start({ conversationId: 'a/b' })).toEqual(
      faulty('conversationId must be 1 to 200 of letters, digits and . _ ~ : @ + = -'),
    );
    expect(await start({ conversationId: 'd-1' })).toEqual(
      faulty('conversationId is the id of another conversation'),
    );
    expect(await start({ variantId: 'none' })).toEqual(
      enveloped(400, 'CHAT_DRAFT_NOT_EXIST', 'The draft you are attempting to chat with does not exist.'),
    );
    const id = idOf(await start());
    expect(await base('POST', `${CHATS}/${id}`, { ...SANDBOX, message: 1 })).toEqual(
      faulty('message must be a string'),
    );
  });

  it('is not there for others, nor is a visitor’s session a debug chat', async () => {
    const gone = enveloped(404, 'CONVERSATIONS_NOT_FOUND', 'Conversation ID does not exist.');
    expect(await say('never', 'hello')).toEqual(gone);
    const warehouse = onBase(emulator, 'warehouse');
    expect(await warehouse('POST', CHATS, SANDBOX)).toEqual(
      enveloped(404, 'NOT_FOUND', 'Resource not found'),
    );
    expect(await warehouse('POST', '/v1/agents/warehouse/debug-chat/d-fr', SANDBOX)).toEqual(gone);
    expect(await onBase(emulator, 'quiet')('POST', CHATS, SANDBOX)).toEqual(
      enveloped(403, 'FORBIDDEN', 'The API key lacks the conversations permission'),
    );
    expect(await onBase(emulator, 'unknown')('POST', CHATS, SANDBOX)).toEqual(
      enveloped(401, 'UNAUTHORIZED', 'Invalid API key'),
    );
  });

  it('leaves its handoff state where its agent is', async () => {
    const warehouse = onBase(emulator, 'warehouse');
    const chats = '/v1/agents/warehouse/debug-chat';
    const id = idOf(await warehouse('POST', chats, SANDBOX));
    await warehouse('POST', `${chats}/${id}`, { ...SANDBOX, message: 'human' });
    const state = (project: string) =>
      onPlatform(emulator)('GET', `/v1/lumen-oak/${project}/handoff_state?id=${id}`);
    expect([(await state('warehouse')).status, (await state('shop')).status]).toEqual([200, 404]);
  });
});
