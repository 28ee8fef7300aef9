import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClientFrame, refusalText } from '../../src/protocol/client-frames.ts';
import { encode } from '../../src/protocol/codec.ts';
import { DIALECTS, otherDialect, wireType } from '../../src/protocol/dialect.ts';
import type { ClientCommand } from '../../src/protocol/events.ts';
import { STEMS } from '../../src/protocol/read-payload.ts';
import { systemAction } from '../../src/protocol/system-messages.ts';

const read = (frame: unknown) => readClientFrame(JSON.stringify(frame));
const UNREADABLE = { ok: false, error: { refused: 'unreadable' } };
const OWN_ID = { custom: { client_event_id: 'c-1', local_id: 'c-1' } };

const COMMANDS: readonly (readonly [ClientCommand, unknown])[] = [
  [{ kind: 'requestAgentJoin' }, { command: { kind: 'requestAgentJoin' } }],
  [
    { kind: 'userMessage', text: 'Hello', clientEventId: 'c-1' },
    { command: { kind: 'userMessage', text: 'Hello' }, metadata: OWN_ID },
  ],
  [{ kind: 'userTyping', state: 'started' }, { command: { kind: 'userTyping', state: 'started' } }],
  [{ kind: 'userTyping', state: 'stopped' }, { command: { kind: 'userTyping', state: 'stopped' } }],
  [{ kind: 'userEndSession' }, { command: { kind: 'userEndSession' } }],
  [{ kind: 'heartbeat' }, { command: { kind: 'heartbeat' } }],
];

const CLIENT_STEMS = new Set<string>([
  'REQUEST_AGENT_JOIN',
  'USER_MESSAGE',
  'USER_TYPING',
  'USER_END_SESSION',
  'HEARTBEAT',
]);
const SERVER_TYPES = STEMS.filter((stem) => !CLIENT_STEMS.has(stem)).flatMap((stem) =>
  DIALECTS.map((dialect) => wireType(stem, dialect)),
);

describe('a client frame', () => {
  it.each(
    DIALECTS.flatMap((dialect) => COMMANDS.map(([command, frame]) => [dialect, command, frame] as const)),
  )('reads a client frame in the %s dialect as it was encoded: %j', (dialect, command, value) => {
    const spelling = command.kind === 'requestAgentJoin' ? { dialect } : {};
    expect(readClientFrame(encode(command, dialect))).toEqual({
      ok: true,
      value: { ...(value as object), ...spelling },
    });
  });

  it.each(DIALECTS)('M-1.9: a platform that speaks %s refuses a frame of the other dialect', (dialect) => {
    const own = encode({ kind: 'requestAgentJoin' }, dialect);
    const foreign = encode({ kind: 'requestAgentJoin' }, otherDialect(dialect));
    const common = encode({ kind: 'heartbeat' }, otherDialect(dialect));
    expect([own, foreign, common].map((frame) => readClientFrame(frame, dialect).ok)).toEqual([
      true,
      false,
      true,
    ]);
    expect(readClientFrame(foreign, dialect)).toEqual({ ok: false, error: { refused: 'unreadable' } });
  });

  it('M-4.7: keeps the texts of its metadata and drops other values', () => {
    const custom = { client_event_id: 'c-1', page: '/lamps', count: 3, nothing: null, nested: {} };
    expect(read({ type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: { custom } })).toEqual({
      ok: true,
      value: {
        command: { kind: 'heartbeat' },
        metadata: { custom: { client_event_id: 'c-1', page: '/lamps' } },
      },
    });
  });

  it.each([null, undefined, {}, { custom: null }])('accepts a frame without metadata: %j', (metadata) => {
    expect(read({ type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata })).toEqual({
      ok: true,
      value: { command: { kind: 'heartbeat' } },
    });
  });

  it('M-4.1: a client frame cannot set an id, a sequence or a time', () => {
    const stamped = { id: 'mine', sequence: 99, timestamp: '2026-11-02T09:00:00Z' };
    expect(
      read({ ...stamped, type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'Hi', message_id: 'x' } }),
    ).toEqual({
      ok: true,
      value: { command: { kind: 'userMessage', text: 'Hi' } },
    });
  });

  it.each([
    ['a payload that is missing', { type: 'EVENT_TYPE_HEARTBEAT' }],
    ['a payload that is null', { type: 'EVENT_TYPE_HEARTBEAT', payload: null }],
    ['a payload that is a list', { type: 'EVENT_TYPE_HEARTBEAT', payload: [] }],
    ['a payload that is a text', { type: 'EVENT_TYPE_USER_END_SESSION', payload: 'now' }],
    ['a message without text', { type: 'EVENT_TYPE_USER_MESSAGE', payload: {} }],
    ['a text that is a number', { type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 5 } }],
    ['a typing state that is unknown', { type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'STARTED' } }],
    ['a typing state that is missing', { type: 'EVENT_TYPE_USER_TYPING', payload: {} }],
    ['metadata that is a text', { type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: 'x' }],
    ['custom that is a list', { type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: { custom: [] } }],
    ['an unknown type', { type: 'EVENT_TYPE_DANCE', payload: {} }],
    ['the key of every object as a type', { type: 'constructor', payload: {} }],
    ['a type that is a number', { type: 7, payload: {} }],
    ['no type', { payload: {} }],
    ['a list', [{ type: 'EVENT_TYPE_HEARTBEAT', payload: {} }]],
    ['null', null],
  ])('refuses a client frame for %s', (_, frame) => {
    expect(read(frame)).toEqual(UNREADABLE);
  });

  it.each(['', 'hello', '{', '{"type":"EVENT_TYPE_HEARTBEAT","payload":{}'])(
    'refuses a client frame that is not JSON: %j',
    (frame) => {
      expect(readClientFrame(frame)).toEqual(UNREADABLE);
    },
  );

  it.each(SERVER_TYPES)('M-5.6: refuses %s from a client, as only the platform sends it', (type) => {
    expect(read({ type, payload: { text: 'x' } })).toEqual({
      ok: false,
      error: { refused: 'not-allowed', type },
    });
  });

  it('a client frame never pollutes a prototype', () => {
    const frame = `{"type":"EVENT_TYPE_USER_MESSAGE","payload":{"text":"x","__proto__":{"polluted":1}},
      "metadata":{"custom":{"__proto__":{"polluted":1},"constructor":"c","local_id":"l"}}}`;
    const result = readClientFrame(frame);
    expect(result).toEqual({
      ok: true,
      value: {
        command: { kind: 'userMessage', text: 'x' },
        metadata: { custom: { constructor: 'c', local_id: 'l' } },
      },
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('reads or refuses a client frame without an exception, whatever it contains', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (frame) => !readClientFrame(frame).ok));
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(readClientFrame(`{"type":"EVENT_TYPE_HEARTBEAT","payload":{"x":${deep}}}`).ok).toBe(true);
  });

  it('M-10.1: refuses a client frame with a text of the catalogue', () => {
    const texts = [
      refusalText({ refused: 'unreadable' }),
      refusalText({ refused: 'not-allowed', type: 'EVENT_TYPE_SESSION_END' }),
    ];
    expect(texts).toEqual([
      'Unknown event type or invalid message format',
      'Event type not allowed: EVENT_TYPE_SESSION_END',
    ]);
    expect(texts.map(systemAction)).toEqual(['log', 'log']);
  });
});
