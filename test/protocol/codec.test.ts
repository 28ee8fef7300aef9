import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode, frameBytes } from '../../src/protocol/codec.ts';
import { DIALECTS, oneofKey, type Stem, wireType } from '../../src/protocol/dialect.ts';
import type { ServerEventBody } from '../../src/protocol/events.ts';
import { STEMS } from '../../src/protocol/read-payload.ts';

const STAMP = { id: 'e-1', sequence: 5, timestamp: '2026-11-02T09:00:01.000Z' };
const READ_STAMP = { id: 'e-1', sequence: 5, at: Date.UTC(2026, 10, 2, 9, 0, 1) };

const EMPTY = { text: '', attachments: [], suggestions: [] };
const NOBODY = { callActions: [], person: {}, endsConversation: false };

type Row = readonly [stem: Stem, payload: unknown, body: ServerEventBody];

/** Events without a view. The others of docs/protocol.md, section 6, are tested through the whole client. */
const ROWS: readonly Row[] = [
  [
    'SESSION_START',
    { capabilities: { streaming: true } },
    { kind: 'sessionStart', capabilities: { streaming: true } },
  ],
  ['SESSION_START', {}, { kind: 'sessionStart', capabilities: { streaming: false } }],
  [
    'SESSION_START',
    { capabilities: { max_message_size_bytes: '65536', heartbeat_interval_seconds: '15' } },
    {
      kind: 'sessionStart',
      capabilities: { streaming: false, maxMessageSizeBytes: 65536, heartbeatIntervalSeconds: 15 },
    },
  ],
  [
    'AGENT_MESSAGE',
    { message_id: 'm', text: null, attachments: null, response_suggestions: null, chat_call_actions: null },
    { kind: 'agentMessage', messageId: 'm', ...EMPTY, ...NOBODY },
  ],
  [
    'AGENT_MESSAGE',
    { message_id: 'm', chat_call_actions: [{ contact_number: '112' }] },
    {
      kind: 'agentMessage',
      messageId: 'm',
      ...EMPTY,
      ...NOBODY,
      callActions: [{ title: '112', contactNumber: '112' }],
    },
  ],
  [
    'AGENT_MESSAGE_CHUNK',
    { message_id: 'm', chunk_index: 0, text: 'a ' },
    { kind: 'agentMessageChunk', messageId: 'm', ...EMPTY, text: 'a ', chunkIndex: 0, isComplete: false },
  ],
  [
    'AGENT_MESSAGE_CHUNK',
    { message_id: 'm' },
    { kind: 'agentMessageChunk', messageId: 'm', ...EMPTY, chunkIndex: null, isComplete: false },
  ],
  ['AGENT_LEFT', { reason: 'handoff' }, { kind: 'agentLeft', reason: 'handoff' }],
  ['HANDOFF_FAILED', { reason: 'no_agents' }, { kind: 'handoffFailed', reason: 'no_agents' }],
  ['HANDOFF_TIMEOUT', { reason: 'late' }, { kind: 'handoffTimeout', reason: 'late' }],
  [
    'LIVE_AGENT_LEFT',
    { agent_id: 'a-7', agent_name: 'Noor', reason: 'done' },
    { kind: 'liveAgentLeft', person: { id: 'a-7', name: 'Noor' }, reason: 'done' },
  ],
  ['SYSTEM_MESSAGE', { message: 'Text' }, { kind: 'systemMessage', level: 'info', message: 'Text' }],
  [
    'SYSTEM_MESSAGE',
    { level: 'SYSTEM_MESSAGE_LEVEL_PURPLE', message: 'Text' },
    { kind: 'systemMessage', level: 'info', message: 'Text' },
  ],
  // M-14.6: the words of the native clients, and any other.
  ['SESSION_END', { reason: 'user_ended' }, { kind: 'sessionEnd', reason: 'user_end' }],
  ['SESSION_END', { reason: 'agent_ended' }, { kind: 'sessionEnd', reason: 'natural_end' }],
  ['SESSION_END', { reason: 'constructor' }, { kind: 'sessionEnd', reason: 'unknown' }],
  [
    'USER_RECEIVED_MESSAGE',
    { message_id: 'm' },
    { kind: 'receipt', by: 'user', receipt: 'received', messageId: 'm' },
  ],
  ['USER_READ_MESSAGE', {}, { kind: 'receipt', by: 'user', receipt: 'read' }],
  // Echoes of the client's own events (M-4.10).
  ['USER_MESSAGE', { text: 'Hi', message_id: 'u-1' }, { kind: 'userMessage', messageId: 'u-1', text: 'Hi' }],
  ['USER_MESSAGE', { text: '' }, { kind: 'userMessage', text: '' }],
  ['USER_TYPING', { state: 'TYPING_STATE_STARTED' }, { kind: 'userTyping', state: 'started' }],
  ['USER_END_SESSION', {}, { kind: 'userEndSession' }],
  ['HEARTBEAT', {}, { kind: 'heartbeat' }],
  ['REQUEST_AGENT_JOIN', {}, { kind: 'requestAgentJoin' }],
];
const IN_BOTH = DIALECTS.flatMap((dialect) => ROWS.map((row) => [dialect, ...row] as const));

const frame = (value: unknown) => decode(JSON.stringify(value));
const batch = (...events: readonly unknown[]) =>
  frame({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } });
const heartbeat = (fields: object) => ({ ...STAMP, type: 'EVENT_TYPE_HEARTBEAT', payload: {}, ...fields });
const UNKNOWN = { ...READ_STAMP, kind: 'unknown' };

describe('decode', () => {
  it.each(IN_BOTH)('reads in the %s dialect %s %j', (dialect, stem, payload, body) => {
    expect(frame({ ...STAMP, type: wireType(stem, dialect), payload }).events).toEqual([
      { ...READ_STAMP, ...body },
    ]);
  });

  it.each(IN_BOTH)(
    'reads in a %s batch the payload under its own key: %s %j',
    (dialect, stem, payload, body) => {
      const type = wireType(stem, dialect);
      expect(batch({ ...STAMP, type, [oneofKey(type)]: payload }).events).toEqual([
        { ...READ_STAMP, ...body },
      ]);
    },
  );

  it('drops nothing of a valid event', () => {
    const unreadable = IN_BOTH.filter(([dialect, stem, payload]) => {
      return frame({ ...STAMP, type: wireType(stem, dialect), payload }).dropped.length > 0;
    });
    expect(unreadable).toEqual([]);
  });

  it.each([null, undefined])('M-4.12: reads a payload of %j as an empty one', (payload) => {
    expect(frame({ ...STAMP, type: 'EVENT_TYPE_HANDOFF_ACCEPTED', payload })).toEqual({
      isHistory: false,
      events: [{ ...READ_STAMP, kind: 'handoffAccepted' }],
      dropped: [],
    });
  });

  it('M-4.11: sorts a batch by sequence; events without one are last, in their own order', () => {
    const sequences = batch(
      heartbeat({ id: 'a', sequence: null }),
      heartbeat({ id: 'b', sequence: 9 }),
      heartbeat({ id: 'c', sequence: '3' }),
      heartbeat({ id: 'd', sequence: undefined }),
      heartbeat({ id: 'e', sequence: 3 }),
      heartbeat({ id: 'f', sequence: 1 }),
    ).events.map(({ id }) => id);
    expect(sequences).toEqual(['f', 'c', 'e', 'b', 'a', 'd']);
  });

  it('M-4.13, S-80: drops a frame of more than 8,388,608 characters', () => {
    const frame = '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[{}]}}';
    expect(decode(frame.padEnd(8_388_608)).isHistory).toBe(true);
    expect(decode(frame.padEnd(8_388_609))).toEqual({
      isHistory: false,
      events: [],
      dropped: [{ what: 'frame', reason: 'too long' }],
    });
  });

  it('M-4.7: keeps the readable elements of a batch', () => {
    const { events, dropped } = batch(
      null,
      heartbeat({ id: 'a', sequence: 1 }),
      'text',
      42,
      [],
      { sequence: 2, payload: {} },
      heartbeat({ id: 'b', sequence: 3 }),
      { id: 'c', sequence: 4, type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 5 } },
      { id: 'd', sequence: 5, type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: [] } },
    );
    expect(events.map(({ id, sequence, kind }) => [id, sequence, kind])).toEqual([
      ['a', 1, 'heartbeat'],
      ['b', 3, 'heartbeat'],
      ['c', 4, 'unknown'],
      ['d', 5, 'unknown'],
    ]);
    expect(dropped.map(({ what, reason }) => [what, reason.split(':')[0]])).toEqual([
      ['event', 'not an object'],
      ['event', 'not an object'],
      ['event', 'not an object'],
      ['event', 'not an object'],
      ['event', 'no type'],
      ['event', 'USER_MESSAGE'],
      ['event', 'unknown type EVENT_TYPE_EVENT_BATCH'],
    ]);
  });

  it('M-4.7: keeps the readable elements of lists and reports the dropped ones', () => {
    const type = 'EVENT_TYPE_SERVICE_AGENT_MESSAGE';
    const payload = {
      message_id: 'm',
      text: 'Hi',
      attachments: [null, { content_url: 5 }, { content_url: 'https://shop.example/a', title: 7 }, 'x'],
      response_suggestions: [{ message_text: '' }, { message_text: 'Yes' }, {}],
      chat_call_actions: { contact_number: '1' },
      agent_name: 5,
      end_conversation: 'yes',
    };
    const { events, dropped } = frame({ ...STAMP, type, payload });
    expect(events).toEqual([
      {
        ...READ_STAMP,
        kind: 'agentMessage',
        messageId: 'm',
        text: 'Hi',
        attachments: [{ contentType: 'link', contentUrl: 'https://shop.example/a' }],
        suggestions: [{ messageText: 'Yes' }],
        ...NOBODY,
      },
    ]);
    expect(dropped.map(({ what }) => what)).toEqual(Array(9).fill('field'));
  });

  it.each([
    ['AGENT_MESSAGE', { message_id: 'm', text: { type: 'b' } }],
    ['LANGUAGE_CHANGED', {}],
    ['LANGUAGE_CHANGED', { language_code: 5 }],
    ['SYSTEM_MESSAGE', { level: 'SYSTEM_MESSAGE_LEVEL_ERROR' }],
    ['USER_MESSAGE', {}],
    ['SESSION_START', []],
    ['HEARTBEAT', 'text'],
    ['HEARTBEAT', 5],
  ] as const)('M-4.6: counts the sequence of the unreadable %s %j', (stem, payload) => {
    const type = wireType(stem, 'service');
    const { events, dropped } = frame({ ...STAMP, type, payload });
    expect(events).toEqual([{ ...UNKNOWN, type }]);
    expect(dropped).toEqual([{ what: 'event', reason: expect.stringContaining(stem) }]);
  });

  it('M-4.6: skips an unknown type and counts its sequence', () => {
    expect(frame({ ...STAMP, type: 'EVENT_TYPE_DANCE', payload: { text: 'x' } })).toEqual({
      isHistory: false,
      events: [{ ...UNKNOWN, type: 'EVENT_TYPE_DANCE' }],
      dropped: [{ what: 'event', reason: 'unknown type EVENT_TYPE_DANCE' }],
    });
  });

  it.each([
    ['12', 12],
    ['0', 0],
    [0, 0],
    [2 ** 53 - 1, 2 ** 53 - 1],
    [null, null],
    [undefined, null],
    [-1, null],
    ['-1', null],
    [1.5, null],
    ['1.5', null],
    [2 ** 53, null],
    [2 ** 60, null],
    ['9007199254740993', null],
    ['1e3', null],
    ['0x10', null],
    ['', null],
    [' 1', null],
    ['NaN', null],
    [true, null],
    [[7], null],
    [{ valueOf: 7 }, null],
  ])('M-4.8: reads the sequence %j as %j', (sequence, read) => {
    expect(frame(heartbeat({ sequence })).events).toEqual([
      { ...READ_STAMP, kind: 'heartbeat', sequence: read },
    ]);
  });

  it('M-4.5: reads a heartbeat without id and time', () => {
    expect(frame({ type: 'EVENT_TYPE_HEARTBEAT', payload: {} })).toEqual({
      isHistory: false,
      events: [{ id: null, sequence: null, at: null, kind: 'heartbeat' }],
      dropped: [],
    });
  });

  it.each(['', 5, null, {}])('reads an id of %j as none', (id) => {
    expect(frame(heartbeat({ id })).events).toEqual([{ ...READ_STAMP, id: null, kind: 'heartbeat' }]);
  });

  it.each(['soon', '', 5, null])('reads a time of %j as none', (timestamp) => {
    expect(frame(heartbeat({ timestamp })).events).toEqual([{ ...READ_STAMP, at: null, kind: 'heartbeat' }]);
  });

  it.each([
    [{ custom: { client_event_id: 'c', local_id: 'l' } }, 'c'],
    [{ custom: { local_id: 'l' } }, 'l'],
    [{ custom: { client_event_id: 5, local_id: 'l', other: {} } }, 'l'],
    [{ custom: { other: 'x' } }, undefined],
    [{ custom: ['c'] }, undefined],
    [{ custom: null }, undefined],
    ['text', undefined],
    [null, undefined],
  ])('M-9.2: finds in metadata %j the id %j', (metadata, clientEventId) => {
    expect(frame(heartbeat({ metadata })).events).toEqual([
      { ...READ_STAMP, kind: 'heartbeat', clientEventId },
    ]);
  });

  it.each([
    ['', 'not JSON'],
    ['hello', 'not JSON'],
    ['{"type":', 'not JSON'],
    ['null', 'not an event'],
    ['[]', 'not an event'],
    ['"EVENT_TYPE_HEARTBEAT"', 'not an event'],
    ['{}', 'not an event'],
    ['{"type":5}', 'not an event'],
    ['{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":{}}}', 'a batch without a list of events'],
    ['{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":"x"}}', 'a batch without a list of events'],
  ])('drops the frame %j: %s', (text, reason) => {
    expect(decode(text)).toEqual({ isHistory: false, events: [], dropped: [{ what: 'frame', reason }] });
  });

  it.each([{ events: [] }, {}, null])('reads a batch with payload %j as an empty history', (payload) => {
    expect(frame({ type: 'EVENT_TYPE_EVENT_BATCH', payload })).toEqual({
      isHistory: true,
      events: [],
      dropped: [],
    });
  });

  it('M-4.12: reads a batch under its own key', () => {
    expect(frame({ type: 'EVENT_TYPE_EVENT_BATCH', event_batch: { events: [heartbeat({})] } })).toEqual({
      isHistory: true,
      events: [{ ...READ_STAMP, kind: 'heartbeat' }],
      dropped: [],
    });
  });

  it('neither follows nor pollutes prototypes', () => {
    const { events } = decode(
      `{"__proto__":{"id":"proto","sequence":1},"type":"EVENT_TYPE_USER_MESSAGE",
        "payload":{"__proto__":{"text":"proto"},"constructor":{"prototype":{"polluted":1}},"text":"own"},
        "metadata":{"custom":{"__proto__":{"client_event_id":"proto"}}}}`,
    );
    expect(events).toEqual([{ id: null, sequence: null, at: null, kind: 'userMessage', text: 'own' }]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(decode('{"__proto__":{"type":"EVENT_TYPE_HEARTBEAT"}}').events).toEqual([]);
  });

  it.each([
    ['a list', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['an object', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('survives %s nested 20,000 deep', (_, deep) => {
    const custom = `"metadata":{"custom":{"x":${deep},"local_id":"l"}}`;
    const text = `{"type":"EVENT_TYPE_USER_MESSAGE","payload":{"text":"t","x":${deep}},${custom}}`;
    expect(decode(text).events).toEqual([
      { id: null, sequence: null, at: null, clientEventId: 'l', kind: 'userMessage', text: 't' },
    ]);
    expect(decode(deep).events).toEqual([]);
  });

  it('reads a text of half a megabyte, because the size limit is for sending only', () => {
    const text = 'é'.repeat(262_144);
    const type = 'EVENT_TYPE_POLY_AGENT_MESSAGE';
    expect(frame({ type, payload: { message_id: 'm', text } }).events).toMatchObject([{ text }]);
  });

  it('decoding never throws, whatever a frame contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        decode(text);
      }),
    );
    const types = STEMS.filter((stem) => stem !== 'EVENT_BATCH').map((stem) => wireType(stem, 'poly'));
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.jsonValue(), fc.jsonValue(), (type, payload, metadata) => {
        const { events } = frame({ ...STAMP, type, payload, metadata });
        expect(events).toMatchObject([READ_STAMP]);
      }),
    );
  });
});

describe('encode', () => {
  it.each(['service', 'poly'] as const)(
    'M-1.3, M-5.1 to M-5.5: spells the five commands in the %s dialect',
    (dialect) => {
      const frames = (
        [
          { kind: 'requestAgentJoin' },
          { kind: 'userMessage', text: 'Hi', clientEventId: 'c' },
          { kind: 'userTyping', state: 'started' },
          { kind: 'userTyping', state: 'stopped' },
          { kind: 'userEndSession' },
          { kind: 'heartbeat' },
        ] as const
      ).map((command) => JSON.parse(encode(command, dialect)));
      const infix = { service: 'SERVICE', poly: 'POLY' }[dialect];
      expect(frames).toEqual([
        { type: `EVENT_TYPE_REQUEST_${infix}_AGENT_JOIN`, payload: {} },
        {
          type: 'EVENT_TYPE_USER_MESSAGE',
          payload: { text: 'Hi' },
          metadata: { custom: { client_event_id: 'c', local_id: 'c' } },
        },
        { type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STARTED' } },
        { type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_STOPPED' } },
        { type: 'EVENT_TYPE_USER_END_SESSION', payload: {} },
        { type: 'EVENT_TYPE_HEARTBEAT', payload: {} },
      ]);
    },
  );

  it('counts the bytes of UTF-8', () => {
    expect(['a', 'é', '€', '😀'].map(frameBytes)).toEqual([1, 2, 3, 4]);
  });
});
