import { once } from 'node:events';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Clock } from '../../base/clock.ts';
import type { Bindings } from '../http/control-guard.ts';
import type { Desk } from './desk.ts';
import type { SignIn } from './sign-in-cookie.ts';

const HEARTBEAT_MS = 15_000;
/** Limit of unread characters for a slow page. A page that reconnects gets everything again. */
const MAX_UNREAD = 4_194_304;

interface StreamPorts {
  readonly desk: Pick<Desk, 'open'>;
  readonly clock: Clock;
}

/** Streams the desk's events to a page until it closes or its sign-in expires. */
export function streamEvents(
  context: Context<Bindings>,
  { person, until }: SignIn,
  { desk, clock }: StreamPorts,
) {
  return streamSSE(context, async (stream) => {
    const over = new AbortController();
    const end = () => over.abort();
    stream.onAbort(end);
    let unread = 0;
    let maxUnread = Number.POSITIVE_INFINITY;
    const close = desk.open(person, {
      send({ event, detail }) {
        const data = JSON.stringify(detail);
        unread += data.length;
        stream.writeSSE({ event, data }).then(() => {
          unread -= data.length;
        });
        if (unread > maxUnread) context.env.outgoing.destroy();
      },
      end,
    });
    // The first events do not count: a page needs all of them.
    maxUnread = unread + MAX_UNREAD;
    const cancelEnd = clock.after(until - clock.now(), end);
    let cancelHeartbeat = () => {};
    const beat = () => {
      cancelHeartbeat = clock.after(HEARTBEAT_MS, () => {
        beat();
        stream.write(':\n\n');
      });
    };
    beat();
    if (!over.signal.aborted) await once(over.signal, 'abort');
    cancelEnd();
    cancelHeartbeat();
    close();
  });
}
