import type { DeskEntry } from '../../protocol/desk.ts';
import type { Attachment } from '../../protocol/events.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';

/** Reads what a person at the desk sees of a conversation, event by event, in order. */
export type Reader = (event: SentEvent) => DeskEntry | undefined;

const named = (attachments: readonly Attachment[]) =>
  attachments.map((it) => it.title ?? it.contentUrl).join(', ') || undefined;

/** Messages are read whole: a stream becomes an entry when its last chunk is there. */
export function createReader(): Reader {
  const coming = new Map<string, string>();

  return (event) => {
    const stamp = { id: event.id ?? String(event.sequence), at: event.at ?? 0 };
    const note = (name?: string): DeskEntry => ({
      ...stamp,
      by: 'note',
      text: event.kind,
      name,
      enclosed: undefined,
    });
    switch (event.kind) {
      case 'userMessage':
        return { ...stamp, by: 'visitor', name: undefined, text: event.text, enclosed: undefined };
      case 'agentMessageChunk': {
        const { messageId: id, attachments, isComplete } = event;
        const text = (coming.get(id) ?? '') + event.text;
        coming.set(id, text);
        if (!isComplete) return undefined;
        coming.delete(id);
        return { ...stamp, id, by: 'agent', name: undefined, text, enclosed: named(attachments) };
      }
      case 'agentMessage':
      case 'liveAgentMessage': {
        const { messageId: id, text, attachments, person } = event;
        const by = event.kind === 'agentMessage' ? 'agent' : 'person';
        return { ...stamp, id, by, name: person.name, text, enclosed: named(attachments) };
      }
      case 'agentJoined':
      case 'liveAgentJoined':
      case 'liveAgentLeft':
        return note(event.person.name);
      case 'languageChanged':
        return note(event.languageCode);
      case 'agentTriggeredHandoff':
      case 'handoffFailed':
      case 'handoffTimeout':
      case 'userEndSession':
      case 'sessionEnd':
        return note();
      default:
        return undefined;
    }
  };
}
