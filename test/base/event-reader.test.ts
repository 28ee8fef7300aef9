import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../src/base/event-reader.ts';

const read = (...parts: readonly string[]) => {
  const reader = createEventReader('');
  return { events: parts.flatMap((part) => reader.push(part)), retryInMs: reader.retryInMs() };
};

describe('a stream of server-sent events', () => {
  it.each([
    ['an event', 'event: alert\nid: 1\ndata: {}\n\n', [{ id: '1', type: 'alert', data: '{}' }]],
    ['an event without type and id', 'data: a\n\n', [{ id: '', type: 'message', data: 'a' }]],
    ['data of several lines', 'data: a\ndata:\ndata:b\n\n', [{ id: '', type: 'message', data: 'a\n\nb' }]],
    ['only the first space after the colon', 'data:  a: b\n\n', [{ id: '', type: 'message', data: ' a: b' }]],
    ['no comments', ':\n\n: data: a\n\n', []],
    ['no event without data', 'event: alert\nid: 1\n\n', []],
    ['no unfinished event', 'data: a\n', []],
    ['no other fields', 'dat\ndatas: b\nname: c\n\n', []],
    [
      'the id of the event before, and not its type',
      'id: 1\nevent: alert\ndata: a\n\ndata: b\n\n',
      [
        { id: '1', type: 'alert', data: 'a' },
        { id: '1', type: 'message', data: 'b' },
      ],
    ],
    ['the line ends of Windows', 'event: alert\r\ndata: a\r\n\r\n', [{ id: '', type: 'alert', data: 'a' }]],
  ])('reads %s', (_, stream, events) => {
    expect(read(stream).events).toEqual(events);
  });

  it('says when to connect again', () => {
    expect(read('retry: 3000\n\nretry: soon\n\n').retryInMs).toBe(3_000);
    expect(read('data: a\n\n').retryInMs).toBe(undefined);
  });

  it('reads the same events however the stream is split', () => {
    const lines = fc.constantFrom(
      'event: alert',
      'data: a',
      'data:b',
      'id: 1',
      'id',
      ': c',
      'retry: 5',
      '',
      '',
    );
    const streams = fc.array(fc.tuple(lines, fc.constantFrom('\n', '\r\n')), { maxLength: 30 });
    fc.assert(
      fc.property(streams, (all) => {
        const stream = all.flat().join('');
        expect(read(...stream.split(''))).toEqual(read(stream));
      }),
    );
  });
});
