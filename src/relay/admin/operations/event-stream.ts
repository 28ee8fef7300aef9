import * as z from 'zod';
import type { Clock } from '../../../base/clock.ts';
import { err, ok } from '../../../base/result.ts';
import { operation } from '../api/operation.ts';
import type { RelayEvent, RelayEvents } from '../journals/relay-events.ts';

/** Many proxies close connections after a minute of silence. */
const HEARTBEAT_MS = 15_000;
/** S-104: limit of unread bytes. The listener is disconnected above it, and can reconnect and request the missed events. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** S-128: lifetime of a stream. The client then reconnects with its credential and misses nothing. */
const MAX_AGE_MS = 3_600_000;

/** Open streams per key, and of all keys together, at a relay. Each event is sent to every stream. */
const MAX_STREAMS_OF_KEY = 20;
const MAX_STREAMS = 200;
/** `Retry-After` above these limits: the end of a stream is unknown. */
const RETRY_MS = 30_000;

const encoder = new TextEncoder();
/** Confirms the connection, and sets the client's reconnect delay. */
const FIRST_FRAME = encoder.encode('retry: 3000\n\n');
const HEARTBEAT_FRAME = encoder.encode(':\n\n');

/** The end of the relay. It needs only one listener. */
interface Ending {
  readonly ending: AbortSignal;
  /** Returns an unsubscribe function. */
  readonly onEnding: (end: () => void) => () => void;
}

/**
 * The events as a response body. It ends with the signal, with the relay, after an hour, or if the client reads too slowly. Missed
 * events do not count as unread, because the relay remembers their bytes anyway.
 */
function bodyOf(
  events: RelayEvents,
  clock: Clock,
  signal: AbortSignal,
  { ending, onEnding }: Ending,
  missed: readonly RelayEvent[],
  leave: () => void,
  frameOf: (event: RelayEvent) => Uint8Array,
) {
  const backlog = [FIRST_FRAME, ...missed.map(frameOf)];
  const unread: Uint8Array[] = [];
  let unreadBytes = 0;
  let isWanted = false;
  let release = leave;

  function next(): Uint8Array | undefined {
    const old = backlog.shift();
    if (old) return old;
    const frame = unread.shift();
    unreadBytes -= frame?.byteLength ?? 0;
    return frame;
  }

  function flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const frame = next();
    isWanted = frame === undefined;
    if (frame) controller.enqueue(frame);
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          release();
          controller.close();
        };
        const send = (frame: Uint8Array) => {
          if (unreadBytes > 0 && unreadBytes + frame.byteLength > MAX_UNREAD_BYTES) return end();
          unread.push(frame);
          unreadBytes += frame.byteLength;
          if (isWanted) flush(controller);
        };
        const endsAt = clock.now() + MAX_AGE_MS;
        let cancelBeat = () => {};
        const beat = () => {
          cancelBeat = clock.after(HEARTBEAT_MS, () => {
            if (clock.now() >= endsAt) return end();
            beat();
            send(HEARTBEAT_FRAME);
          });
        };
        const unsubscribe = events.subscribe((event) => send(frameOf(event)));
        beat();
        const leaveEnding = onEnding(end);
        signal.addEventListener('abort', end);
        release = () => {
          unsubscribe();
          cancelBeat();
          leave();
          leaveEnding();
          signal.removeEventListener('abort', end);
        };
        if (signal.aborted || ending.aborted) end();
      },
      pull: flush,
      cancel: () => release(),
    },
    { highWaterMark: 0 },
  );
}

/** Counts the open streams. */
function createStreamCount() {
  const open = new Map<string, number>();
  return {
    /** Adds a stream of a key. Returns an idempotent function that removes it, or undefined at the limit. */
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

/** The operation of the event stream. `ending` is aborted when the relay is about to close. */
export function eventStream(events: RelayEvents, clock: Clock, ending: AbortSignal) {
  const streams = createStreamCount();
  const ends = new Set<() => void>();
  const endAll = () => {
    for (const end of ends) end();
  };
  function onEnding(end: () => void): () => void {
    // One shared listener for all streams.
    ending.addEventListener('abort', endAll);
    ends.add(end);
    return () => ends.delete(end);
  }
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
        .describe('Events after this one are sent first, as far as the relay remembers them.'),
    }),
    status: 200,
    media: 'text/event-stream',
    async perform({ headers, signal, who, seesPersonalData }) {
      const leave = streams.enter(who);
      if (!leave) return err({ failed: 'too-many-requests', retryInMs: RETRY_MS });
      const lastId = headers['last-event-id'];
      const missed = lastId === undefined ? [] : events.since(lastId);
      const frameOf = (event: RelayEvent) => (seesPersonalData ? event.frame : event.redactedFrame);
      return ok(
        new Response(bodyOf(events, clock, signal, { ending, onEnding }, missed, leave, frameOf), {
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
