import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/protocol/codec.ts';
import { DIALECTS } from '../../src/protocol/dialect.ts';
import type {
  EventEnvelope,
  ServerEvent,
  ServerEventBody,
  ServerEventKind,
} from '../../src/protocol/events.ts';
import { stemOf } from '../../src/protocol/read-payload.ts';
import { encodeHistory, encodeServerEvent } from '../../src/protocol/server-frames.ts';

const text = fc.string({ unit: 'grapheme' });
const filled = fc.string({ unit: 'grapheme', minLength: 1 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const safe = fc.maxSafeNat();
const flag = fc.boolean();

const person = fc.record({ id: maybe(filled), name: maybe(filled), avatarUrl: maybe(filled) });
const attachments = fc.array(
  fc.record({
    contentType: fc.constantFrom('url' as const, 'image' as const, 'link' as const),
    contentUrl: filled,
    title: maybe(filled),
    previewImageUrl: maybe(filled),
    callToActionText: maybe(filled),
  }),
  { maxLength: 3 },
);
const suggestions = fc.array(fc.record({ messageText: filled, payload: maybe(filled) }), { maxLength: 3 });
const message = {
  messageId: filled,
  text,
  attachments,
  suggestions,
  callActions: fc.array(fc.record({ title: filled, contactNumber: filled }), { maxLength: 2 }),
  person,
  endsConversation: flag,
};
const state = fc.constantFrom('started' as const, 'stopped' as const);
const reason = maybe(filled);

type Fields<Kind extends ServerEventKind> = {
  [Key in Exclude<keyof Extract<ServerEventBody, { kind: Kind }>, 'kind'>]-?: fc.Arbitrary<
    Extract<ServerEventBody, { kind: Kind }>[Key]
  >;
};

/** Every kind with every field; the compiler reports a missing one. */
const FIELDS: { readonly [Kind in ServerEventKind]: Fields<Kind> } = {
  sessionStart: {
    capabilities: fc.record({
      streaming: flag,
      maxMessageSizeBytes: maybe(safe),
      maxReconnectAttempts: maybe(safe),
      heartbeatIntervalSeconds: maybe(safe),
    }),
    contextId: maybe(filled),
  },
  sessionEnd: { reason: fc.constantFrom('user_end', 'user_abandoned', 'natural_end', 'unknown') },
  sessionIdleWarning: {},
  agentJoined: { person: fc.record({ name: maybe(filled), avatarUrl: maybe(filled) }) },
  agentThinking: {},
  agentMessage: message,
  agentMessageChunk: {
    messageId: filled,
    chunkIndex: fc.option(safe),
    text,
    attachments,
    suggestions,
    isComplete: flag,
  },
  agentLeft: { reason },
  agentTriggeredHandoff: {},
  handoffAccepted: { queueName: maybe(filled) },
  handoffQueueStatus: {
    queueName: maybe(filled),
    position: maybe(fc.integer({ min: 1, max: 9_999 })),
    estimatedWaitSeconds: maybe(fc.integer({ min: 0, max: 86_400 })),
    displayMessage: maybe(filled),
  },
  clientHandoffRequired: { reason, queueName: maybe(filled), route: maybe(filled) },
  handoffFailed: { reason },
  handoffTimeout: { reason },
  liveAgentJoined: { person },
  liveAgentTyping: { state, person },
  liveAgentMessage: message,
  liveAgentLeft: { person, reason },
  languageChanged: { languageCode: fc.constantFrom('en', 'pt-BR', 'zh-Hant-TW', 'de-CH-1996') },
  systemMessage: { level: fc.constantFrom('info', 'warning', 'error'), message: text },
  userMessage: { messageId: maybe(filled), text },
  userTyping: { state },
  userEndSession: {},
  requestAgentJoin: {},
  heartbeat: {},
  receipt: {
    by: fc.constantFrom('user', 'agent', 'live-agent'),
    receipt: fc.constantFrom('received', 'read'),
    messageId: maybe(filled),
  },
  showCsatRequest: { fields: fc.dictionary(filled, text) },
  csatResponse: {},
  unknown: { type: text.filter((type) => stemOf(type) === undefined) },
};
const KINDS = Object.keys(FIELDS) as ServerEventKind[];

const stamp: fc.Arbitrary<EventEnvelope> = fc.record({
  id: fc.option(filled),
  sequence: fc.option(safe),
  at: fc.option(fc.date({ noInvalidDate: true }).map(Number)),
  clientEventId: maybe(filled),
});

const eventOf = (kind: ServerEventKind): fc.Arbitrary<ServerEvent> =>
  fc
    .tuple(stamp, fc.record(FIELDS[kind] as Record<string, fc.Arbitrary<unknown>>))
    .map(([envelope, fields]) => ({ ...envelope, ...fields, kind }) as ServerEvent);

const AT = Date.UTC(2026, 10, 2, 9, 0, 1, 5);

describe('a server frame', () => {
  it.each(DIALECTS.flatMap((dialect) => KINDS.map((kind) => [dialect, kind] as const)))(
    'decodes a frame in the %s dialect to the event from which it was encoded: %s',
    (dialect, kind) => {
      fc.assert(
        fc.property(eventOf(kind), (event) => {
          const { events, isHistory } = decode(encodeServerEvent(event, dialect));
          expect({ events, isHistory }).toEqual({ events: [event], isHistory: false });
        }),
      );
    },
  );

  it.each(DIALECTS)('a history in the %s dialect is decoded to its events', (dialect) => {
    const events = fc.uniqueArray(fc.oneof(...KINDS.map(eventOf)), {
      selector: (item) => item.sequence ?? -1,
    });
    fc.assert(
      fc.property(events, (some) => {
        // M-4.11: a batch is sorted by sequence; events without one are last.
        const sorted = [...some].sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity));
        const frame = encodeHistory(some, dialect, { id: 'b', sequence: 7, at: 0 });
        expect(decode(frame)).toMatchObject({ isHistory: true, events: sorted });
      }),
    );
  });

  it.each(['service', 'poly'] as const)(
    'M-4.2: a frame has the published spelling in the %s dialect',
    (dialect) => {
      const infix = { service: 'SERVICE', poly: 'POLY' }[dialect];
      const event: ServerEvent = {
        id: 'e-1',
        sequence: 4,
        at: AT,
        kind: 'agentMessage',
        messageId: 'm-1',
        text: 'Two lamps',
        attachments: [{ contentType: 'url', contentUrl: 'https://shop.example/lamp', title: 'Lamp' }],
        suggestions: [{ messageText: 'More' }],
        callActions: [{ title: 'Call us', contactNumber: '+15550100142' }],
        person: { name: 'Iris' },
        endsConversation: true,
      };
      expect(JSON.parse(encodeServerEvent(event, dialect))).toEqual({
        id: 'e-1',
        sequence: 4,
        timestamp: '2026-11-02T09:00:01.005Z',
        type: `EVENT_TYPE_${infix}_AGENT_MESSAGE`,
        payload: {
          message_id: 'm-1',
          text: 'Two lamps',
          attachments: [
            {
              content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
              content_url: 'https://shop.example/lamp',
              title: 'Lamp',
            },
          ],
          response_suggestions: [{ message_text: 'More' }],
          chat_call_actions: [{ title: 'Call us', contact_number: '+15550100142' }],
          agent_name: 'Iris',
          end_conversation: true,
        },
      });
    },
  );

  it('M-4.10, M-9.2: carries all metadata of the echoed frame, and both names when only the id is known', () => {
    const echo: ServerEvent = {
      id: 'e',
      sequence: 2,
      at: AT,
      kind: 'userMessage',
      text: 'Hi',
      clientEventId: 'c',
    };
    const metadata = { custom: { local_id: 'c', page: '/lamps' } };
    const metadataIn = (frame: string) => JSON.parse(frame).metadata;
    expect(metadataIn(encodeServerEvent({ ...echo, metadata }, 'service'))).toEqual(metadata);
    expect(metadataIn(encodeServerEvent(echo, 'service'))).toEqual({
      custom: { client_event_id: 'c', local_id: 'c' },
    });
  });

  it('an empty history is a batch without events', () => {
    expect(JSON.parse(encodeHistory([], 'service', { id: 'b', sequence: null, at: AT }))).toEqual({
      id: 'b',
      sequence: null,
      timestamp: '2026-11-02T09:00:01.005Z',
      type: 'EVENT_TYPE_EVENT_BATCH',
      payload: { events: [] },
    });
  });
});
