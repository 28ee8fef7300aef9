import { unreachable } from '../../base/unreachable.ts';
import type { DeskEntry, DeskNote } from '../../protocol/desk.ts';
import type { Attachment } from '../../protocol/events.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';

/** Turns the events of a conversation, in order, into the entries that a live agent sees. */
export type EntryReader = (event: SentEvent) => DeskEntry | undefined;

const titlesOf = (attachments: readonly Attachment[]) =>
  attachments
    .map((attachment) => attachment.title ?? attachment.contentUrl ?? attachment.callToActionText)
    .join(', ') || undefined;

/** A streamed message becomes an entry when its last chunk has arrived. */
export function createEntryReader(): EntryReader {
  const incomplete = new Map<string, string>();

  return (event) => {
    const stamp = { id: event.id ?? String(event.sequence), at: event.at ?? 0 };
    const note = (text: DeskNote, name?: string): DeskEntry => ({
      ...stamp,
      by: 'note',
      text,
      name,
      attachmentTitles: undefined,
    });
    switch (event.kind) {
      case 'userMessage':
        return { ...stamp, by: 'visitor', name: undefined, text: event.text, attachmentTitles: undefined };
      case 'agentMessageChunk': {
        const { messageId: id, attachments, isComplete } = event;
        const text = (incomplete.get(id) ?? '') + event.text;
        incomplete.set(id, text);
        if (!isComplete) return undefined;
        incomplete.delete(id);
        return { ...stamp, id, by: 'agent', name: undefined, text, attachmentTitles: titlesOf(attachments) };
      }
      case 'agentMessage':
      case 'liveAgentMessage': {
        const { messageId: id, text, attachments, person } = event;
        const by = event.kind === 'agentMessage' ? 'agent' : 'person';
        return { ...stamp, id, by, name: person.name, text, attachmentTitles: titlesOf(attachments) };
      }
      case 'agentJoined':
      case 'liveAgentJoined':
      case 'liveAgentLeft':
        return note(event.kind, event.person.name);
      case 'languageChanged':
        return note(event.kind, event.languageCode);
      case 'handoffTimeout':
        return note(event.kind, event.reason);
      case 'agentTriggeredHandoff':
      case 'handoffFailed':
      case 'userEndSession':
      case 'sessionEnd':
        return note(event.kind);
      case 'sessionStart':
      case 'sessionIdleWarning':
      case 'agentThinking':
      case 'agentLeft':
      case 'handoffAccepted':
      case 'handoffQueueStatus':
      case 'clientHandoffRequired':
      case 'liveAgentTyping':
      case 'systemMessage':
      case 'userTyping':
      case 'requestAgentJoin':
      case 'heartbeat':
      case 'receipt':
      case 'showCsatRequest':
      case 'csatResponse':
      case 'unknown':
        return undefined;
      default:
        return unreachable(event);
    }
  };
}
