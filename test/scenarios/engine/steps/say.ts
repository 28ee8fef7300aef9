import { isOpen } from '../record.ts';
import type { Step } from '../scenario.ts';
import { type Stage, socketOf } from '../stage.ts';

/** Says something through the sockets of the server, and keeps what is the journal's. */

const isBatch = (text: string): boolean => {
  try {
    return (JSON.parse(text) as Step | null)?.['type'] === 'EVENT_TYPE_EVENT_BATCH';
  } catch {
    return true;
  }
};

/** What was said belongs to the journal, as far as it is numbered. */
function note({ chronicle }: Stage, text: string): void {
  let frame: Step | null;
  try {
    frame = JSON.parse(text) as Step | null;
  } catch {
    return;
  }
  const { events } = (frame?.['payload'] ?? {}) as { readonly events?: unknown };
  for (const event of (Array.isArray(events) ? events : [frame]) as (Step | null)[]) {
    if (typeof event?.['sequence'] === 'number') chronicle.journal.push(event);
    if (event?.['type'] !== 'EVENT_TYPE_SYSTEM_MESSAGE') continue;
    const { message } = (event['payload'] ?? {}) as { readonly message?: unknown };
    if (typeof message === 'string') chronicle.systemMessages.push(message);
  }
}

/** To whom: a page's present socket, or a socket by its number, also one that is gone. */
interface To {
  readonly tab?: unknown;
  readonly socket?: number | undefined;
}

/** History answers one connection; what happens live goes to every connection of the session. */
export async function say(stage: Stage, text: string, { tab: page, socket }: To = {}): Promise<void> {
  const current =
    socket === undefined ? await socketOf(stage, page) : stage.chronicle.connections[socket - 1];
  if (!current) return;
  const isForAll = page === 'all' || (page === undefined && socket === undefined && !isBatch(text));
  const others = stage.chronicle.connections.filter((it) => isForAll && it !== current && isOpen(it));
  for (const it of [current, ...others]) stage.far.say(it, text);
  note(stage, text);
  await stage.settle();
}
