import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServerFrame } from '../../../src/relay/node/socket/server-frame.ts';

const PADDING = 'x'.repeat(600_000);
function read(frame: string) {
  const it = readServerFrame(Buffer.from(frame));
  return { ...it, stored: it.stored.toSorted() };
}
const batchOf = (events: readonly unknown[]) => ({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } });
const said = (id: string, payload: object = { text: 'Hello' }) => ({
  type: 'EVENT_TYPE_USER_MESSAGE',
  sequence: 1,
  payload,
  metadata: { custom: { client_event_id: id } },
});
const END = { type: 'EVENT_TYPE_SESSION_END', payload: {} };
/** The frame with a long member in front, so that it is not parsed as a whole. */
const large = (frame: object) => JSON.stringify({ padding: PADDING, ...frame });

const event = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '7', '.', ' ', '"', '\\', '{', ']') }).map((id) => said(id)),
  fc.constantFrom(END, { type: 'EVENT_TYPE_SESSION_END' }, {}, [], null, 'EVENT_TYPE_SESSION_END', 7),
  // The words where they mean nothing.
  fc.constantFrom(
    {
      type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
      payload: { message_id: 'm', text: 'say "EVENT_TYPE_SESSION_END' },
    },
    { type: 'EVENT_TYPE_X', payload: { events: [END, said('inside')] } },
    { type: 'EVENT_TYPE_X', EVENT_TYPE_SESSION_END: true },
    {
      type: 'EVENT_TYPE_USER_MESSAGE',
      user_message: { text: '\\' },
      metadata: { custom: { local_id: 'local' } },
    },
    batchOf([END, said('nested')]),
  ),
  fc.jsonValue(),
);
const history = fc
  .tuple(fc.array(event, { maxLength: 12 }), fc.constantFrom('payload', 'event_batch'), fc.boolean())
  .map(([events, key, isTypeLast]) => {
    const type = { type: 'EVENT_TYPE_EVENT_BATCH' };
    return isTypeLast ? { [key]: { more: [END], events }, ...type } : { ...type, [key]: { events } };
  });

describe('a frame of the platform', () => {
  it('S-80: reads the same from a long history, without parsing it as a whole, as from a short one', () => {
    fc.assert(
      fc.property(fc.oneof(history, fc.jsonValue()), fc.constantFrom(undefined, 2), (frame, indent) => {
        const isObject = typeof frame === 'object' && frame !== null && !Array.isArray(frame);
        const short = isObject ? frame : { value: frame };
        const long = JSON.stringify({ padding: PADDING, ...short }, null, indent);
        // M-1.8: the dialect is only read in short ones.
        expect(read(long)).toEqual({ ...read(JSON.stringify(short)), dialect: undefined });
      }),
      { numRuns: 60 },
    );
  });

  it('S-80: reads no long frame of another type', () => {
    expect(read(large(said('one')))).toEqual({ isHistory: false, stored: [], endsSession: false });
  });

  it('S-80: reads the last 256 messages of a long history, each of at most half a megabyte', () => {
    const events = Array.from({ length: 5_000 }, (_, nth) => said(`message-${nth}`));
    const found = read(large(batchOf([...events, said('huge', { text: PADDING }), said('last')])));
    expect(new Set(found.stored)).toEqual(
      new Set([...Array.from({ length: 255 }, (_, nth) => `message-${4_745 + nth}`), 'last']),
    );
  });

  it.each([
    '',
    '[',
    '{',
    '{"type',
    '{"type":',
    '{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[{',
    '"\\',
  ])('S-80: survives a frame that breaks off: %s', (start) => {
    const frame = ` ${start}${start.endsWith('[') ? '{},'.repeat(300_000) : `EVENT_BATCH${PADDING}`}`;
    expect(read(frame).stored).toEqual([]);
  });
});
