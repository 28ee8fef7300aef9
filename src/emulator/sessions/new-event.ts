import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '../../protocol/client-frames.ts';
import type { ServerEventBody } from '../../protocol/events.ts';
import type { NewEvent } from '../model/journal.ts';

/** Events without a sequence. They are never part of the history (M-4.3). */
export const TRANSIENT: ReadonlySet<ServerEventBody['kind']> = new Set([
  'agentThinking',
  'heartbeat',
  'liveAgentTyping',
  'systemMessage',
]);

/** Creates an event with a new id and the metadata of the client frame that it echoes, if any. */
export function newEvent(at: number, body: ServerEventBody, metadata?: EventMetadata): NewEvent {
  const custom = metadata?.custom ?? {};
  const clientEventId = custom['client_event_id'] ?? custom['local_id'];
  return {
    id: randomUUID(),
    at,
    ...body,
    ...(metadata && { metadata }),
    ...(clientEventId !== undefined && { clientEventId }),
  };
}
