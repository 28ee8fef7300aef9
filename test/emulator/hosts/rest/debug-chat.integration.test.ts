import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { type Answer, type Call, envelopeError, onBase, onPlatform } from './rest-calls.ts';

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
/** Metadata after a turn with the given nodes. */
const metadataAfter = (...nodeTrace: readonly string[]) => ({
  state: { language: 'en' },
  currentNode: nodeTrace.at(-1),
  nodeTrace,
  metrics: { CALL_IN_PROGRESS: 'true' },
  functionEvents: [],
  asrLangCode: 'en-GB',
  ttsLangCode: 'en-GB',
});
/** Metadata with one function call of the turn. */
const functionCall = (name: string, turnId: number, outcome: object) => ({
  functionEvents: [
    { name, turnId, datetime: new Date(clock.now()).toISOString(), result: null, error: null, ...outcome },
  ],
});
const GREETED = metadataAfter('greeting');
const TALKED = metadataAfter('greeting', 'conversation');
const turn = (conversationId: string, userInput: string, response: unknown, changes: object = {}) => ({
  conversationId,
  userInput,
  response,
  metadata: userInput === '' ? GREETED : TALKED,
  conversationEnded: false,
  delayedResponse: false,
  ...changes,
});
const validationError = (text: string) => envelopeError(400, 'VALIDATION_ERROR', text);

describe('a debug chat (R-18.1 to R-18.3)', () => {
  it('a debug chat begins with the greeting, answers in the same call and ends with the agent’s end', async () => {
    expect(await start({ conversationId: 'd-1' })).toEqual({
      status: 201,
      body: turn('d-1', '', expect.stringContaining('Iris')),
    });
    expect(await say('d-1', 'Where is your shop?')).toEqual({
      status: 200,
      body: turn('d-1', 'Where is your shop?', expect.stringContaining('14 Lantern Street'), {
        metadata: { ...TALKED, ...functionCall('find_answer', 1, { result: 'store' }) },
      }),
    });
    expect((await say('d-1', 'bye')).body).toEqual(
      turn('d-1', 'bye', expect.stringContaining('Goodbye'), {
        metadata: {
          ...metadataAfter('greeting', 'conversation', 'end'),
          ...functionCall('end_conversation', 2, {}),
          metrics: { CALL_COMPLETED: new Date(clock.now()).toISOString() },
        },
        conversationEnded: true,
      }),
    );
    expect(await say('d-1', 'hello')).toEqual(
      envelopeError(400, 'CHAT_ENDED', 'The chat session has ended.'),
    );
  });

  it('lists a debug chat as a conversation of its environment', async () => {
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

  it('counts an empty message as a silence', async () => {
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
    expect(conversations.find((conversation) => conversation.id === id)?.num_silences).toBe(2);
  });

  it('uses French for a French language code', async () => {
    const answer = await start({ conversationId: 'd-fr', ttsLangCode: 'fr-FR' });
    expect(answer.body).toEqual(
      turn('d-fr', '', expect.stringContaining('Bonjour'), {
        metadata: { ...GREETED, state: { language: 'fr' }, asrLangCode: 'fr-FR', ttsLangCode: 'fr-FR' },
      }),
    );
  });

  it('takes an empty language code as an absent one (R-18.4)', async () => {
    const answers = [
      await start({ conversationId: 'd-empty', asrLangCode: '', ttsLangCode: '' }),
      await say('d-empty', 'delivery', { asrLangCode: '' }),
      await start({ conversationId: 'd-empty-fr', asrLangCode: 'fr-FR', ttsLangCode: '' }),
    ];
    const spoken = answers.map(({ status, body }) => {
      const { asrLangCode, ttsLangCode } = (body as { metadata: Record<string, unknown> }).metadata;
      return [status, asrLangCode, ttsLangCode];
    });
    expect(spoken).toEqual([
      [201, 'en-GB', 'en-GB'],
      [200, 'en-GB', 'en-GB'],
      [201, 'fr-FR', 'fr-FR'],
    ]);
  });

  it('reports the node, the path and the handoff state of the agent (R-18.2)', async () => {
    const id = idOf(await start());
    await say(id, 'delivery');
    expect((await say(id, 'human')).body).toMatchObject({
      metadata: {
        ...metadataAfter('greeting', 'conversation', 'handoff', 'live_agent'),
        ...functionCall('hand_off', 2, { result: 'Customer care' }),
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

  it('reports a delayed response when the agent has not answered (R-18.2)', async () => {
    const id = idOf(await start());
    expect((await say(id, 'quiet')).body).toEqual(turn(id, 'quiet', '', { delayedResponse: true }));
    expect((await say(id, 'error')).body).toEqual(
      turn(id, 'error', '', {
        metadata: { ...TALKED, ...functionCall('answer', 2, { error: 'function_error' }) },
        delayedResponse: true,
      }),
    );
    expect((await say(id, 'delivery')).body).toMatchObject({ delayedResponse: false });
  });

  it('a debug chat times out ten minutes after its last turn (R-18.3)', async () => {
    const id = idOf(await start());
    clock.advance(599_999);
    expect((await say(id, 'delivery')).status).toBe(200);
    clock.advance(600_000);
    expect(await say(id, 'delivery')).toEqual(
      envelopeError(400, 'CHAT_TIMEOUT', 'Chat session exceeded the timeout limit.'),
    );
  });

  it('refuses invalid input with a message for each issue', async () => {
    expect(await base('POST', CHATS, {})).toEqual(validationError('clientEnv is required'));
    expect(await start({ clientEnv: 'test' })).toEqual(
      validationError('clientEnv must be one of sandbox, pre-release, live'),
    );
    expect(await start({ integrationAttributes: [] })).toEqual(
      validationError('integrationAttributes must be an object'),
    );
    expect(await start({ conversationId: 'a/b' })).toEqual(
      validationError('conversationId must be 1 to 200 of letters, digits and . _ ~ : @ + = -'),
    );
    expect(await start({ conversationId: 'd-1' })).toEqual(
      validationError('conversationId is the id of another conversation'),
    );
    expect(await start({ variantId: 'none' })).toEqual(
      envelopeError(400, 'CHAT_DRAFT_NOT_EXIST', 'The draft you are attempting to chat with does not exist.'),
    );
    const id = idOf(await start());
    expect(await base('POST', `${CHATS}/${id}`, { ...SANDBOX, message: 1 })).toEqual(
      validationError('message must be a string'),
    );
  });

  it('a debug chat does not exist for other keys (R-1.6, R-1.7)', async () => {
    const notFound = envelopeError(404, 'CONVERSATIONS_NOT_FOUND', 'Conversation ID does not exist.');
    expect(await say('never', 'hello')).toEqual(notFound);
    const warehouse = onBase(emulator, 'warehouse');
    expect(await warehouse('POST', CHATS, SANDBOX)).toEqual(
      envelopeError(404, 'NOT_FOUND', 'Resource not found'),
    );
    expect(await warehouse('POST', '/v1/agents/warehouse/debug-chat/d-fr', SANDBOX)).toEqual(notFound);
    expect(await onBase(emulator, 'quiet')('POST', CHATS, SANDBOX)).toEqual(
      envelopeError(403, 'FORBIDDEN', 'The API key lacks the conversations permission'),
    );
    expect(await onBase(emulator, 'unknown')('POST', CHATS, SANDBOX)).toEqual(
      envelopeError(401, 'UNAUTHORIZED', 'Invalid API key'),
    );
  });

  it('stores its handoff state in the project of its agent', async () => {
    const warehouse = onBase(emulator, 'warehouse');
    const chats = '/v1/agents/warehouse/debug-chat';
    const id = idOf(await warehouse('POST', chats, SANDBOX));
    await warehouse('POST', `${chats}/${id}`, { ...SANDBOX, message: 'human' });
    const state = (project: string) =>
      onPlatform(emulator)('GET', `/v1/lumen-oak/${project}/handoff_state?id=${id}`);
    expect([(await state('warehouse')).status, (await state('shop')).status]).toEqual([200, 404]);
  });
});
