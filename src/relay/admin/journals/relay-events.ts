import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { createEmitter } from '../../../base/emitter.ts';
import type { Topics } from '../../store/store.ts';
import { maskNumbers } from './mask-numbers.ts';

const relayEvent = z.object({ id: z.string(), type: z.string(), detail: z.unknown() });

/** An event for operators: an alert received by webhook, or a status change of an outbound call. */
export interface RelayEvent {
  readonly id: string;
  /** Encoded once, as a server-sent event. All streams share these bytes. */
  readonly frame: Uint8Array;
  /** The same for actors without access to personal data (S-119). Most events have none, so both share the bytes. */
  readonly redactedFrame: Uint8Array;
}

/** Publishes events to the listeners of all relays that share the store. */
export interface RelayEvents {
  /** Without an id the event gets a random one. */
  publish(event: {
    readonly type: string;
    readonly detail: unknown;
    readonly id?: string | undefined;
  }): Promise<void>;
  /** The remembered events after the one with this id; all of them for an unknown id. */
  since(id: string): readonly RelayEvent[];
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: RelayEvent) => void): () => void;
  dispose(): void;
}

const TOPIC = 'events';
/** Events to remember for listeners that reconnect. Alerts and calls are rare. */
const MAX_REMEMBERED = 200;
const MAX_REMEMBERED_BYTES = 2 * 1024 * 1024;

const encoder = new TextEncoder();

/** Encodes one event (WHATWG HTML, server-sent events). JSON contains no line breaks. */
function encode({ id, type, detail }: z.output<typeof relayEvent>): RelayEvent {
  const head = `id: ${id.replace(/[\r\n\0]/g, '')}\nevent: ${type.replace(/[\r\n]/g, '')}\ndata: `;
  const [json, redacted] = [JSON.stringify(detail), JSON.stringify(maskNumbers(detail))];
  const frameOf = (data: string) => encoder.encode(`${head}${data}\n\n`);
  const frame = frameOf(json);
  return { id, frame, redactedFrame: json === redacted ? frame : frameOf(redacted) };
}

const bytesOf = ({ frame, redactedFrame }: RelayEvent): number =>
  frame.byteLength + (redactedFrame === frame ? 0 : redactedFrame.byteLength);

export function createRelayEvents(store: Topics): RelayEvents {
  const emitter = createEmitter<{ event: RelayEvent }>();
  const recent: RelayEvent[] = [];
  let recentBytes = 0;
  const unsubscribe = store.subscribe(TOPIC, (message) => {
    // The message may come from a relay of another version.
    const content = relayEvent.safeParse(parseJson(message)).data;
    if (!content) return;
    const event = encode(content);
    recent.push(event);
    recentBytes += bytesOf(event);
    while (recent.length > MAX_REMEMBERED || recentBytes > MAX_REMEMBERED_BYTES) {
      const oldest = recent.shift();
      recentBytes -= oldest ? bytesOf(oldest) : 0;
    }
    emitter.emit('event', event);
  });
  return {
    publish: ({ id = crypto.randomUUID(), type, detail }) =>
      store.publish(TOPIC, JSON.stringify({ id, type, detail })),
    since: (id) => recent.slice(recent.findIndex((event) => event.id === id) + 1),
    subscribe: (listener) => emitter.on('event', listener),
    dispose() {
      unsubscribe();
      emitter.clear();
    },
  };
}
