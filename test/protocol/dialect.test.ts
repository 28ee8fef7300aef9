import { describe, expect, it } from 'vitest';
import { DIALECTS, oneofKey, wireType } from '../../src/protocol/dialect.ts';
import { STEMS, stemOf } from '../../src/protocol/read-payload.ts';

/** M-1.1: types with an agent infix. All other types are the same in both dialects. */
const BY_DIALECT = [
  ['REQUEST_AGENT_JOIN', 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN'],
  ['AGENT_JOINED', 'EVENT_TYPE_SERVICE_AGENT_JOINED', 'EVENT_TYPE_POLY_AGENT_JOINED'],
  ['AGENT_THINKING', 'EVENT_TYPE_SERVICE_AGENT_THINKING', 'EVENT_TYPE_POLY_AGENT_THINKING'],
  ['AGENT_MESSAGE', 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', 'EVENT_TYPE_POLY_AGENT_MESSAGE'],
  ['AGENT_MESSAGE_CHUNK', 'EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK', 'EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK'],
  ['AGENT_LEFT', 'EVENT_TYPE_SERVICE_AGENT_LEFT', 'EVENT_TYPE_POLY_AGENT_LEFT'],
  [
    'AGENT_TRIGGERED_HANDOFF',
    'EVENT_TYPE_SERVICE_AGENT_TRIGGERED_HANDOFF',
    'EVENT_TYPE_POLY_AGENT_TRIGGERED_HANDOFF',
  ],
  [
    'AGENT_RECEIVED_MESSAGE',
    'EVENT_TYPE_SERVICE_AGENT_RECEIVED_MESSAGE',
    'EVENT_TYPE_POLY_AGENT_RECEIVED_MESSAGE',
  ],
  ['AGENT_READ_MESSAGE', 'EVENT_TYPE_SERVICE_AGENT_READ_MESSAGE', 'EVENT_TYPE_POLY_AGENT_READ_MESSAGE'],
] as const;
const infixed = new Set<string>(BY_DIALECT.map(([stem]) => stem));

describe('dialects', () => {
  it.each(BY_DIALECT)('M-1.1: dialects spell %s with their own agent infix', (stem, service, poly) => {
    expect([wireType(stem, 'service'), wireType(stem, 'poly')]).toEqual([service, poly]);
  });

  it.each(STEMS.filter((stem) => !infixed.has(stem)))('dialects spell %s the same', (stem) => {
    expect(DIALECTS.map((dialect) => wireType(stem, dialect))).toEqual([
      `EVENT_TYPE_${stem}`,
      `EVENT_TYPE_${stem}`,
    ]);
  });

  it.each(STEMS)('M-1.2: dialects are both read for %s', (stem) => {
    expect(DIALECTS.map((dialect) => stemOf(wireType(stem, dialect)))).toEqual([stem, stem]);
  });

  it.each([
    '',
    'AGENT_JOINED',
    'EVENT_TYPE_AGENT_JOINED',
    'event_type_heartbeat',
    'constructor',
    '__proto__',
  ])('dialects know no type %j', (type) => {
    expect(stemOf(type)).toBeUndefined();
  });

  it.each([
    ['EVENT_TYPE_SESSION_START', 'session_start'],
    ['EVENT_TYPE_POLY_AGENT_JOINED', 'poly_agent_joined'],
    ['EVENT_TYPE_SERVICE_AGENT_JOINED', 'service_agent_joined'],
  ])('the payload of %s is named after the type: %s', (type, key) => {
    expect(oneofKey(type)).toBe(key);
  });
});
