import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { createEmitter } from '../../base/emitter.ts';
import type { Store } from '../store/store.ts';

const relayEvent = z.object({ id: z.string(), type: z.string(), detail: z.unknown() });

/** Something that operators want to hear of: an alert that came by webhook, an outbound call that got on. */
export type RelayEvent = z.output<typeof relayEvent>;

/** What happens, told to whoever listens at any relay of the store. */
export interface Events {
  tell(event: { readonly type: string; readonly detail: unknown; readonly id?: string }): Promise<void>;
  /** What came after the event of that id, as far as it is remembered; everything when the id is unknown. */
  since(id: string): readonly RelayEvent[];
  listen(listener: (event: RelayEvent) => void): () => void;
  dispose(): void;
}

const TOPIC = 'events';
/** For listeners whose connection broke off. Alerts and calls are few. */
const REMEMBERED = 200;

export function createEvents(store: Store): Events {
  const emitter = createEmitter<{ event: RelayEvent }>();
  const recent: RelayEvent[] = [];
  const leave = store.subscribe(TOPIC, (message) => {
    // From another relay, which may be of another version.
    const event = relayEvent.safeParse(parseJson(message)).data;
    if (!event) return;
    recent.push(event);
    if (recent.length > REMEMBERED) recent.shift();
    emitter.emit('event', event);
  });
  return {
    tell: ({ id = randomUUID(), type, detail }) => store.publish(TOPIC, JSON.stringify({ id, type, detail })),
    since: (id) => recent.slice(recent.findIndex((event) => event.id === id) + 1),
    listen: (listener) => emitter.on('event', listener),
    dispose() {
      leave();
      emitter.clear();
    },
  };
}
