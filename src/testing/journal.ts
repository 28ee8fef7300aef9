import type { EventMetadata } from '../protocol/client-frames.ts';
import type { ServerEventBody } from '../protocol/events.ts';
import type { SentEvent } from '../protocol/server-frames.ts';

/** Events of a session, with dense sequences from 1 and the times at which they happened. */
export interface Journal {
  /** Gives an event its envelope. A transient one gets no sequence and is not kept (M-4.3). */
  stamp(body: ServerEventBody, metadata?: EventMetadata): SentEvent;
  /** Events above a sequence. */
  after(cursor: number): readonly SentEvent[];
}

const TRANSIENT: ReadonlySet<ServerEventBody['kind']> = new Set([
  'agentThinking',
  'heartbeat',
  'liveAgentTyping',
  'systemMessage',
]);

export function createJournal(now: () => number): Journal {
  const events: SentEvent[] = [];
  let transients = 0;
  return {
    stamp(body, metadata) {
      if (TRANSIENT.has(body.kind)) {
        transients += 1;
        return { ...body, id: `transient-${transients}`, sequence: null, at: now(), metadata };
      }
      const sequence = events.length + 1;
      const event = { ...body, id: `event-${sequence}`, sequence, at: now(), metadata };
      events.push(event);
      return event;
    },
    after: (cursor) => events.slice(cursor),
  };
}
