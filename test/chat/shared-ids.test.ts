import { describe, expect, it } from 'vitest';
import { chunk, createChatHarness, wireEvent } from '../support/chat-harness.ts';

const asked = (sequence: number, text: string, id: string) =>
  wireEvent('USER_MESSAGE', sequence, { text, message_id: id });
const answered = (sequence: number, text: string, id: string) =>
  wireEvent('SERVICE_AGENT_MESSAGE', sequence, { message_id: id, text });
const ofPerson = (sequence: number, text: string, id: string) =>
  wireEvent('LIVE_AGENT_MESSAGE', sequence, { message_id: id, text });
const left = (sequence: number) => wireEvent('LIVE_AGENT_LEFT', sequence, { agent_id: 'ada' });

describe('a platform that numbers turns', () => {
  it.each([
    [
      'a whole answer',
      [asked(4, 'Open?', '1'), answered(5, 'Yes', '1')],
      ['user: Open? [sent]', 'agent: Yes'],
    ],
    [
      'a streamed answer',
      [asked(4, 'Open?', '1'), chunk(5, '1', 0, 'Yes, '), chunk(6, '1', 1, 'until six', true)],
      ['user: Open? [sent]', 'agent: Yes, until six'],
    ],
    [
      'a question that overtakes its answer',
      [chunk(5, '1', 0, ''), asked(4, 'Open?', '1'), chunk(6, '1', 1, 'Yes', true)],
      ['user: Open? [sent]', 'agent: Yes'],
    ],
    [
      'a question that comes between the chunks of its answer',
      [chunk(5, '1', 0, 'Yes, '), asked(4, 'Open?', '1'), chunk(6, '1', 1, 'until six', true)],
      ['user: Open? [sent]', 'agent: Yes, until six'],
    ],
    [
      'an answer of a person',
      [asked(4, 'Open?', '1'), answered(5, 'Wait', '1'), ofPerson(6, 'Yes', '1')],
      ['user: Open? [sent]', 'agent: Wait', 'live-agent: Yes'],
    ],
    [
      'a notice with the id of a message',
      [answered(4, 'Hello', 'event-5'), left(5), answered(6, 'Bye', 'event-6')],
      ['agent: Hello', '(live_agent_left)', 'agent: Bye'],
    ],
    [
      'two turns',
      [asked(4, 'a', '1'), answered(5, 'A', '1'), asked(6, 'b', '2'), answered(7, 'B', '2')],
      ['user: a [sent]', 'agent: A', 'user: b [sent]', 'agent: B'],
    ],
  ])('M-4.14: loses no words of %s', async (_, events, expected) => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    const told: string[] = [];
    harness.chat.on('message', ({ author, text }) => told.push(`${author}: ${text}`));
    for (const event of events) socket.receiveEvent(event);
    expect(harness.lines()).toEqual(expected);
    expect(new Set(harness.chat.order.value).size).toBe(expected.length);
    expect(told.toSorted()).toEqual(
      expected
        .filter((line) => line[0] !== '(')
        .map((line) => line.replace(' [sent]', ''))
        .toSorted(),
    );
  });

  it('M-4.14: replaces a stream by its full message, and counts repeats as before', async () => {
    const harness = createChatHarness();
    const socket = await harness.connectAndJoin();
    socket.receiveEvent(asked(4, 'Open?', '1'));
    socket.receiveEvent(chunk(5, '1', 0, 'Ye'));
    socket.receiveEvent(answered(6, 'Yes', '1'));
    socket.receiveEvent({ ...asked(7, 'Open?', '1'), id: 'again' });
    expect(harness.lines()).toEqual(['user: Open? [sent]', 'agent: Yes']);
  });
});
