import type { SentEvent } from '../../protocol/server-frames.ts';
import type { AgentMessage } from './wires/wire.ts';

/** An agent gets the last messages of a conversation, and no more than this many. */
const MAX_MESSAGES = 100;

/**
 * The messages of a conversation for an agent. The given message of the visitor comes last. Later ones are left out: each
 * gets an answer of its own. All answers in the journal are included, because they were given before this one.
 */
export function chatHistory(events: readonly SentEvent[], messageId: string): readonly AgentMessage[] {
  const messages = new Map<string, AgentMessage>();
  let asked: AgentMessage | undefined;
  for (const event of events) {
    switch (event.kind) {
      case 'userMessage': {
        const message = {
          id: event.messageId ?? String(event.sequence),
          role: 'user',
          content: event.text,
        } as const;
        if (message.id === messageId) asked = message;
        if (!asked) messages.set(message.id, message);
        break;
      }
      case 'agentMessage':
      case 'liveAgentMessage':
      case 'agentMessageChunk': {
        const { messageId: id } = event;
        const content = (messages.get(id)?.content ?? '') + event.text;
        messages.set(id, { id, role: 'assistant', content });
      }
    }
  }
  return [
    ...[...messages.values()].filter(({ content }) => content !== ''),
    asked ?? { id: messageId, role: 'user' as const, content: '' },
  ].slice(-MAX_MESSAGES);
}
