import { bubble, notice, timestampOf, type View } from '../support/conversation-harness.ts';
import { CHUNK, type EventCase, IRIS_PICTURE, MESSAGE } from './event-case.ts';

/** Events of the session: the agent, the language, system messages, the end, receipts. */

const AGENT: readonly EventCase[] = [
  ...(
    [
      [{ agent_name: 'Ada' }, { name: 'Ada' }],
      [{ agent_avatar_url: IRIS_PICTURE }, { avatarUrl: IRIS_PICTURE }],
      [{ avatar_url: IRIS_PICTURE }, { avatarUrl: IRIS_PICTURE }],
      [
        { agent_name: 'Ada', agent_avatar_url: IRIS_PICTURE },
        { name: 'Ada', avatarUrl: IRIS_PICTURE },
      ],
      [{}, {}],
    ] as const
  ).map(
    ([payload, agent]): EventCase => ({
      behaviour: JSON.stringify(payload),
      name: 'AGENT_JOINED',
      payload,
      isNotJoined: true,
      expected: { agent },
    }),
  ),
  {
    behaviour: 'typing indicator on',
    name: 'AGENT_THINKING',
    payload: {},
    isTransient: true,
    expected: { typing: { author: 'agent', name: 'Iris' } },
  },
  {
    behaviour: 'typing indicator off with the next message',
    name: 'AGENT_MESSAGE',
    payload: MESSAGE,
    before: (conversation) => conversation.platformSends('AGENT_THINKING'),
    expected: {
      transcript: [bubble({ text: 'Hello', at: timestampOf(5) })],
      events: [['message', bubble({ text: 'Hello', at: timestampOf(5) })]],
    },
  },
  {
    behaviour: 'typing indicator off with the next chunk',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: CHUNK,
    before: (conversation) => conversation.platformSends('AGENT_THINKING'),
    expected: { transcript: [bubble({ text: 'Hello', streaming: true, at: timestampOf(5) })] },
  },
  ...[{ reason: 'done' }, {}].map(
    (payload): EventCase => ({
      behaviour: `${JSON.stringify(payload)} is a notice`,
      name: 'AGENT_LEFT',
      payload,
      expected: { transcript: [notice({ notice: 'agent_left' })] },
    }),
  ),
];

const LANGUAGE: readonly EventCase[] = (
  [
    ['the language of the conversation', 'fr-CA', []],
    ['the same again changes nothing', 'fr-CA', ['fr-CA']],
    ['the last one wins', 'de', ['fr-CA']],
  ] as const
).map(([behaviour, language, earlier]) => ({
  behaviour,
  name: 'LANGUAGE_CHANGED',
  payload: { language_code: language },
  before(conversation) {
    for (const language_code of earlier) conversation.platformSends('LANGUAGE_CHANGED', { language_code });
  },
  expected: { language },
}));

const SYSTEM: readonly EventCase[] = (['info', 'warning', 'error'] as const).map((level) => ({
  behaviour: `of level ${level}`,
  name: 'SYSTEM_MESSAGE',
  payload: { level: `SYSTEM_MESSAGE_LEVEL_${level.toUpperCase()}`, message: 'Back at nine.' },
  expected: { transcript: [notice({ notice: 'system', level, text: 'Back at nine.' })] },
}));

const ended = (reason: 'user_end' | 'user_abandoned' | 'natural_end' | 'unknown'): Partial<View> => ({
  connection: 'ended',
  transcript: [notice({ notice: 'conversation_ended', reason })],
  events: [['sessionEnd', { sessionId: 'session-1', reason }]],
});
const END: readonly EventCase[] = [
  ...(
    [
      [{ reason: 'REASON_USER_END' }, 'user_end'],
      [{ reason: 'REASON_USER_ABANDONED' }, 'user_abandoned'],
      [{ reason: 'REASON_NATURAL_END' }, 'natural_end'],
      [{}, 'unknown'],
    ] as const
  ).map(([payload, reason]) => ({
    behaviour: JSON.stringify(payload),
    name: 'SESSION_END',
    payload,
    expected: ended(reason),
  })),
  {
    behaviour: 'nothing follows SESSION_END',
    name: 'AGENT_MESSAGE',
    payload: MESSAGE,
    before: (conversation) => conversation.platformSends('SESSION_END', { reason: 'REASON_NATURAL_END' }),
    expected: ended('natural_end'),
  },
  {
    behaviour: 'a warning',
    name: 'SESSION_IDLE_WARNING',
    payload: {},
    expected: { transcript: [notice({ notice: 'idle_warning' })] },
  },
];

/** Message that the visitor sent on another page, or before this page was loaded. */
const mine = (delivery: 'sent' | 'delivered' | 'read') =>
  bubble({ id: 'user-1', author: 'user', text: 'Hi', person: {}, delivery });
const RECEIPTS: readonly EventCase[] = (
  [
    ['AGENT_RECEIVED_MESSAGE', 'delivered', 'the "delivered" mark'],
    ['AGENT_READ_MESSAGE', 'read', 'the "read" mark'],
    ['LIVE_AGENT_RECEIVED_MESSAGE', 'delivered', 'the "delivered" mark'],
    ['LIVE_AGENT_READ_MESSAGE', 'read', 'the "read" mark'],
    ['USER_RECEIVED_MESSAGE', 'sent', "the visitor's own events, no mark"],
    ['USER_READ_MESSAGE', 'sent', "the visitor's own events, no mark"],
  ] as const
).map(([name, delivery, behaviour]) => ({
  behaviour,
  name,
  payload: { message_id: 'user-1' },
  before: (conversation) => conversation.platformSends('USER_MESSAGE', { text: 'Hi', message_id: 'user-1' }),
  expected: { transcript: [mine(delivery)], events: [['message', mine('sent')]] },
}));

const CSAT: readonly EventCase[] = ['SHOW_CSAT_REQUEST', 'CSAT_RESPONSE'].map((name) => ({
  behaviour: 'nothing is shown and nothing is lost',
  name,
  payload: {},
  expected: {},
}));

export const SESSION_EVENTS: readonly EventCase[] = [
  ...AGENT,
  ...LANGUAGE,
  ...SYSTEM,
  ...END,
  ...RECEIPTS,
  ...CSAT,
];
