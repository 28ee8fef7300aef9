import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import { operation } from './operation.ts';
import type { RelayEvent, RelayEvents } from './relay-events.ts';

/** Many proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** A listener with more unread events is disconnected. It can reconnect and request the missed events. */
const MAX_UNREAD = 100;

/** Streams that one key may have open at a relay, and all keys together. Each event is sent to every stream. */
const MAX_STREAMS_OF_KEY = 20;
const MAX_STREAMS = 200;
/** `Retry-After` when there are too many streams: nobody knows when one ends. */
const RETRY_MS = 30_000;

/** Encodes one event (WHATWG HTML, server-sent events). JSON contains no line breaks. */
const encodeEvent = ({ id, type, detail }: RelayEvent): string =>
  `id: ${id.replace(/[\r\n\0]/g, '')}\nevent: ${type.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(detail)}\n\n`;

/** The events as a response body. It ends with one of the signals, or when the client reads too slowly. */
function bodyOf(
  events: RelayEvents,
  clock: Clock,
  signals: readonly AbortSignal[],
  lastId: string | undefined,
  leave: () => void,
) {
  const encoder = new TextEncoder();
  let release = leave;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          release();
          controller.close();
        };
        const send = (text: string) => {
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) <= 0) end();
        };
        let cancelBeat = () => {};
        const beat = () => {
          cancelBeat = clock.after(HEARTBEAT_MS, () => {
            beat();
            send(':\n\n');
          });
        };
        // Confirms the connection at once, and sets the client's reconnect delay.
        send('retry: 3000\n\n');
        if (lastId !== undefined) send(events.since(lastId).map(encodeEvent).join(''));
        const unsubscribe = events.subscribe((event) => send(encodeEvent(event)));
        beat();
        for (const signal of signals) signal.addEventListener('abort', end);
        release = () => {
          unsubscribe();
          cancelBeat();
          leave();
          for (const signal of signals) signal.removeEventListener('abort', end);
        };
        if (signals.some((signal) => signal.aborted)) end();
      },
      cancel: () => release(),
    },
    { highWaterMark: MAX_UNREAD },
  );
}

/** Counts the open streams. */
function createStreamCount() {
  const open = new Map<string, number>();
  return {
    /** Adds a stream of a key. Returns a function that removes it, idempotent; undefined when there are too many. */
    enter(who: string): (() => void) | undefined {
      const ofKey = open.get(who) ?? 0;
      const all = [...open.values()].reduce((sum, count) => sum + count, 0);
      if (ofKey >= MAX_STREAMS_OF_KEY || all >= MAX_STREAMS) return undefined;
      open.set(who, ofKey + 1);
      let isOpen = true;
      return () => {
        if (isOpen) open.set(who, (open.get(who) ?? 1) - 1);
        isOpen = false;
      };
    },
  };
}

/** The operation for the event stream. `ending` is aborted when the relay is about to close. */
export function eventStream(events: RelayEvents, clock: Clock, ending: AbortSignal) {
  const streams = createStreamCount();
  return operation({
    id: 'streamEvents',
    answeredBy: 'relay',
    tag: 'Events',
    summary: 'Stream of events: alerts received by webhook, and status changes of outbound calls',
    method: 'GET',
    path: '/events',
    scopes: ['read'],
    headers: z.object({
      'last-event-id': z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Events after this one are sent first, if they are still remembered.' }),
    }),
    status: 200,
    media: 'text/event-stream',
    async perform({ headers, signal, who }) {
      const leave = streams.enter(who);
      if (!leave) return err({ failed: 'too-many-requests', retryInMs: RETRY_MS });
      return ok(
        new Response(bodyOf(events, clock, [signal, ending], headers['last-event-id'], leave), {
          headers: {
            'Content-Type': 'text/event-stream; charset=utf-8',
            'Cache-Control': 'no-store',
            // Otherwise nginx buffers the events.
            'X-Accel-Buffering': 'no',
          },
        }),
      );
    },
  });
}
