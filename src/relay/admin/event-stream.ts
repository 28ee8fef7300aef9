import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { ok } from '../../base/result.ts';
import type { Events, RelayEvent } from './events.ts';
import { operation } from './operation.ts';

/** Proxies cut connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** A listener that takes nothing any more is let go; it can come back and ask for what it missed. */
const MAX_WAITING = 100;

/** One event as it stands in the stream (WHATWG HTML, server-sent events). JSON has no line breaks. */
const spell = ({ id, type, detail }: RelayEvent): string =>
  `id: ${id.replace(/[\r\n\0]/g, '')}\nevent: ${type.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(detail)}\n\n`;

/** The events as a body that ends with the client, with the relay, or when the client does not keep up. */
function bodyOf(events: Events, clock: Clock, signals: readonly AbortSignal[], lastId: string | undefined) {
  const encoder = new TextEncoder();
  let release = () => {};
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
        // The client hears at once that it is heard, and how long to wait before it comes back.
        send('retry: 3000\n\n');
        if (lastId !== undefined) send(events.since(lastId).map(spell).join(''));
        const leave = events.listen((event) => send(spell(event)));
        beat();
        for (const signal of signals) signal.addEventListener('abort', end);
        release = () => {
          leave();
          cancelBeat();
          for (const signal of signals) signal.removeEventListener('abort', end);
        };
        if (signals.some((signal) => signal.aborted)) end();
      },
      cancel: () => release(),
    },
    { highWaterMark: MAX_WAITING },
  );
}

/** `ending` goes off when the relay is about to close. */
export const eventStream = (events: Events, clock: Clock, ending: AbortSignal) =>
  operation({
    id: 'streamEvents',
    tag: 'Events',
    summary: 'Alerts received by webhook and outbound calls that got on, as they happen',
    method: 'GET',
    path: '/events',
    scopes: ['read'],
    headers: z.object({
      'last-event-id': z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'What came after this event is told first, as far as it is remembered.' }),
    }),
    status: 200,
    media: 'text/event-stream',
    perform: async ({ headers, signal }) =>
      ok(
        new Response(bodyOf(events, clock, [signal, ending], headers['last-event-id']), {
          headers: {
            'Content-Type': 'text/event-stream; charset=utf-8',
            'Cache-Control': 'no-store',
            // nginx would hold the events back.
            'X-Accel-Buffering': 'no',
          },
        }),
      ),
  });
