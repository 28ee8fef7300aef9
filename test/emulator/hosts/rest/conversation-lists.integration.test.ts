import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../../src/emulator/index.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { issuesInBody } from '../../openapi/document-validator.ts';
import { newSession, openSocket } from '../../support/visitor.ts';
import { type Answer, envelopeError, onPlatform, request } from './rest-calls.ts';

const PACE = { wordMs: 10, thinkingMs: 400 };
const clock = createFakeClock();
const NOW = '2026-11-02T09:00:00.000Z';

const start = (options: EmulatorOptions = {}) => startEmulator({ clock, pace: PACE, ...options });
const WEEK = { start_time: '2026-10-26T09:00:00Z', end_time: NOW };

type Version = 'v1' | 'v2' | 'v3';
type Query = Record<string, string> | readonly (readonly [string, string])[];
const listIn =
  (emulator: Emulator) =>
  (query: Query = {}, version: Version = 'v3', key = emulator.platformKey): Promise<Answer> =>
    onPlatform(emulator, key)(
      'GET',
      `/${version}/lumen-oak/shop/conversations?${new URLSearchParams(query as Record<string, string>)}`,
    );

interface Conversation {
  readonly id: string;
  readonly channel: string;
  readonly variant_id: string;
  readonly environment: string;
  readonly started_at: string;
  readonly num_turns: number;
  readonly turns: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}
const conversationsIn = ({ status, body }: Answer): readonly Conversation[] => {
  expect(status).toBe(200);
  return (body as { conversations: readonly Conversation[] }).conversations;
};

let platform: Emulator;
const list: ReturnType<typeof listIn> = (...query) => listIn(platform)(...query);
beforeAll(async () => {
  platform = await start({
    conversations: { count: 1_000, seed: 5 },
    keys: [
      { family: 'platform', key: 'quiet', permissions: [] },
      { family: 'platform', key: 'stranger', accountId: 'other', projectIds: ['shop'] },
      { family: 'platform', key: 'abroad', region: 'uk' },
    ],
  });
});
afterAll(() => platform.close());

describe('a session of the widget', () => {
  it('lists a session of the widget as a conversation during the session and after it (R-10.1)', async () => {
    const emulator = await start();
    const session = await newSession(emulator, { streaming_enabled: true });
    const socket = await openSocket(emulator, session);
    socket.join();
    await socket.settled();
    clock.advance(60_000);
    socket.say('Where is your shop?');
    await socket.settled();
    clock.advance(10_000);
    await socket.until('userMessage');
    const turn = {
      user_input_dtmf: '',
      barge_in: false,
      translated_user_input: '',
      english_agent_response: '',
    };
    const metadata = { intents: [], entities: [], is_ood: false, is_silence: false };
    const [conversation] = conversationsIn(await listIn(emulator)({ include_latency: 'true' }));
    expect(conversation).toEqual({
      id: session.id,
      account_id: 'lumen-oak',
      project_id: 'shop',
      variant_id: 'main',
      variant_name: 'Main line',
      environment: 'live',
      started_at: NOW,
      channel: 'WEBCHAT',
      from_number: '',
      to_number: '',
      in_progress: true,
      num_turns: 2,
      total_duration: 70,
      polyai_duration: 70,
      handoff: false,
      handoff_reason: '',
      handoff_destination: '',
      num_silences: 0,
      num_ood: 0,
      metrics: { CALL_IN_PROGRESS: 'true' },
      state: { language: 'en' },
      turns: [
        {
          ...turn,
          ...metadata,
          user_input: '',
          user_input_datetime: NOW,
          agent_response: expect.stringMatching(/^Hi, I am \*\*Iris\*\*.*help\?$/s),
          agent_response_datetime: '2026-11-02T09:00:00.400Z',
        },
        {
          ...turn,
          ...metadata,
          intents: ['store'],
          user_input: 'Where is your shop?',
          user_input_datetime: '2026-11-02T09:01:00.000Z',
          agent_response: expect.stringMatching(/^You find us at \*\*14 Lantern Street\*\*.*shop\.$/s),
          agent_response_datetime: '2026-11-02T09:01:00.400Z',
          latency: 400,
        },
      ],
    });
    socket.say('human');
    await socket.settled();
    clock.advance(10_000);
    socket.say('bye', 'c-2');
    await socket.settled();
    clock.advance(10_000);
    await socket.closed;
    const [over] = conversationsIn(await listIn(emulator)());
    expect(over).toMatchObject({
      in_progress: false,
      num_turns: 4,
      total_duration: 81,
      polyai_duration: 72,
      handoff: true,
      handoff_reason: 'visitor_request',
      handoff_destination: 'Customer care',
      metrics: {
        CALL_COMPLETED: '2026-11-02T09:01:20.800Z',
        HANDOFF_TO: 'Customer care',
        HANDOFF_REASON: 'visitor_request',
      },
      state: { language: 'en', reason: 'visitor_request', queue: 'Customer care' },
    });
    expect(over?.turns.map(({ user_input }) => user_input)).toEqual([
      '',
      'Where is your shop?',
      'human',
      'bye',
    ]);
    await emulator.close();
  });
});

describe('the documented bodies', () => {
  it.each([
    ['v1', 'listConversationsV1', { limit: '5000' }, false],
    ['v2', 'listConversationsV2', {}, false],
    ['v3', 'listConversationsV3', { include_latency: 'true' }, true],
  ] as const)('the documented bodies are returned by %s', async (version, id, query, hasCursor) => {
    const answer = await list(query, version);
    expect(issuesInBody(id, 200, answer.body)).toEqual([]);
    expect('cursor' in (answer.body as object)).toBe(hasCursor);
    expect(conversationsIn(answer).length).toBeGreaterThan(800);
  });

  it('an absent text is null, and v1 has no later fields (R-10.9)', async () => {
    const [turn] = conversationsIn(await list({ include_latency: 'true' }, 'v1'))[0]?.turns ?? [];
    expect(turn).toMatchObject({ user_input: null, user_input_dtmf: null });
    expect(Object.keys(turn ?? {})).not.toContain('latency');
  });
});

describe('filters', () => {
  it('selects the live environment by default (R-10.6)', async () => {
    const environments = async (query: Query) => [
      ...new Set(
        conversationsIn(await list({ ...query, limit: '1000' })).map(
          (conversation) => conversation.environment,
        ),
      ),
    ];
    expect(await environments({})).toEqual(['live']);
    expect(await environments({ client_env: 'sandbox' })).toEqual(['sandbox']);
    expect(await environments({ client_env: 'pre-release' })).toEqual(['pre-release']);
  });

  it('selects one channel or several (R-10.5)', async () => {
    const all = conversationsIn(await list());
    const of = (...channels: string[]) => all.filter(({ channel }) => channels.includes(channel));
    expect(conversationsIn(await list({ channel: 'CHAT' }))).toEqual(of('CHAT'));
    const both = [
      ['channel', 'CHAT'],
      ['channel', 'VOICE-SIP'],
    ] as const;
    expect(conversationsIn(await list(both))).toEqual(of('CHAT', 'VOICE-SIP'));
    expect(of('CHAT').length).toBeGreaterThan(10);
  });

  it('selects a variant by its id or name; an unknown variant has no conversations (R-10.3)', async () => {
    const byId = conversationsIn(await list({ variant_id: 'spring' }));
    expect(new Set(byId.map((conversation) => conversation.variant_name))).toEqual(new Set(['Spring sale']));
    expect(conversationsIn(await list({ variant_name: 'Spring sale' }))).toEqual(byId);
    expect(conversationsIn(await list({ variant_id: 'never' }))).toEqual([]);
    expect(conversationsIn(await list({ variant_name: 'never' }))).toEqual([]);
  });

  it('includes the start time and excludes the end time (R-10.11)', async () => {
    const all = conversationsIn(await list());
    const [from = '', to = ''] = [all[10]?.started_at, all[20]?.started_at];
    expect(conversationsIn(await list({ start_time: from, end_time: to }))).toEqual(all.slice(10, 20));
    expect(conversationsIn(await list({ start_time: to }))).toEqual(all.slice(20));
    // The same time in another zone.
    const inParis = `${new Date(Date.parse(to) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    expect(conversationsIn(await list({ end_time: inParis }))).toEqual(all.slice(0, 20));
  });

  it('selects conversations in progress or ended', async () => {
    const { id } = await newSession(platform);
    const ids = async (query: Query) =>
      conversationsIn(await list(query)).map((conversation) => conversation.id);
    expect(await ids({ in_progress: 'true' })).toEqual([id]);
    expect(await ids({ in_progress: 'false', start_time: NOW })).toEqual([]);
    platform.expireSession(id);
    expect(await ids({ in_progress: 'true' })).toEqual([]);
    expect(await ids({ in_progress: 'false', start_time: NOW })).toEqual([id]);
  });

  it('keeps the order of the start times (R-10.11)', async () => {
    const starts = conversationsIn(await list()).map(({ started_at }) => started_at);
    expect(starts).toEqual(starts.toSorted());
  });

  it('leaves out excluded parts, and the latency by default (R-10.6, R-10.10)', async () => {
    const [plain] = conversationsIn(await list({ limit: '1' }));
    const [lean] = conversationsIn(
      await list({ limit: '1', include_context_state: 'false', include_turn_metadata: 'false' }),
    );
    const without = ({ intents, entities, is_ood, is_silence, ...turn }: Record<string, unknown>) => turn;
    const [reason, queue] = [plain?.['handoff_reason'], plain?.['handoff_destination']];
    expect(plain?.['state']).toEqual({ language: 'fr', reason, queue });
    expect(lean).toEqual({ ...plain, state: {}, turns: plain?.turns.map(without) });
    expect(Object.keys(plain?.turns[0] ?? {})).not.toContain('latency');
  });
});

describe('retrieval modes', () => {
  const textsOf = ({ turns }: Conversation, side: 'user_input' | 'agent_response') =>
    turns.map((turn) => String(turn[side]).toLowerCase());

  it('searches for all words in one turn of the visitor or the agent (R-10.2)', async () => {
    const all = conversationsIn(await list({ ...WEEK, limit: '1000' }));
    const search = async (query: Record<string, string>) =>
      conversationsIn(await list({ ...WEEK, query_type: 'transcript', limit: '1000', ...query }));
    const has = (side: 'user_input' | 'agent_response') => (conversation: Conversation) =>
      textsOf(conversation, side).some((text) => /\bumbrella\b/.test(text) && /\bblue\b/.test(text));
    const found = all.filter(has('user_input'));
    expect(found.length).toBeGreaterThan(20);
    expect(await search({ query: 'UMBRELLA blue' })).toEqual(found);
    expect(await search({ query: 'umbrella blue', turn_type: 'user' })).toEqual(found);
    expect(await search({ query: 'umbrella blue', turn_type: 'agent' })).toEqual([]);
    expect(await search({ query: '" OR umbrella* NOT', turn_type: 'user' })).toEqual([]);
    expect(await search({ query: '!!!' })).toEqual([]);
  });

  it('finds texts immediately after they are sent', async () => {
    const session = await newSession(platform);
    const socket = await openSocket(platform, session);
    socket.say('A zeppelin for my café, please');
    await socket.settled();
    const now = { start_time: NOW, end_time: '2027-01-01T00:00:00Z', query_type: 'transcript' };
    expect(conversationsIn(await list({ ...now, query: 'cafe ZEPPELIN' })).map(({ id }) => id)).toEqual([
      session.id,
    ]);
    await socket.close();
  });

  it('searches for similar texts, the most similar first', async () => {
    const search = async (query: string) =>
      conversationsIn(await list({ ...WEEK, query_type: 'semantic', query, limit: '200' }));
    const found = await search('how much does it cost to deliver');
    const isAbout = (conversation: Conversation) =>
      textsOf(conversation, 'user_input').includes('how much is delivery?');
    const share = (some: readonly Conversation[]) => some.filter(isAbout).length / some.length;
    expect(share(found.slice(0, 20))).toBe(1);
    expect(await search('how much does it cost to deliver')).toEqual(found);
    expect(await search('xyzzy')).toEqual([]);
    expect(await search('?')).toEqual([]);
  });

  it('returns a random sample of the time range, the same for the same query', async () => {
    const sample = async (query: Record<string, string> = {}) =>
      conversationsIn(await list({ ...WEEK, sample: 'random', limit: '50', ...query })).map(({ id }) => id);
    const first = await sample();
    const inOrder = conversationsIn(await list({ ...WEEK, limit: '50' })).map(({ id }) => id);
    expect(new Set(first).size).toBe(50);
    expect(await sample()).toEqual(first);
    expect([first, first.toSorted()]).not.toContainEqual(inOrder);
    expect(await sample({ start_time: '2026-10-26T09:00:01Z' })).not.toEqual(first);
  });
});

describe('an invalid request', () => {
  const issuesOf = async (query: Query, version: Version = 'v3') => {
    const { status, body } = await list(query, version);
    const { errors } = body as { errors: readonly object[] };
    return [status, ...(errors ?? [])];
  };
  const issue = (field: string, message: string) => ({ field, message });

  it.each<[Query, ...object[]]>([
    [
      { ...WEEK, query_type: 'semantic', query: 'x', sample: 'random' },
      issue('sample', 'cannot be combined with query_type'),
    ],
    [{ ...WEEK, query_type: 'transcript' }, issue('query', 'is required with query_type')],
    [
      { ...WEEK, query_type: 'semantic', query: 'x', turn_type: 'user' },
      issue('turn_type', 'is for query_type=transcript only'),
    ],
    [{ turn_type: 'user' }, issue('turn_type', 'is for query_type=transcript only')],
    [{ variant_id: 'a', variant_name: 'b' }, issue('variant_name', 'cannot be combined with variant_id')],
    [{ variant_id: '' }, issue('variant_id', 'must be a string of 1 to 1000 characters')],
    [
      [
        ['cursor', 'a'],
        ['cursor', 'b'],
      ],
      issue('cursor', 'is malformed, or of another query'),
    ],
    [
      { sample: 'random' },
      issue('start_time', 'is required with query_type and with sample'),
      issue('end_time', 'is required with query_type and with sample'),
    ],
    [
      { query_type: 'transcript', query: 'x', start_time: NOW },
      issue('end_time', 'is required with query_type and with sample'),
    ],
    [
      { query_type: 'regex' },
      issue('query_type', 'must be one of transcript, semantic'),
      issue('query', 'is required with query_type'),
      issue('start_time', 'is required with query_type and with sample'),
      issue('end_time', 'is required with query_type and with sample'),
    ],
    [{ client_env: 'test' }, issue('client_env', 'must be one of sandbox, pre-release, live')],
    [{ start_time: 'yesterday' }, issue('start_time', 'must be an ISO 8601 date and time with a zone')],
    [
      { start_time: '2026-11-02T09:00:00' },
      issue('start_time', 'must be an ISO 8601 date and time with a zone'),
    ],
    [{ in_progress: 'maybe' }, issue('in_progress', 'must be true or false')],
    [{ limit: '0' }, issue('limit', 'must be an integer from 1 to 1000')],
    [{ limit: '1001' }, issue('limit', 'must be an integer from 1 to 1000')],
    [{ offset: '-1' }, issue('offset', 'must be an integer from 0 to 9007199254740991')],
    [
      { variant: 'a', limit: '1.5' },
      issue('limit', 'must be an integer from 1 to 1000'),
      issue('variant', 'is not known here'),
    ],
    [
      [
        ['limit', '1'],
        ['limit', '2'],
      ],
      issue('limit', 'must be an integer from 1 to 1000'),
    ],
  ])('refuses an invalid request with one entry per issue: %j (R-10.4)', async (query, ...errors) => {
    expect(await issuesOf(query)).toEqual([400, ...errors]);
  });

  it('refuses a text of more than 1,000 characters', async () => {
    const named = (length: number) => issuesOf({ variant_id: 'b'.repeat(length) });
    expect([(await named(1_000))[0], await named(1_001)]).toEqual([
      200,
      [400, issue('variant_id', 'must be a string of 1 to 1000 characters')],
    ]);
  });

  it('an invalid request gets the error format of its version (R-2.9)', async () => {
    const text = 'limit must be an integer from 1 to 1000';
    const errors = [issue('limit', 'must be an integer from 1 to 1000')];
    const published = envelopeError(400, 'VALIDATION_ERROR', text);
    expect(await list({ limit: '0' })).toEqual({ status: 400, body: { ...published.body, errors } });
    expect(await list({ limit: '0' }, 'v2')).toEqual({ status: 400, body: { ...published.body, errors } });
    expect(await list({ limit: '5001' }, 'v1')).toEqual({
      status: 400,
      body: {
        error_message: 'limit must be an integer from 1 to 5000',
        errors: [issue('limit', 'must be an integer from 1 to 5000')],
      },
    });
  });

  it('refuses a missing, unknown or foreign key and one without the permission (R-1.5, R-1.7)', async () => {
    const { status } = await request(`${platform.platformUrl}/v3/lumen-oak/shop/conversations`, 'GET', {});
    expect(status).toBe(401);
    expect(await list({}, 'v3', platform.baseKey)).toEqual(
      envelopeError(401, 'UNAUTHORIZED', 'Invalid API key'),
    );
    expect(await list({}, 'v3', 'abroad')).toEqual(envelopeError(401, 'UNAUTHORIZED', 'Invalid API key'));
    expect(await list({}, 'v3', 'stranger')).toEqual(envelopeError(404, 'NOT_FOUND', 'Resource not found'));
    expect(await list({}, 'v1', 'quiet')).toEqual({
      status: 403,
      body: { error_message: 'The API key lacks the conversations permission' },
    });
  });
});

describe('a project’s settings', () => {
  it('a project can hide transcripts and keep the number of turns (R-10.8)', async () => {
    const emulator = await start({ conversations: { count: 20 }, project: { showTranscripts: false } });
    const conversations = conversationsIn(await listIn(emulator)({ include_latency: 'true' }));
    expect(conversations.map(({ turns }) => turns)).toEqual(conversations.map(() => []));
    expect(conversations.every(({ num_turns }) => num_turns >= 3)).toBe(true);
    await emulator.close();
  });

  it('translates the turns of other languages into English, by default (R-10.12)', async () => {
    const textsIn = async (project: { translateTurns?: boolean }) => {
      const emulator = await start({ conversations: { count: 60 }, project });
      const conversations = conversationsIn(await listIn(emulator)({}));
      await emulator.close();
      const turns = (language: string) =>
        conversations
          .filter(({ state }) => (state as { language: string }).language.startsWith(language))
          .flatMap((conversation) => conversation.turns as { [name: string]: string }[])
          .map((conversation) => [
            conversation['agent_response'],
            conversation['english_agent_response'],
            conversation['translated_user_input'],
          ]);
      return { en: turns('en'), fr: turns('fr') };
    };
    const on = await textsIn({});
    const off = await textsIn({ translateTurns: false });
    expect(on.en.every(([, response, input]) => response === '' && input === '')).toBe(true);
    expect(off.fr.every(([, response, input]) => response === '' && input === '')).toBe(true);
    expect(on.fr.filter(([said]) => said?.startsWith('Bonjour'))).toContainEqual([
      expect.stringContaining('Lumen & Oak'),
      expect.stringMatching(/^Hello|^Hi|^Welcome|^Good/),
      '',
    ]);
    expect(on.fr.some(([, , input]) => input !== '')).toBe(true);
  });

  it('keeps the order number of the visitor in the state (R-10.13)', async () => {
    const emulator = await start({ conversations: { count: 60 } });
    const conversations = conversationsIn(await listIn(emulator)({}));
    await emulator.close();
    const states = conversations.map(({ state }) => state as { order_number?: string });
    const kept = states.map((state) => state.order_number).filter((number) => number !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every((number) => /^\d{5}$/.test(number))).toBe(true);
  });

  it('a project selects the metrics (R-10.8)', async () => {
    for (const [responseMetrics, names] of [
      [[], []],
      [['CALL_COMPLETED'], ['CALL_COMPLETED']],
    ] as const) {
      const emulator = await start({ conversations: { count: 1 }, project: { responseMetrics } });
      const conversations = ['live', 'sandbox', 'pre-release'].map((client_env) =>
        listIn(emulator)({ client_env }),
      );
      const [conversation] = (await Promise.all(conversations)).flatMap(conversationsIn);
      expect(Object.keys(conversation?.['metrics'] ?? {})).toEqual(names);
      await emulator.close();
    }
  });

  it('restricts v1 and no other version to a whitelist (R-10.9)', async () => {
    const fieldsOf = async (emulator: Emulator, version: Version) =>
      Object.keys(conversationsIn(await listIn(emulator)({ limit: '1' }, version))[0] ?? {}).sort();
    const byDefault = await start({ conversations: { count: 20 }, project: { enableWhitelist: true } });
    expect(await fieldsOf(byDefault, 'v1')).toEqual(['account_id', 'id', 'project_id', 'started_at']);
    expect(await fieldsOf(byDefault, 'v3')).toHaveLength(22);
    await byDefault.close();
    const project = { enableWhitelist: true, whitelist: ['id', 'turns'] };
    const chosen = await start({ conversations: { count: 20 }, project });
    expect(await fieldsOf(chosen, 'v1')).toEqual(['id', 'turns']);
    await chosen.close();
  });

  it('sends v2 and v3 in chunks with the same content and gives v2 a cursor (R-10.7, R-4.5)', async () => {
    const conversations = { count: 300, seed: 5 };
    const [plain, chunked] = [
      await start({ conversations }),
      await start({ conversations, project: { chunkedResponses: true } }),
    ];
    const answerOf = async (emulator: Emulator, version: Version, query = '') => {
      const { headers, body } = await request(
        `${emulator.platformUrl}/${version}/lumen-oak/shop/conversations?${query}`,
        'GET',
        { 'x-api-key': emulator.platformKey },
      );
      const isChunked = headers.get('transfer-encoding') === 'chunked' && !headers.has('content-length');
      return { isChunked, body: body as Record<string, unknown> };
    };
    const v3 = await answerOf(chunked, 'v3');
    expect(v3).toEqual({ ...(await answerOf(plain, 'v3')), isChunked: true });
    expect(await answerOf(chunked, 'v2')).toEqual(v3);
    expect((await answerOf(plain, 'v3')).isChunked).toBe(false);
    expect((await answerOf(chunked, 'v1')).isChunked).toBe(false);
    expect((await answerOf(plain, 'v2')).body).not.toHaveProperty('cursor');
    const nothing = await answerOf(chunked, 'v3', 'variant_id=never');
    expect(nothing).toEqual({ isChunked: true, body: { conversations: [], cursor: null } });
    await Promise.all([plain.close(), chunked.close()]);
  });
});
