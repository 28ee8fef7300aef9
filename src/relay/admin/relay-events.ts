import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { createEmitter } from '../../base/emitter.ts';
import type { Store } from '../store/store.ts';

const relayEvent = z.object({ id: z.string(), type: z.string(), detail: z.unknown() });

/** An event for operators: an alert received by webhook, or a status change of an outbound call. */
export type RelayEvent = z.output<typeof relayEvent>;

/** Publishes events to the listeners of all relays that share the store. */
export interface RelayEvents {
  publish(event: { readonly type: string; readonly detail: unknown; readonly id?: string }): Promise<void>;
  /** The remembered events after the one with that id; all of them when the id is unknown. */
  since(id: string): readonly RelayEvent[];
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: RelayEvent) => void): () => void;
  dispose(): void;
}

const TOPIC = 'events';
/** Number of events that are kept for listeners that reconnect. Alerts and calls are rare. */
const MAX_REMEMBERED = 200;

export function createRelayEvents(store: Store): RelayEvents {
  const emitter = createEmitter<{ event: RelayEvent }>();
  const recent: RelayEvent[] = [];
  const unsubscribe = store.subscribe(TOPIC, (message) => {
    // The message may come from a relay of another version.
    const event = relayEvent.safeParse(parseJson(message)).data;
    if (!event) return;
    recent.push(event);
    if (recent.length > MAX_REMEMBERED) recent.shift();
    emitter.emit('event', event);
  });
  return {
    publish: ({ id = randomUUID(), type, detail }) =>
      store.publish(TOPIC, JSON.stringify({ id, type, detail })),
    since: (id) => recent.slice(recent.findIndex((event) => event.id === id) + 1),
    subscribe: (listener) => emitter.on('event', listener),
    dispose() {
      unsubscribe();
      emitter.clear();
    },
  };
}
