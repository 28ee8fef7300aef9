import { CONFIRM_MS, MAX_SENDS, MAX_UNCONFIRMED, MAX_WAITING } from '../protocol/limits.ts';

/**
 * The visitor's messages on their way (spec messaging §9): sent once, then looked for in the replay before they are sent
 * again, because the platform does not drop repeats.
 */
export interface Outgoing {
  /** Also the id of the bubble, and the client event id on the wire; the same for every send. */
  readonly id: string;
  readonly text: string;
  /** Frames sent since the visitor pressed send, or retry. */
  readonly sends: number;
  /**
   * `waiting`: not sent yet. `sent`: on the present socket, no echo yet. `doubtful`: sent on a socket that is gone, or
   * retried: the replay decides.
   */
  readonly phase:
    | { readonly at: 'waiting' }
    | { readonly at: 'sent'; readonly sentAt: number }
    | { readonly at: 'doubtful' };
}

export type Outbox = readonly Outgoing[];

export const isFull = (outbox: Outbox): boolean =>
  outbox.filter(({ phase }) => phase.at === 'waiting').length >= MAX_WAITING;

export const enqueue = (outbox: Outbox, id: string, text: string): Outbox => [
  ...outbox,
  { id, text, sends: 0, phase: { at: 'waiting' } },
];

/** A retry walks the same path: what is looked for in the replay is sent again only when it is not there. */
export const enqueueRetry = (outbox: Outbox, id: string, text: string): Outbox => [
  ...outbox,
  { id, text, sends: 0, phase: { at: 'doubtful' } },
];

export const remove = (outbox: Outbox, id: string): Outbox => outbox.filter((it) => it.id !== id);

/**
 * Whose echo this is: by client id, else, when the echo carries none, the oldest unconfirmed message with the same text
 * (spec messaging §9).
 */
export function matchEcho(
  outbox: Outbox,
  echo: { clientEventId?: string | undefined; text: string },
): string | null {
  if (echo.clientEventId !== undefined) return outbox.find(({ id }) => id === echo.clientEventId)?.id ?? null;
  return outbox.find(({ phase, text }) => phase.at !== 'waiting' && text === echo.text)?.id ?? null;
}

/** The socket is gone: whether what was sent on it arrived is unknown. */
export const doubt = (outbox: Outbox): Outbox =>
  outbox.some(({ phase }) => phase.at === 'sent')
    ? outbox.map((it) => (it.phase.at === 'sent' ? { ...it, phase: { at: 'doubtful' } } : it))
    : outbox;

export const isDoubtful = (outbox: Outbox): boolean => outbox.some(({ phase }) => phase.at === 'doubtful');

/** The replay did not hold the doubtful ones: they are sent again, in order, unless they have been too often. */
export function settle(outbox: Outbox): { readonly outbox: Outbox; readonly failed: readonly string[] } {
  const failed = outbox
    .filter(({ phase, sends }) => phase.at === 'doubtful' && sends >= MAX_SENDS)
    .map(({ id }) => id);
  return {
    failed,
    outbox: outbox
      .filter(({ id }) => !failed.includes(id))
      .map((it) => (it.phase.at === 'doubtful' ? { ...it, phase: { at: 'waiting' } } : it)),
  };
}

/** What may leave now: in order, at most five unconfirmed at a time, nothing past a doubtful one. */
export function pump(
  outbox: Outbox,
  at: number,
): { readonly outbox: Outbox; readonly send: readonly Outgoing[] } {
  if (isDoubtful(outbox)) return { outbox, send: [] };
  const free = MAX_UNCONFIRMED - outbox.filter(({ phase }) => phase.at === 'sent').length;
  const send = outbox.filter(({ phase }) => phase.at === 'waiting').slice(0, Math.max(0, free));
  if (send.length === 0) return { outbox, send };
  return {
    send,
    outbox: outbox.map((it) =>
      send.includes(it) ? { ...it, sends: it.sends + 1, phase: { at: 'sent', sentAt: at } } : it,
    ),
  };
}

/** When the oldest unconfirmed message has waited for its echo long enough; null: none waits. */
export function confirmDue(outbox: Outbox): number | null {
  let due: number | null = null;
  for (const { phase } of outbox) {
    if (phase.at === 'sent') due = Math.min(due ?? Number.POSITIVE_INFINITY, phase.sentAt + CONFIRM_MS);
  }
  return due;
}
