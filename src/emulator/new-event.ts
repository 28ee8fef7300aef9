import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '../protocol/client-frames.ts';
import type { ServerEventBody } from '../protocol/events.ts';
import type { NewEvent } from './journal.ts';

/** Not in the history, hence without a sequence (messaging §4). */
export const TRANSIENT: ReadonlySet<ServerEventBody['kind']> = new Set([
  'agentThinking',
  'heartbeat',
  'liveAgentTyping',
  'systemMessage',
]);

/** An event of this moment, with what its sender put into the metadata. */
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
