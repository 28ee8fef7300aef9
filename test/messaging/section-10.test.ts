import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/protocol/dialect.ts';
import {
  AGENT,
  agentJoined,
  agentMessage,
  createWorld,
  sessionStart,
  systemMessage,
  wire,
} from '../support/chat-world.ts';
import { bubble, createScene, notice, QUIET, type Scene, stampOf, type View } from './support/scene.ts';

const HI = bubble({
  id: 'client-1',
  author: 'user',
  text: 'Hi',
  at: Date.UTC(2026, 10, 2, 9, 0, 0, 250),
  person: {},
  platformId: 'user-4',
  delivery: 'sent',
});
/** A conversation in which the visitor has said "Hi". */
const BEFORE: View = { ...QUIET, transcript: [HI], news: [['message', HI]] };
const NEXT = { id: 'event-5', at: stampOf(5) };

const shown = (text: string): Partial<View> => ({
  transcript: [HI, notice({ notice: 'system', level: 'error', text }, NEXT)],
});
/** The words stay as they are; they can be said again. */
const resendable = (text: string): Partial<View> => ({
  transcript: [{ ...HI, canRetry: true }, notice({ notice: 'system', level: 'error', text }, NEXT)],
});
const logged = (text: string): Partial<View> => ({
  news: [...BEFORE.news, ['dropped', { what: 'frame', reason: `refused by the platform: ${text}` }]],
});
const HANDOFF_FAILED: Partial<View> = {
  handoff: 'failed',
  transcript: [HI, notice({ notice: 'handoff_failed' }, NEXT)],
};
const GONE: Partial<View> = {
  connection: 'ended',
  trouble: { code: 'expired', canRetry: false },
  transcript: [HI, notice({ notice: 'session_expired' }, { id: 'local-1', at: HI.at })],
  news: [...BEFORE.news, ['sessionEnd', { sessionId: 'session-1', reason: 'expired' }]],
};
const CONFIGURATION: Partial<View> = {
  connection: 'failed',
  trouble: { code: 'configuration', canRetry: false },
};
const NOT_FORWARDED = 'Failed to forward message to live agent';

/** What each text leads to at once. */
const TEXTS: readonly (readonly [text: string, does: string, seen: Partial<View>])[] = [
  ...['Unknown event type or invalid message format', 'Event type not allowed: EVENT_TYPE_DANCE'].map(
    (text) => [text, 'debug hook, not shown', logged(text)] as const,
  ),
  ...[
    'Our system is experiencing high load. Please try again in a moment.',
    "Sorry, I'm having trouble responding right now. Please try again.",
    "Sorry, I'm having trouble responding right now.",
    'Sorry, I encountered an error. Please try again.',
    'Sorry, I encountered an error.',
  ].map((text) => [text, 'shown, the last message can be sent again', resendable(text)] as const),
  [
    'Something that the catalogue does not name',
    'shown',
    shown('Something that the catalogue does not name'),
  ],
  ['Error: Session not found', 'the session is gone', GONE],
  ['Error: Unable to retrieve session', 'transient', {}],
  ['Error: Connector not found', 'configuration fault', CONFIGURATION],
  ...[
    'Sorry, we could not connect you to an agent. Please try again.',
    'Sorry, we could not connect you to an agent.',
    'Sorry, handoff could not be initiated.',
  ].map((text) => [text, 'handoff failed', HANDOFF_FAILED] as const),
  [
    NOT_FORWARDED,
    'last message failed, retry offered',
    {
      transcript: [
        { ...HI, delivery: 'failed', failure: 'unconfirmed', canRetry: true },
        notice({ notice: 'system', level: 'error', text: NOT_FORWARDED }, NEXT),
      ],
    },
  ],
];

/** What loses the conversation, so that the agent has to be asked again. */
const LOST = [
  "Sorry, I'm unable to start a conversation right now. Please try again.",
  "Sorry, I'm unable to start a conversation right now.",
  'Error: Conversation not found',
  'Error: Conversation ID not found in session',
];

const error = (scene: Scene, message: string) =>
  scene.says('SYSTEM_MESSAGE', { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message });

describe('spec messaging §10', () => {
  it.each(
    TEXTS.flatMap(([text, does, seen]) => DIALECTS.map((dialect) => [text, does, dialect, seen] as const)),
  )('§10 %s: %s (%s)', async (text, _, dialect, seen) => {
    const scene = await createScene(dialect);
    scene.hears('Hi');
    error(scene, text);
    expect(scene.view()).toEqual({ ...BEFORE, ...seen });
  });

  it.each(LOST.flatMap((text) => DIALECTS.map((dialect) => [text, dialect] as const)))(
    '§10 %s: the join request again after 2, 4, 8 s, then a button (%s)',
    async (text, dialect) => {
      const scene = await createScene(dialect);
      const { world, socket } = scene;
      const JOIN = `EVENT_TYPE_REQUEST_${AGENT[dialect]}_JOIN`;
      const requests = () => socket.sent.filter(({ type }) => type === JOIN).length;
      const asked: number[] = [];
      for (const seconds of [2, 4, 8, 16]) {
        error(scene, text);
        await world.advance(seconds * 1_000 - 1);
        asked.push(requests());
        await world.advance(1);
        asked.push(requests());
      }
      expect({ asked, lines: world.lines() }).toEqual({
        asked: [1, 2, 2, 3, 3, 4, 4, 4],
        lines: ['(agent_unavailable)'],
      });
      world.chat.reconnect();
      const byButton = requests();
      scene.says('AGENT_JOINED', { agent_name: 'Iris' });
      expect({ byButton, lines: world.lines() }).toEqual({ byButton: 5, lines: [] });
    },
  );

  it('§10 Error: Conversation not found: three times a session at most, also when the agent joins in between', async () => {
    const scene = await createScene('service');
    const { world, socket } = scene;
    for (const seconds of [2, 4, 8]) {
      error(scene, 'Error: Conversation not found');
      await world.advance(seconds * 1_000);
      socket.echo('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', scene.event('HEARTBEAT', {}).sequence ?? 0);
      scene.says('AGENT_JOINED', { agent_name: 'Iris' });
    }
    error(scene, 'Error: Conversation not found');
    await world.advance(20_000);
    const requests = socket.sent.filter(
      ({ type }) => type === 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN',
    ).length;
    expect({ requests, lines: world.lines() }).toEqual({ requests: 4, lines: ['(agent_unavailable)'] });
  });

  it('§10 Our system is experiencing high load: the visitor may retry after a few seconds', async () => {
    const scene = await createScene('service');
    error(scene, 'Our system is experiencing high load. Please try again in a moment.');
    await scene.world.advance(3_000);
    scene.hears('Once more');
    expect(scene.world.lines()).toEqual(['(system)', 'user: Once more [sent]']);
  });

  it('§10 Error: Session not found: a new chat is offered', async () => {
    const scene = await createScene('service');
    const { world } = scene;
    error(scene, 'Error: Session not found');
    await world.advance(60_000);
    const stored = world.stored.id;
    world.chat.restart();
    await world.settle();
    expect({ stored, sockets: world.sockets.length, calls: world.calls }).toEqual({
      stored: null,
      sockets: 2,
      calls: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1', 'POST /chat/sessions'],
    });
  });

  it('§10 Error: Unable to retrieve session: the relay is asked whether it is there', async () => {
    const scene = await createScene('service');
    error(scene, 'Error: Unable to retrieve session');
    await scene.world.settle();
    expect({ calls: scene.world.calls, status: scene.world.chat.connection.value }).toEqual({
      calls: ['POST /chat/sessions', 'GET /chat/sessions/session-1'],
      status: 'online',
    });
  });

  it('§10 Error: Unable to retrieve session: a new chat when the relay says that it is gone', async () => {
    const world = createWorld({
      answers: (call) => (call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : undefined),
    });
    const socket = await world.ready();
    socket.event(systemMessage('Error: Unable to retrieve session'));
    await world.settle();
    expect([world.chat.connection.value, world.lines()]).toEqual(['ended', ['(session_expired)']]);
  });

  it('§10 Sorry, I encountered an error: said again, it is a message of its own', async () => {
    const scene = await createScene('service');
    const { world } = scene;
    scene.hears('Hi');
    error(scene, 'Sorry, I encountered an error. Please try again.');
    world.chat.retry('client-1');
    const [first] = world.chat.transcript.value;
    expect({ lines: world.lines(), first }).toEqual({
      lines: ['user: Hi [sent]', '(system)', 'user: Hi [sending]'],
      first: HI,
    });
  });

  it('§10 Sorry, I encountered an error: the offer goes when the agent answers after all', async () => {
    const scene = await createScene('service');
    scene.hears('Hi');
    error(scene, 'Sorry, I encountered an error. Please try again.');
    scene.says('AGENT_MESSAGE', { message_id: 'late', text: 'Hello' });
    expect(scene.world.chat.transcript.value[0]).toEqual(HI);
  });

  it('§10 is acted on when it happens, not when a history tells of it', async () => {
    const world = createWorld({ stored: 'session-1' });
    const socket = await world.begin();
    socket.batch(
      sessionStart(),
      agentJoined(2),
      wire('SYSTEM_MESSAGE', 3, {
        level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
        message: 'Error: Session not found',
      }),
      agentMessage(4, 'Hello'),
    );
    await world.advance(300);
    expect([world.chat.connection.value, world.lines()]).toEqual(['online', ['agent: Hello']]);
  });

  it('§10 Error: Connector not found: no further attempt', async () => {
    const scene = await createScene('service');
    error(scene, 'Error: Connector not found');
    await scene.world.advance(120_000);
    expect({
      isClosed: scene.socket.isClosed,
      calls: scene.world.calls,
      sockets: scene.world.sockets.length,
    }).toEqual({ isClosed: true, calls: ['POST /chat/sessions'], sockets: 1 });
  });

  it('§10 Failed to forward message to live agent: the retry sends the last message again', async () => {
    const scene = await createScene('service');
    const { world } = scene;
    scene.hears('Hi');
    error(scene, NOT_FORWARDED);
    world.chat.retry('client-1');
    world.socket().accept();
    world.socket().batch();
    await world.advance(250 + 2_000);
    expect(world.socket().sent).toEqual([
      {
        type: 'EVENT_TYPE_USER_MESSAGE',
        payload: { text: 'Hi' },
        metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
      },
    ]);
  });
});
