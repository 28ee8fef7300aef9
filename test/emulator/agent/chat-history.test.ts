import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatHistory } from '../../../src/emulator/agent/chat-history.ts';
import { createCompletionReader } from '../../../src/emulator/agent/completion-reader.ts';
import { newEvent } from '../../../src/emulator/sessions/new-event.ts';
import type { ServerEventBody } from '../../../src/protocol/events.ts';
import { piece } from './model-server.ts';

const user = (messageId: string, text = messageId): ServerEventBody => ({
  kind: 'userMessage',
  messageId,
  text,
});
const said = (kind: 'agentMessage' | 'liveAgentMessage', text: string): ServerEventBody => ({
  kind,
  messageId: text,
  text,
  suggestions: [],
  attachments: [],
  callActions: [],
  person: { name: 'Iris' },
  endsConversation: false,
});
const chunk = (messageId: string, chunkIndex: number, text: string): ServerEventBody => ({
  kind: 'agentMessageChunk',
  messageId,
  chunkIndex,
  text,
  attachments: [],
  suggestions: [],
  isComplete: false,
});
const historyOf = (messageId: string, ...bodies: readonly ServerEventBody[]) =>
  chatHistory(
    bodies.map((body, at) => ({ ...newEvent(0, body), sequence: at + 1 })),
    messageId,
  ).map(({ role, content }) => `${role}: ${content}`);

describe('the chat history for a model', () => {
  it('holds the messages of both sides, streamed or not, and nothing else', () => {
    expect(
      historyOf(
        'u2',
        { kind: 'sessionStart', capabilities: { streaming: true } },
        { kind: 'agentJoined', person: { name: 'Iris' } },
        said('agentMessage', 'Hi!'),
        user('u1'),
        chunk('a', 1, 'One '),
        chunk('a', 2, 'two'),
        chunk('a', 3, ''),
        { kind: 'languageChanged', languageCode: 'fr' },
        said('liveAgentMessage', 'Noor here'),
        user('u2'),
      ),
    ).toEqual(['assistant: Hi!', 'user: u1', 'assistant: One two', 'assistant: Noor here', 'user: u2']);
  });

  it('ends with the message to answer and leaves out later messages of the visitor', () => {
    const events = [user('u1'), user('u2'), user('u3'), chunk('a', 1, 'To u1')];
    expect(historyOf('u2', ...events)).toEqual(['user: u1', 'assistant: To u1', 'user: u2']);
  });

  it('holds the last hundred messages of a long conversation', () => {
    const events = Array.from({ length: 150 }, (_, at) => user(`u${at + 1}`));
    const messages = historyOf('u150', ...events);
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([100, 'user: u51', 'user: u150']);
  });
});

describe('a streamed completion', () => {
  const texts = ['One ', 'two ', '– drei'];
  const stream = [
    ': ping\n\n',
    'event: message\r\nid: 7\r\ndata:{"choices":[{"delta":{"role":"assistant","content":null}}]}\r\n\r\n',
    ...texts.map((text) => piece(text)),
    'data: {"choices":[],"usage":{}}\n\n',
    'data: [DONE]\n\n',
  ].join('');

  it('a streamed completion gives the same texts wherever the stream is split', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 20 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const reader = createCompletionReader();
        const parts = edges.slice(1).map((edge, at) => reader.push(stream.slice(edges[at], edge)));
        expect(parts.flatMap((part) => [...part.texts, part.error ?? []].flat())).toEqual(texts);
        expect(reader.isComplete()).toBe(true);
      }),
    );
  });

  it.each([
    '{',
    'null',
    '[]',
    '"x"',
    '{"choices":7}',
    '{"choices":[{"delta":{"content":7}}]}',
    '{"error":{}}',
  ])('a completion with the content %s is malformed', (content) => {
    expect(createCompletionReader().push(`${piece('One ')}data: ${content}\n`)).toEqual({
      texts: ['One '],
      error: 'a malformed piece',
    });
  });

  it('a completion is complete after a finish reason or the end mark, and not before', () => {
    const states = ['data: {"choices":[{"delta":{}}]}', piece(null, 'length'), 'data: [DONE]'].map((line) => {
      const reader = createCompletionReader();
      reader.push(`${line}\n`);
      return reader.isComplete();
    });
    expect(states).toEqual([false, true, true]);
  });
});
