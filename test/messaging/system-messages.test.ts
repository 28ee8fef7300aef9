import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/protocol/dialect.ts';
import {
  AGENT,
  agentJoined,
  agentMessage,
  createChatHarness,
  sessionStart,
  systemMessage,
  wireEvent,
} from '../support/chat-harness.ts';
import {
  bubble,
  type ConversationHarness,
  createConversationHarness,
  INITIAL_VIEW,
  notice,
  timestampOf,
  type View,
} from './support/conversation-harness.ts';

const HI = bubble({
  id: 'client-1',
  author: 'user',
  text: 'Hi',
  at: timestampOf(4),
  person: {},
  platformId: 'user-4',
  delivery: 'sent',
});
/** View after the visitor has sent "Hi". */
const BEFORE: View = { ...INITIAL_VIEW, transcript: [HI], events: [['message', HI]] };
const NEXT = { id: 'event-5', at: timestampOf(5) };

const shown = (text: string): Partial<View> => ({
  transcript: [HI, notice({ notice: 'system', level: 'error', text }, NEXT)],
});
/** The message stays and can be sent again. */
const resendable = (text: string): Partial<View> => ({
  transcript: [{ ...HI, canRetry: true }, notice({ notice: 'system', level: 'error', text }, NEXT)],
});
const logged = (text: string): Partial<View> => ({
  events: [...BEFORE.events, ['dropped', { what: 'frame', reason: `refused by the platform: ${text}` }]],
});
const HANDOFF_FAILED: Partial<View> = {
  handoff: 'failed',
  transcript: [HI, notice({ notice: 'handoff_failed' }, NEXT)],
};
const GONE: Partial<View> = {
  connection: 'ended',
  trouble: { code: 'expired', canRetry: false },
  transcript: [
    HI,
    notice({ notice: 'session_expired' }, { id: 'local-1', at: Date.UTC(2026, 10, 2, 9, 0, 0, 250) }),
  ],
  events: [...BEFORE.events, ['sessionEnd', { sessionId: 'session-1', reason: 'expired' }]],
};
const CONFIGURATION: Partial<View> = {
  connection: 'failed',
  trouble: { code: 'configuration', canRetry: false },
};
const NOT_FORWARDED = 'Failed to forward message to live agent';

/** The immediate effect of each text. */
const TEXTS: readonly (readonly [id: string, text: string, does: string, seen: Partial<View>])[] = [
  ...['Unknown event type or invalid message format', 'Event type not allowed: EVENT_TYPE_DANCE'].map(
    (text) => ['M-10.1', text, 'is reported to the debug hook and not shown', logged(text)] as const,
  ),
  ...[
    'Our system is experiencing high load. Please try again in a moment.',
    "Sorry, I'm having trouble responding right now. Please try again.",
    "Sorry, I'm having trouble responding right now.",
    'Sorry, I encountered an error. Please try again.',
    'Sorry, I encountered an error.',
  ].map((text) => {
    const id = text.startsWith('Our system') ? 'M-10.2' : 'M-10.3';
    return [id, text, 'is shown, and the last message can be sent again', resendable(text)] as const;
  }),
  [
    'M-10.11',
    'Something that the catalogue does not contain',
    'is shown',
    shown('Something that the catalogue does not contain'),
  ],
  ['M-10.5', 'Error: Session not found', 'means that the session is gone', GONE],
  ['M-10.6', 'Error: Unable to retrieve session', 'shows nothing yet', {}],
  ['M-10.7', 'Error: Connector not found', 'is a configuration error', CONFIGURATION],
  ...[
    'Sorry, we could not connect you to an agent. Please try again.',
    'Sorry, we could not connect you to an agent.',
    'Sorry, handoff could not be initiated.',
  ].map((text) => ['M-10.9', text, 'means that the handoff failed', HANDOFF_FAILED] as const),
  [
    'M-10.10',
    NOT_FORWARDED,
    'marks the last message as failed, with a retry',
    {
      transcript: [
        { ...HI, delivery: 'failed', failure: 'unconfirmed', canRetry: true },
        notice({ notice: 'system', level: 'error', text: NOT_FORWARDED }, NEXT),
      ],
    },
  ],
];

/** Texts after which the agent must be asked again. */
const LOST_CONVERSATIONS = [
  ['M-10.4', "Sorry, I'm unable to start a conversation right now. Please try again."],
  ['M-10.4', "Sorry, I'm unable to start a conversation right now."],
  ['M-10.8', 'Error: Conversation not found'],
  ['M-10.8', 'Error: Conversation ID not found in session'],
] as const;

const error = (conversation: ConversationHarness, message: string) =>
  conversation.platformSends('SYSTEM_MESSAGE', { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message });

describe('system messages', () => {
  it.each(
    TEXTS.flatMap(([id, text, does, seen]) =>
      DIALECTS.map((dialect) => [id, text, does, dialect, seen] as const),
    ),
  )('%s: "%s" %s (%s)', async (_, text, __, dialect, seen) => {
    const conversation = await createConversationHarness(dialect);
    conversation.visitorSends('Hi');
    error(conversation, text);
    expect(conversation.view()).toEqual({ ...BEFORE, ...seen });
  });

  it.each(
    LOST_CONVERSATIONS.flatMap(([id, text]) => DIALECTS.map((dialect) => [id, text, dialect] as const)),
  )(
    '%s: after "%s" asks the agent to join again after 2, 4, 8 s, then shows a retry (%s)',
    async (_, text, dialect) => {
      const conversation = await createConversationHarness(dialect);
      const { harness, socket } = conversation;
      const JOIN = `EVENT_TYPE_REQUEST_${AGENT[dialect]}_JOIN`;
      const requests = () => socket.sent.filter(({ type }) => type === JOIN).length;
      const asked: number[] = [];
      for (const seconds of [2, 4, 8, 16]) {
        error(conversation, text);
        await harness.advance(seconds * 1_000 - 1);
        asked.push(requests());
        await harness.advance(1);
        asked.push(requests());
      }
      expect({ asked, lines: harness.lines() }).toEqual({
        asked: [1, 2, 2, 3, 3, 4, 4, 4],
        lines: ['(agent_unavailable)'],
      });
      harness.chat.reconnect();
      const byButton = requests();
      conversation.platformSends('AGENT_JOINED', { agent_name: 'Iris' });
      expect({ byButton, lines: harness.lines() }).toEqual({ byButton: 5, lines: [] });
    },
  );

  it('M-10.8: asks again three times a session at most, even when the agent joins in between', async () => {
    const conversation = await createConversationHarness('service');
    const { harness, socket } = conversation;
    for (const seconds of [2, 4, 8]) {
      error(conversation, 'Error: Conversation not found');
      await harness.advance(seconds * 1_000);
      socket.echo(
        'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN',
        conversation.nextEvent('HEARTBEAT', {}).sequence ?? 0,
      );
      conversation.platformSends('AGENT_JOINED', { agent_name: 'Iris' });
    }
    error(conversation, 'Error: Conversation not found');
    await harness.advance(20_000);
    const requests = socket.sent.filter(
      ({ type }) => type === 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN',
    ).length;
    expect({ requests, lines: harness.lines() }).toEqual({ requests: 4, lines: ['(agent_unavailable)'] });
  });

  it('M-10.2: lets the visitor retry after a few seconds of high load', async () => {
    const conversation = await createConversationHarness('service');
    error(conversation, 'Our system is experiencing high load. Please try again in a moment.');
    await conversation.harness.advance(3_000);
    conversation.visitorSends('Once more');
    expect(conversation.harness.lines()).toEqual(['(system)', 'user: Once more [sent]']);
  });

  it('M-10.5: offers a new chat when the session is not found', async () => {
    const conversation = await createConversationHarness('service');
    const { harness } = conversation;
    error(conversation, 'Error: Session not found');
    await harness.advance(60_000);
    const stored = harness.stored.id;
    harness.chat.restart();
    await harness.settle();
    expect({ stored, sockets: harness.sockets.length, calls: harness.calls }).toEqual({
      stored: null,
      sockets: 2,
      calls: ['POST /chat/sessions', 'DELETE /chat/sessions/session-1', 'POST /chat/sessions'],
    });
  });

  it('M-10.6: asks the relay about a session that cannot be retrieved', async () => {
    const conversation = await createConversationHarness('service');
    error(conversation, 'Error: Unable to retrieve session');
    await conversation.harness.settle();
    expect({ calls: conversation.harness.calls, status: conversation.harness.chat.connection.value }).toEqual(
      {
        calls: ['POST /chat/sessions', 'GET /chat/sessions/session-1'],
        status: 'online',
      },
    );
  });

  it('M-10.6: ends a session that cannot be retrieved when the relay says that it is gone', async () => {
    const harness = createChatHarness({
      answers: (call) => (call.startsWith('GET') ? { status: 200, body: { state: 'expired' } } : undefined),
    });
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(systemMessage('Error: Unable to retrieve session'));
    await harness.settle();
    expect([harness.chat.connection.value, harness.lines()]).toEqual(['ended', ['(session_expired)']]);
  });

  it('M-10.3: sends a message again as a message of its own', async () => {
    const conversation = await createConversationHarness('service');
    const { harness } = conversation;
    conversation.visitorSends('Hi');
    error(conversation, 'Sorry, I encountered an error. Please try again.');
    harness.chat.retry('client-1');
    const [first] = harness.chat.transcript.value;
    expect({ lines: harness.lines(), first }).toEqual({
      lines: ['user: Hi [sent]', '(system)', 'user: Hi [sending]'],
      first: HI,
    });
  });

  it('M-10.3: withdraws the offer to send again when the agent answers', async () => {
    const conversation = await createConversationHarness('service');
    conversation.visitorSends('Hi');
    error(conversation, 'Sorry, I encountered an error. Please try again.');
    conversation.platformSends('AGENT_MESSAGE', { message_id: 'late', text: 'Hello' });
    expect(conversation.harness.chat.transcript.value[0]).toEqual(HI);
  });

  it('M-10.12: acts on a system message when it happens, not when a history repeats it', async () => {
    const harness = createChatHarness({ stored: 'session-1' });
    const socket = await harness.connect();
    socket.receiveBatch(
      sessionStart(),
      agentJoined(2),
      wireEvent('SYSTEM_MESSAGE', 3, {
        level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
        message: 'Error: Session not found',
      }),
      agentMessage(4, 'Hello'),
    );
    await harness.advance(300);
    expect([harness.chat.connection.value, harness.lines()]).toEqual(['online', ['agent: Hello']]);
  });

  it('M-10.7: makes no further attempt when the connector is not found', async () => {
    const conversation = await createConversationHarness('service');
    error(conversation, 'Error: Connector not found');
    await conversation.harness.advance(120_000);
    expect({
      isClosed: conversation.socket.isClosed,
      calls: conversation.harness.calls,
      sockets: conversation.harness.sockets.length,
    }).toEqual({ isClosed: true, calls: ['POST /chat/sessions'], sockets: 1 });
  });

  it('M-10.10: sends the last message again on retry when it was not forwarded', async () => {
    const conversation = await createConversationHarness('service');
    const { harness } = conversation;
    conversation.visitorSends('Hi');
    error(conversation, NOT_FORWARDED);
    harness.chat.retry('client-1');
    harness.socket().accept();
    harness.socket().receiveBatch();
    await harness.advance(250 + 2_000);
    expect(harness.socket().sent).toEqual([
      {
        type: 'EVENT_TYPE_USER_MESSAGE',
        payload: { text: 'Hi' },
        metadata: { custom: { client_event_id: 'client-1', local_id: 'client-1' } },
      },
    ]);
  });
});
