import { type PlayContext, socketOf } from '../play-context.ts';
import { isOpen } from '../recording.ts';
import type { Step } from '../scenario.ts';

/** Sends frames through the server's sockets and records journaled events. */

const isBatch = (text: string): boolean => {
  try {
    return (JSON.parse(text) as Step | null)?.['type'] === 'EVENT_TYPE_EVENT_BATCH';
  } catch {
    return true;
  }
};

/** Records the events of a frame that have a sequence, and system messages. */
function journal({ recording }: PlayContext, text: string): void {
  let frame: Step | null;
  try {
    frame = JSON.parse(text) as Step | null;
  } catch {
    return;
  }
  const { events } = (frame?.['payload'] ?? {}) as { readonly events?: unknown };
  for (const event of (Array.isArray(events) ? events : [frame]) as (Step | null)[]) {
    if (typeof event?.['sequence'] === 'number') recording.journal.push(event);
    if (event?.['type'] !== 'EVENT_TYPE_SYSTEM_MESSAGE') continue;
    const { message } = (event['payload'] ?? {}) as { readonly message?: unknown };
    if (typeof message === 'string') recording.systemMessages.push(message);
  }
}

/** Target: the present socket of a page, or a socket by its number, even if it has ended. */
interface Target {
  readonly tab?: unknown;
  readonly socket?: number | undefined;
}

/**
 * Sends a frame. A history goes to one connection, a live event to every connection of the session. `settles`: waits for the
 * consequences.
 */
export async function send(
  context: PlayContext,
  text: string,
  { tab: page, socket }: Target = {},
  settles = true,
): Promise<void> {
  const current =
    socket === undefined ? await socketOf(context, page) : context.recording.connections[socket - 1];
  if (!current) return;
  const isForAll = page === 'all' || (page === undefined && socket === undefined && !isBatch(text));
  const others = context.recording.connections.filter(
    (connection) => isForAll && connection !== current && isOpen(connection),
  );
  for (const it of [current, ...others]) context.backend.send(it, text);
  journal(context, text);
  if (settles) await context.settle();
}
