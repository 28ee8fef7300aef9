import { describe, expect, it } from 'vitest';
import { chatHistory } from '../../../src/emulator/agent/chat-history.ts';
import { newEvent } from '../../../src/emulator/sessions/new-event.ts';
import type { ServerEventBody } from '../../../src/protocol/events.ts';

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

describe('the chat history for an agent', () => {
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
