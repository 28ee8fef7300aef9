import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Emulator, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { issuesInBody } from '../../openapi/document-validator.ts';
import { NO_WAIT, newSession, openSocket } from '../../support/visitor.ts';
import { type Answer, type Call, envelopeError, onBase, onPlatform } from './rest-calls.ts';

const clock = createFakeClock();
const NOW = '2026-11-02T09:00:00.000Z';
let emulator: Emulator;
let base: Call;
beforeAll(async () => {
  emulator = await startEmulator({
    clock,
    pace: NO_WAIT,
    conversations: { count: 300, seed: 4 },
    keys: [
      { family: 'base', key: 'warehouse', projectIds: ['warehouse'] },
      { family: 'base', key: 'quiet', permissions: [] },
    ],
  });
  base = onBase(emulator);
});
afterAll(() => emulator.close());

/** Schema of function events, which docs/rest.md leaves open. */
const event = z.strictObject({
  turnId: z.int().min(0),
  datetime: z.iso.datetime(),
  result: z.string().nullable(),
  error: z.string().nullable(),
});
const events = z.record(z.string(), z.array(event));

const CONVERSATIONS = '/v1/agents/shop/conversations';
const list = (query = '') => base('GET', `${CONVERSATIONS}?${query}`);
interface Summary {
  readonly conversationId: string;
  readonly startedAt: string;
  readonly [field: string]: unknown;
}
const conversationsIn = ({ body }: Answer) => (body as { conversations: readonly Summary[] }).conversations;
const validationError = (text: string) => envelopeError(400, 'VALIDATION_ERROR', text);
const CONVERSATION_NOT_FOUND = envelopeError(
  404,
  'CONVERSATIONS_NOT_FOUND',
  'Conversation ID does not exist.',
);
const CREATED = { status: 201, body: { success: true } };

/** A conversation of three turns. */
async function createConversation(): Promise<string> {
  const session = await newSession(emulator);
  const socket = await openSocket(emulator, session);
  socket.join();
  socket.say('Where is your shop?', 'c-1');
  socket.say('hello', 'c-2');
  await socket.settled();
  await socket.close();
  return session.id;
}

describe('the list of the Data API', () => {
  it('the list has the documented body, newest first, with the total count (R-11.1)', async () => {
    const { status, body } = await list('limit=300');
    expect(issuesInBody('listAgentConversations', status, body)).toEqual([]);
    expect(body).toMatchObject({ count: 300, limit: 300, offset: 0 });
    const starts = conversationsIn({ status, body }).map((conversation) => conversation.startedAt);
    expect(starts).toEqual(starts.toSorted().reverse());
  });

  it('returns 50 conversations or the requested page (R-11.1)', async () => {
    const all = conversationsIn(await list('limit=300'));
    expect(conversationsIn(await list())).toEqual(all.slice(0, 50));
    const some = await list('limit=7&offset=290');
    expect(some.body).toEqual({ conversations: all.slice(290, 297), count: 300, limit: 7, offset: 290 });
    expect((await list('offset=300')).body).toMatchObject({ conversations: [], count: 300 });
  });

  it.each([
    ['limit=0', 'limit must be an integer from 1 to 9007199254740991'],
    ['offset=-1', 'offset must be an integer from 0 to 9007199254740991'],
    ['page=1', 'page is not known here'],
  ])('refuses %s', async (query, text) => {
    expect(await list(query)).toEqual(validationError(text));
  });
});

describe('one conversation', () => {
  it('a conversation has the documented body with the fields of the list and the turns (R-11.2)', async () => {
    for (const summary of conversationsIn(await list('limit=20'))) {
      const { status, body } = await base('GET', `${CONVERSATIONS}/${summary.conversationId}`);
      expect(issuesInBody('getAgentConversation', status, body)).toEqual([]);
      const { functionEvents } = body as { readonly functionEvents: unknown };
      expect(events.parse(functionEvents)).toEqual(functionEvents);
      expect(body).toMatchObject(summary);
    }
  });

  it('a conversation equals the one in the lists of the platform host', async () => {
    const answer = await onPlatform(emulator)(
      'GET',
      '/v3/lumen-oak/shop/conversations?include_latency=true&limit=20&query_type=transcript&query=delivery&start_time=2020-01-01T00:00:00Z&end_time=2030-01-01T00:00:00Z',
    );
    const found = conversationsIn(answer) as readonly Record<string, unknown>[];
    expect(found).toHaveLength(20);
    for (const { id, turns, metrics, handoff_reason, total_duration } of found)
      expect((await base('GET', `${CONVERSATIONS}/${id}`)).body).toMatchObject({
        turns,
        metrics,
        handoffReason: handoff_reason,
        totalDuration: total_duration,
      });
  });

  it('a conversation contains messages immediately after they are sent', async () => {
    const id = await createConversation();
    const { body } = await base('GET', `${CONVERSATIONS}/${id}`);
    expect(body).toMatchObject({
      conversationId: id,
      channel: 'WEBCHAT',
      clientEnv: 'live',
      inProgress: true,
      startedAt: NOW,
      turns: [
        { user_input: '' },
        { user_input: 'Where is your shop?', agent_response: expect.stringContaining('14 Lantern Street') },
        { user_input: 'hello', latency: 0 },
      ],
    });
    expect(body).not.toHaveProperty('finishedAt');
    expect(body).not.toHaveProperty('note');
    expect(body).not.toHaveProperty('audioUrl');
  });

  it('a conversation has intents, entities, function events and failures', async () => {
    const session = await newSession(emulator);
    const socket = await openSocket(emulator, session);
    socket.join();
    const messages = [
      'Where is your shop?',
      'My name is Ada Moreno, order 12345',
      'A zeppelin, then',
      'error',
      'human fail',
      'bye',
    ];
    for (const [at, text] of messages.entries()) {
      clock.advance(1_000);
      socket.say(text, `c-${at}`);
      await (text === 'bye' ? socket.closed : socket.settled());
    }
    const { body } = await base('GET', `${CONVERSATIONS}/${session.id}`);
    const { turns, functionEvents, startedAt } = body as {
      readonly turns: readonly Record<string, unknown>[];
      readonly functionEvents: unknown;
      readonly startedAt: string;
    };
    expect(turns.map(({ intents, entities, is_ood }) => [intents, entities, is_ood])).toEqual([
      [[], [], false],
      [['store'], [], false],
      [['identify'], [{ name: 'Ada Moreno' }, { order_number: '12345' }], false],
      [[], [], true],
      [[], [], false],
      [['human'], [], false],
      [['bye'], [], false],
    ]);
    const event = (turnId: number, result: string | null, error: string | null = null) => ({
      turnId,
      datetime: new Date(Date.parse(startedAt) + turnId * 1_000).toISOString(),
      result,
      error,
    });
    expect(functionEvents).toEqual({
      find_answer: [event(1, 'store'), event(3, null)],
      find_order: [event(2, 'unknown')],
      answer: [event(4, null, 'function_error')],
      hand_off: [event(5, null, 'no_agents')],
      end_conversation: [event(6, null)],
    });
  });

  it('an unknown or foreign conversation does not exist (R-1.6, R-1.7)', async () => {
    const id = await createConversation();
    expect(await base('GET', `${CONVERSATIONS}/never`)).toEqual(CONVERSATION_NOT_FOUND);
    const warehouse = onBase(emulator, 'warehouse');
    expect(await warehouse('GET', `/v1/agents/warehouse/conversations/${id}`)).toEqual(
      CONVERSATION_NOT_FOUND,
    );
    expect(await warehouse('GET', `${CONVERSATIONS}/${id}`)).toEqual(
      envelopeError(404, 'NOT_FOUND', 'Resource not found'),
    );
    expect(await onBase(emulator, 'quiet')('GET', `${CONVERSATIONS}/${id}`)).toEqual(
      envelopeError(403, 'FORBIDDEN', 'The API key lacks the conversations permission'),
    );
    expect((await onBase(emulator, emulator.platformKey)('GET', CONVERSATIONS)).status).toBe(401);
  });
});

describe('a note', () => {
  const put = (id: string, body: unknown) => base('POST', `${CONVERSATIONS}/${id}/note`, body);
  const noteOf = async (id: string) =>
    ((await base('GET', `${CONVERSATIONS}/${id}`)).body as { note?: string }).note;

  it('creates and replaces a note, and shows it in lists (R-11.5)', async () => {
    const id = await createConversation();
    expect(await put(id, { note: 'Call back' })).toEqual(CREATED);
    expect(await noteOf(id)).toBe('Call back');
    expect(await put(id, { note: '' })).toEqual(CREATED);
    expect(await noteOf(id)).toBe('');
    await put(id, { note: 'Größe 😀' });
    const shown = conversationsIn(await list('limit=300')).find(
      (conversation) => conversation.conversationId === id,
    );
    expect(shown?.['note']).toBe('Größe 😀');
  });

  it('keeps a note when the conversation goes on', async () => {
    const id = await createConversation();
    await put(id, { note: 'Kept' });
    emulator.expireSession(id);
    expect(await noteOf(id)).toBe('Kept');
  });

  it.each([
    [{}, 'note is required'],
    [{ note: 1 }, 'note must be a string'],
    [{ note: 'x', by: 'me' }, 'by is not known here'],
  ])('refuses the note %j', async (body, text) => {
    expect(await put(await createConversation(), body)).toEqual(validationError(text));
  });

  it('a note needs an existing conversation', async () => {
    expect(await put('never', { note: 'x' })).toEqual(CONVERSATION_NOT_FOUND);
  });
});

describe('annotations', () => {
  const annotate = (id: string, annotations: unknown) =>
    base('POST', `${CONVERSATIONS}/${id}/annotation`, { annotations });
  const wrong = (turnId: unknown, role: unknown = 'agent', annotationType: unknown = 'wrong_info') => ({
    turnId,
    role,
    annotationType,
  });

  it('annotations are stored by turn, from 0; duplicates count once (R-11.4)', async () => {
    const id = await createConversation();
    expect(await annotate(id, [wrong(2), wrong(0, 'agent', 'missing_topic')])).toEqual(CREATED);
    expect(await annotate(id, [wrong(2), wrong(2, 'user', 'wrong_transcript')])).toEqual(CREATED);
    expect(emulator.annotationsOf(id)).toEqual([
      { turn: 0, role: 'agent', type: 'missing_topic' },
      { turn: 2, role: 'user', type: 'wrong_transcript' },
      { turn: 2, role: 'agent', type: 'wrong_info' },
    ]);
  });

  it.each<[unknown, string]>([
    [undefined, 'annotations is required'],
    [[], 'annotations must be a list of at least one annotation'],
    [[wrong(-1)], 'annotations.0.turnId must be a whole number from 0'],
    [[wrong(0.5)], 'annotations.0.turnId must be a whole number from 0'],
    [[wrong('0')], 'annotations.0.turnId must be a whole number from 0'],
    [[wrong(2), wrong(3)], 'annotations.1.turnId must be the place of a turn, counted from 0'],
    [[wrong(0, 'person')], 'annotations.0.role must be one of user, agent'],
    [
      [wrong(0, 'user', 'rude')],
      'annotations.0.annotationType must be one of missing_topic, wrong_transcript, wrong_info',
    ],
  ])('annotations are all refused for %j', async (annotations, text) => {
    const id = await createConversation();
    expect(await annotate(id, annotations)).toEqual(validationError(text));
    expect(emulator.annotationsOf(id)).toEqual([]);
  });

  it('annotations need an existing conversation', async () => {
    expect(await annotate('never', [wrong(0)])).toEqual(CONVERSATION_NOT_FOUND);
  });
});
