import type { SentEvent } from '../../protocol/server-frames.ts';
import type { ChatMessage } from './model.ts';

/** The last so many messages are what a model is told of a conversation. */
const MOST = 100;

/**
 * A conversation as a model is told of it, up to a message of the visitor, which comes last: what they said after it will be asked for
 * on its own, and answers that are in the journal by now were given before.
 */
export function chatHistory(events: readonly SentEvent[], messageId: string): readonly ChatMessage[] {
  const said: { role: ChatMessage['role']; content: string }[] = [];
  const streamed = new Map<string, { content: string }>();
  let asked: string | undefined;
  for (const event of events) {
    switch (event.kind) {
      case 'userMessage':
        if (event.messageId === messageId) asked = event.text;
        if (asked === undefined) said.push({ role: 'user', content: event.text });
        break;
      case 'agentMessage':
      case 'liveAgentMessage':
        said.push({ role: 'assistant', content: event.text });
        break;
      case 'agentMessageChunk': {
        const begun = streamed.get(event.messageId);
        if (begun) {
          begun.content += event.text;
          break;
        }
        const message = { role: 'assistant' as const, content: event.text };
        streamed.set(event.messageId, message);
        said.push(message);
      }
    }
  }
  return [
    ...said.filter(({ content }) => content !== ''),
    { role: 'user' as const, content: asked ?? '' },
  ].slice(-MOST);
}
