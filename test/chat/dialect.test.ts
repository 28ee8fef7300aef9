import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect, otherDialect } from '../../src/protocol/dialect.ts';
import {
  AGENT,
  type ChatHarness,
  createChatHarness,
  GRANT,
  type ScriptedSocket,
  sessionStart,
  systemMessage,
  wireEvent,
} from '../support/chat-harness.ts';
import { sharedStorage } from '../support/page-storage.ts';

const REFUSAL = 'Unknown event type or invalid message format';
const joinIn = (dialect: Dialect) => `EVENT_TYPE_REQUEST_${AGENT[dialect]}_JOIN`;
const typesOf = (socket: ScriptedSocket) => socket.sent.map(({ type }) => type);
const STATUS = 'GET /chat/sessions/session-1';

/** A chat that has sent its first join request; the relay has assumed `dialect`. */
async function asking(options: Parameters<typeof createChatHarness>[0] = {}) {
  const harness = createChatHarness({ isDialectAssumed: true, ...options });
  const socket = await harness.connect();
  socket.receiveBatch(sessionStart());
  await harness.advance(250);
  return { harness, socket };
}

const agentJoins = (socket: ScriptedSocket, dialect: Dialect, sequence = 3) =>
  socket.receiveEvent(wireEvent(`${AGENT[dialect]}_JOINED`, sequence, { agent_name: 'Iris' }));

/** A platform that speaks `dialect` only answers the frames that it got since the last call. */
function answerJoins(socket: ScriptedSocket, dialect: Dialect, from: number): number {
  for (const type of typesOf(socket).slice(from)) {
    if (type === joinIn(dialect)) {
      socket.echo(type, 2);
      agentJoins(socket, dialect);
    } else if (type === joinIn(otherDialect(dialect))) socket.receiveEvent(systemMessage(REFUSAL));
  }
  return socket.sent.length;
}

describe('an assumed dialect', () => {
  it.each(DIALECTS)(
    'M-1.6: replaces an assumed dialect when the platform refuses the join (assumed: %s)',
    async (dialect) => {
      const { harness, socket } = await asking({ dialect });
      socket.receiveEvent(systemMessage(REFUSAL));
      expect(typesOf(socket)).toEqual([joinIn(dialect), joinIn(otherDialect(dialect))]);
      harness.chat.send('hello');
      answerJoins(socket, otherDialect(dialect), 1);
      expect(typesOf(socket).at(-1)).toBe('EVENT_TYPE_USER_MESSAGE');
      expect(harness.lines()).toEqual(['user: hello [sending]']);
    },
  );

  it('M-1.6: replaces an assumed dialect only once', async () => {
    const { harness, socket } = await asking();
    for (let i = 0; i < 5; i++) socket.receiveEvent(systemMessage(REFUSAL));
    expect(typesOf(socket)).toEqual([joinIn('service'), joinIn('poly')]);
    // M-7.4: the repeat after 15 s stays with the second dialect.
    await harness.advance(15_000);
    socket.receiveEvent(systemMessage(REFUSAL));
    expect(typesOf(socket)).toEqual([joinIn('service'), joinIn('poly'), joinIn('poly')]);
    await harness.advance(15_000);
    expect(harness.lines()).toEqual(['(agent_unavailable)']);
  });

  it('M-1.6: a refusal loses no repeat of the join request', async () => {
    const { harness, socket } = await asking();
    await harness.advance(10_000);
    socket.receiveEvent(systemMessage(REFUSAL));
    await harness.advance(14_999);
    expect(typesOf(socket).slice(2)).toEqual([]);
    await harness.advance(1);
    expect(typesOf(socket).slice(2)).toEqual([joinIn('poly')]);
  });

  it('M-1.6: keeps the dialect when the refusal names a message of the visitor', async () => {
    const { socket } = await asking();
    const metadata = { custom: { client_event_id: 'client-1' } };
    socket.receiveEvent({ ...systemMessage(REFUSAL), metadata });
    expect(typesOf(socket)).toEqual([joinIn('service')]);
  });

  it('M-1.6: keeps the dialect when the join was answered', async () => {
    const { socket } = await asking();
    socket.echo(joinIn('service'), 2);
    socket.receiveEvent(systemMessage(REFUSAL));
    expect(typesOf(socket)).toEqual([joinIn('service')]);
  });

  it('M-1.6: keeps the dialect when this page has no open request', async () => {
    const harness = createChatHarness({ isDialectAssumed: true, stored: 'session-1' });
    const socket = await harness.connect();
    socket.receiveBatch(sessionStart(), wireEvent('REQUEST_SERVICE_AGENT_JOIN', 2));
    await harness.advance(250);
    socket.receiveEvent(systemMessage(REFUSAL));
    expect(typesOf(socket)).toEqual([]);
  });

  it('M-10.12: keeps the dialect when a history holds the refusal', async () => {
    const { harness, socket } = await asking();
    socket.drop(1011);
    await harness.advance(1_000);
    const next = harness.socket();
    next.accept();
    next.receiveBatch({ ...systemMessage(REFUSAL), sequence: 2 });
    await harness.advance(250 + 2_000);
    expect(typesOf(next)).toEqual([joinIn('service')]);
    next.receiveEvent(systemMessage(REFUSAL));
    expect(typesOf(next)).toEqual([joinIn('service'), joinIn('poly')]);
  });

  it('M-1.6: keeps the replaced dialect after a reconnect', async () => {
    const { harness, socket } = await asking();
    socket.receiveEvent(systemMessage(REFUSAL));
    socket.drop(1011);
    await harness.advance(1_000);
    const next = harness.socket();
    next.accept();
    next.receiveBatch();
    await harness.advance(250 + 2_000);
    expect(typesOf(next)).toEqual([joinIn('poly')]);
  });

  it.each([
    ['a restored session that had joined', 'batch'],
    ['another page of the session that has joined', 'event'],
  ] as const)('M-1.7: adopts the dialect of the agent’s events: %s', async (_, how) => {
    const harness = createChatHarness({ isDialectAssumed: true, stored: 'session-1' });
    const socket = await harness.connect();
    const history = [sessionStart(), wireEvent('REQUEST_POLY_AGENT_JOIN', 2)];
    const joined = wireEvent('POLY_AGENT_JOINED', 3, { agent_name: 'Iris' });
    socket.receiveBatch(...history, ...(how === 'batch' ? [joined] : []));
    await harness.advance(250);
    if (how === 'event') socket.receiveEvent(joined);
    socket.receiveEvent(systemMessage('Error: Conversation not found'));
    await harness.advance(20_000);
    expect(typesOf(socket).filter((type) => type.includes('JOIN'))).toEqual([joinIn('poly')]);
  });

  it('M-1.7: changes the dialect no more after the first event of the agent', async () => {
    const { harness, socket } = await asking();
    agentJoins(socket, 'service', 2);
    agentJoins(socket, 'poly', 3);
    socket.receiveEvent(systemMessage('Error: Conversation not found'));
    await harness.advance(2_000);
    socket.receiveEvent(systemMessage(REFUSAL));
    expect(typesOf(socket)).toEqual([joinIn('service'), joinIn('service')]);
  });

  it('M-1.7: ignores the dialect in the echo of its own request', async () => {
    const { harness, socket } = await asking();
    socket.receiveEvent(wireEvent('REQUEST_POLY_AGENT_JOIN', 2));
    await harness.advance(60_000);
    expect(typesOf(socket)).not.toContain(joinIn('poly'));
  });

  it('M-1.6: two pages find the dialect with one set of requests', async () => {
    const storage = sharedStorage();
    const one = createChatHarness({ isDialectAssumed: true, storage });
    const two = createChatHarness({ isDialectAssumed: true, storage });
    const first = await one.connect();
    const second = await two.connect();
    const both = [first, second];
    const say = (event: unknown) => {
      for (const it of both) it.receiveEvent(event);
    };
    for (const it of both) it.receiveBatch(sessionStart());
    await one.advance(250);
    await two.advance(250);
    say(systemMessage(REFUSAL));
    say(wireEvent('REQUEST_POLY_AGENT_JOIN', 2));
    say(wireEvent('POLY_AGENT_JOINED', 3, { agent_name: 'Iris' }));
    await one.advance(30_000);
    await two.advance(30_000);
    const joins = both.map((client) => typesOf(client).filter((type) => type.includes('JOIN')));
    expect(joins).toEqual([[joinIn('service'), joinIn('poly')], []]);
  });
});

describe('a dialect that the client has found', () => {
  it('M-1.8: a found dialect makes the relay look at the session, once', async () => {
    const { harness, socket } = await asking();
    socket.receiveEvent(systemMessage(REFUSAL));
    await harness.settle();
    expect(harness.calls).not.toContain(STATUS);
    answerJoins(socket, 'poly', 1);
    agentJoins(socket, 'poly', 4);
    await harness.settle();
    expect(harness.calls.filter((call) => call === STATUS)).toHaveLength(1);
  });

  it.each(['expired', 'token_mismatch', 'too_many_connections', 'unreachable'])(
    'M-1.8: a found dialect ends nothing when the relay answers %s',
    async (state) => {
      const answers = (call: string) => (call === STATUS ? { status: 200, body: { state } } : undefined);
      const { harness, socket } = await asking({ answers });
      socket.receiveEvent(systemMessage(REFUSAL));
      answerJoins(socket, 'poly', 1);
      await harness.advance(20_000);
      expect(harness.calls).toContain(STATUS);
      expect({ status: harness.chat.connection.value, isClosed: socket.isClosed }).toEqual({
        status: 'online',
        isClosed: false,
      });
    },
  );

  it.each([
    ['it is the one that the relay assumed', { dialect: 'poly' as const }],
    [
      'the relay carries the socket',
      {
        answers: (call: string) =>
          call.startsWith('POST')
            ? { status: 200, body: { ...GRANT, expires_in: 30, dialect_assumed: true } }
            : undefined,
      },
    ],
  ])('M-1.8: a found dialect makes no call when %s', async (_, options) => {
    const { harness, socket } = await asking(options);
    if (!('dialect' in options)) socket.receiveEvent(systemMessage(REFUSAL));
    agentJoins(socket, 'poly');
    await harness.advance(1_000);
    expect(harness.calls).toEqual(['POST /chat/sessions']);
  });
});

describe('a configured dialect', () => {
  it.each(DIALECTS)('M-1.3: keeps a configured dialect, whatever the platform says (%s)', async (dialect) => {
    const { harness, socket } = await asking({ dialect, isDialectAssumed: false });
    socket.receiveEvent(systemMessage(REFUSAL));
    await harness.advance(15_000);
    expect(typesOf(socket)).toEqual([joinIn(dialect), joinIn(dialect)]);
  });
});

describe('with any platform', () => {
  const news = fc.constantFrom(
    'refusal',
    'named refusal',
    'echo',
    'lost',
    'service',
    'poly',
    'drop',
    'wait',
    'long wait',
  );

  it('M-1.6: a page changes its dialect at most twice, and never after an event of the agent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(news, { maxLength: 20 }),
        fc.constantFrom(...DIALECTS),
        async (story, dialect) => {
          const { harness } = await asking({ dialect });
          let seen: Dialect | undefined;
          let before = 0;
          for (const it of story) {
            const shown = await tell(harness, it);
            const joins = joinsOf(harness);
            if (seen) for (const type of joins.slice(before)) expect(type).toBe(joinIn(seen));
            before = joins.length;
            seen ??= shown;
          }
          const joins = joinsOf(harness);
          const changes = joins.filter((type, i) => i > 0 && type !== joins[i - 1]);
          expect(changes.length).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const joinsOf = (harness: ChatHarness) =>
  harness.sockets.flatMap(typesOf).filter((type) => type.includes('JOIN'));

/** The page gets the news, on a live socket. Returns the dialect that the agent has shown. */
async function tell(harness: ChatHarness, news: string): Promise<Dialect | undefined> {
  const socket = harness.socket();
  const refusal = systemMessage(REFUSAL);
  const last = joinsOf(harness).at(-1)?.slice('EVENT_TYPE_'.length) ?? '';
  if (news === 'refusal') socket.receiveEvent(refusal);
  if (news === 'named refusal')
    socket.receiveEvent({ ...refusal, metadata: { custom: { client_event_id: 'x' } } });
  if (news === 'echo') socket.receiveEvent(wireEvent(last, null));
  if (news === 'lost') socket.receiveEvent(systemMessage('Error: Conversation not found'));
  if (news === 'wait') await harness.advance(2_000);
  if (news === 'long wait') await harness.advance(15_000);
  if (news === 'drop') {
    socket.drop();
    while (harness.socket() === socket) await harness.advance(500);
  }
  if (harness.socket() !== socket) {
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(250);
  }
  if (news !== 'service' && news !== 'poly') return undefined;
  socket.receiveEvent(wireEvent(`${AGENT[news]}_JOINED`, null, { agent_name: 'Iris' }));
  return news;
}
