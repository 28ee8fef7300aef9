import type { SentEvent } from '../../protocol/server-frames.ts';
import type { ChatMessage } from './chat-model.ts';

/** A model gets the last messages of a conversation, and no more than this many. */
const MAX_MESSAGES = 100;

/**
 * The messages of a conversation for a model. The given message of the visitor comes last. Later ones are left out: each
 * gets an answer of its own. All answers in the journal are included, because they were given before this one.
 */
export function chatHistory(events: readonly SentEvent[], messageId: string): readonly ChatMessage[] {
  const messages: { role: ChatMessage['role']; content: string }[] = [];
  const streamed = new Map<string, { content: string }>();
  let asked: string | undefined;
  for (const event of events) {
    switch (event.kind) {
      case 'userMessage':
        if (event.messageId === messageId) asked = event.text;
        if (asked === undefined) messages.push({ role: 'user', content: event.text });
        break;
      case 'agentMessage':
      case 'liveAgentMessage':
        messages.push({ role: 'assistant', content: event.text });
        break;
      case 'agentMessageChunk': {
        const begun = streamed.get(event.messageId);
        if (begun) {
          begun.content += event.text;
          break;
        }
        const message = { role: 'assistant' as const, content: event.text };
        streamed.set(event.messageId, message);
        messages.push(message);
      }
    }
  }
  return [
    ...messages.filter(({ content }) => content !== ''),
    { role: 'user' as const, content: asked ?? '' },
  ].slice(-MAX_MESSAGES);
}
