import { once } from 'node:events';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Clock } from '../../base/clock.ts';
import type { Bindings } from '../guard.ts';
import type { Desk } from './desk.ts';
import type { Holder } from './pass.ts';

const HEARTBEAT_MS = 15_000;
/** What is kept for a page that reads too slowly, in characters; one that is cut off is told all anew. */
const MOST_UNREAD = 4_194_304;

interface StreamPorts {
  readonly desk: Pick<Desk, 'open'>;
  readonly clock: Clock;
}

/** Tells a page all news for as long as it listens and its pass is good. */
export function streamNews(
  context: Context<Bindings>,
  { person, until }: Holder,
  { desk, clock }: StreamPorts,
) {
  return streamSSE(context, async (stream) => {
    const over = new AbortController();
    const end = () => over.abort();
    stream.onAbort(end);
    let unread = 0;
    let mostUnread = Number.POSITIVE_INFINITY;
    const close = desk.open(person, {
      send({ news, detail }) {
        const data = JSON.stringify(detail);
        unread += data.length;
        stream.writeSSE({ event: news, data }).then(() => {
          unread -= data.length;
        });
        if (unread > mostUnread) context.env.outgoing.destroy();
      },
      end,
    });
    // However much there is to begin with.
    mostUnread = unread + MOST_UNREAD;
    const cancelEnd = clock.after(until - clock.now(), end);
    let cancelBeat = () => {};
    const beat = () => {
      cancelBeat = clock.after(HEARTBEAT_MS, () => {
        beat();
        stream.write(':\n\n');
      });
    };
    beat();
    if (!over.signal.aborted) await once(over.signal, 'abort');
    cancelEnd();
    cancelBeat();
    close();
  });
}
