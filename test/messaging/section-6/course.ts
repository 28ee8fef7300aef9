import { bubble, notice, stampOf, type View } from '../support/scene.ts';
import { CHUNK, IRIS_PICTURE, type Row, WORDS } from './row.ts';

/** The course of a session: who is there, what is known of it, how it ends. */

const AGENT: readonly Row[] = [
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
    ([payload, agent]): Row => ({
      fact: JSON.stringify(payload),
      name: 'AGENT_JOINED',
      payload,
      unjoined: true,
      seen: { agent },
    }),
  ),
  {
    fact: 'typing indicator on',
    name: 'AGENT_THINKING',
    payload: {},
    transient: true,
    seen: { typing: { author: 'agent', name: 'Iris' } },
  },
  {
    fact: 'typing indicator off with the next message',
    name: 'AGENT_MESSAGE',
    payload: WORDS,
    given: (scene) => scene.says('AGENT_THINKING'),
    seen: {
      transcript: [bubble({ text: 'Hello', at: stampOf(5) })],
      news: [['message', bubble({ text: 'Hello', at: stampOf(5) })]],
    },
  },
  {
    fact: 'typing indicator off with the next chunk',
    name: 'AGENT_MESSAGE_CHUNK',
    payload: CHUNK,
    given: (scene) => scene.says('AGENT_THINKING'),
    seen: { transcript: [bubble({ text: 'Hello', streaming: true, at: stampOf(5) })] },
  },
  ...[{ reason: 'done' }, {}].map(
    (payload): Row => ({
      fact: `${JSON.stringify(payload)} is a note`,
      name: 'AGENT_LEFT',
      payload,
      seen: { transcript: [notice({ notice: 'agent_left' })] },
    }),
  ),
];

const LANGUAGE: readonly Row[] = (
  [
    ['the language of the conversation', 'fr-CA', []],
    ['the same again changes nothing', 'fr-CA', ['fr-CA']],
    ['the last one wins', 'de', ['fr-CA']],
  ] as const
).map(([fact, language, before]) => ({
  fact,
  name: 'LANGUAGE_CHANGED',
  payload: { language_code: language },
  given(scene) {
    for (const language_code of before) scene.says('LANGUAGE_CHANGED', { language_code });
  },
  seen: { language },
}));

const SYSTEM: readonly Row[] = (['info', 'warning', 'error'] as const).map((level) => ({
  fact: `of level ${level}`,
  name: 'SYSTEM_MESSAGE',
  payload: { level: `SYSTEM_MESSAGE_LEVEL_${level.toUpperCase()}`, message: 'Back at nine.' },
  seen: { transcript: [notice({ notice: 'system', level, text: 'Back at nine.' })] },
}));

const ended = (reason: 'user_end' | 'user_abandoned' | 'natural_end' | 'unknown'): Partial<View> => ({
  connection: 'ended',
  transcript: [notice({ notice: 'conversation_ended', reason })],
  news: [['sessionEnd', { sessionId: 'session-1', reason }]],
});
const END: readonly Row[] = [
  ...(
    [
      [{ reason: 'REASON_USER_END' }, 'user_end'],
      [{ reason: 'REASON_USER_ABANDONED' }, 'user_abandoned'],
      [{ reason: 'REASON_NATURAL_END' }, 'natural_end'],
      [{}, 'unknown'],
    ] as const
  ).map(([payload, reason]) => ({
    fact: JSON.stringify(payload),
    name: 'SESSION_END',
    payload,
    seen: ended(reason),
  })),
  {
    fact: 'nothing follows SESSION_END',
    name: 'AGENT_MESSAGE',
    payload: WORDS,
    given: (scene) => scene.says('SESSION_END', { reason: 'REASON_NATURAL_END' }),
    seen: ended('natural_end'),
  },
  {
    fact: 'a warning',
    name: 'SESSION_IDLE_WARNING',
    payload: {},
    seen: { transcript: [notice({ notice: 'idle_warning' })] },
  },
];

/** Said by the visitor in another page, or before this one was loaded. */
const mine = (delivery: 'sent' | 'delivered' | 'read') =>
  bubble({ id: 'user-1', author: 'user', text: 'Hi', person: {}, delivery });
const RECEIPTS: readonly Row[] = (
  [
    ['AGENT_RECEIVED_MESSAGE', 'delivered', 'the "delivered" mark'],
    ['AGENT_READ_MESSAGE', 'read', 'the "read" mark'],
    ['LIVE_AGENT_RECEIVED_MESSAGE', 'delivered', 'the "delivered" mark'],
    ['LIVE_AGENT_READ_MESSAGE', 'read', 'the "read" mark'],
    ['USER_RECEIVED_MESSAGE', 'sent', "the visitor's own news, no mark"],
    ['USER_READ_MESSAGE', 'sent', "the visitor's own news, no mark"],
  ] as const
).map(([name, delivery, fact]) => ({
  fact,
  name,
  payload: { message_id: 'user-1' },
  given: (scene) => scene.says('USER_MESSAGE', { text: 'Hi', message_id: 'user-1' }),
  seen: { transcript: [mine(delivery)], news: [['message', mine('sent')]] },
}));

const CSAT: readonly Row[] = ['SHOW_CSAT_REQUEST', 'CSAT_RESPONSE'].map((name) => ({
  fact: 'nothing is shown and nothing is lost',
  name,
  payload: {},
  seen: {},
}));

export const COURSE: readonly Row[] = [...AGENT, ...LANGUAGE, ...SYSTEM, ...END, ...RECEIPTS, ...CSAT];
