import { CONFIRM_MS, MAX_SENDS, MAX_UNCONFIRMED, MAX_WAITING } from '../../protocol/limits.ts';
import type { PageContext } from '../../protocol/page-context.ts';

/**
 * Unconfirmed messages of the visitor. M-9.1, M-9.5: a message is searched in the replay before it is sent again, because
 * the platform stores repeats twice.
 */
export interface Outgoing {
  /** Id of the bubble and client event id on the wire (M-9.2), the same for every send (M-9.7). */
  readonly id: string;
  readonly text: string;
  /** The page's facts about the visitor when the message was written. */
  readonly pageContext?: PageContext | undefined;
  /** Number of frames since the visitor pressed send or retry. */
  readonly sends: number;
  /**
   * `waiting`: not sent yet. `sent`: on the present socket, no echo yet. `doubtful`: sent on a socket that is gone, or
   * retried; the replay shows whether it arrived.
   */
  readonly phase:
    | { readonly status: 'waiting' }
    | { readonly status: 'sent'; readonly sentAt: number }
    | { readonly status: 'doubtful' };
}

export type Outbox = readonly Outgoing[];

export const isFull = (outbox: Outbox): boolean =>
  outbox.filter(({ phase }) => phase.status === 'waiting').length >= MAX_WAITING;

/** A message as the visitor wrote it. */
export type Written = Pick<Outgoing, 'id' | 'text' | 'pageContext'>;

export const enqueue = (outbox: Outbox, written: Written): Outbox => [
  ...outbox,
  { ...written, sends: 0, phase: { status: 'waiting' } },
];

/** M-9.8: a retry follows the same steps: the message is sent again only if the replay does not contain it. */
export const enqueueRetry = (outbox: Outbox, written: Written): Outbox => [
  ...outbox,
  { ...written, sends: 0, phase: { status: 'doubtful' } },
];

export const remove = (outbox: Outbox, id: string): Outbox => outbox.filter((message) => message.id !== id);

/** Finds the message of an echo by its client id. M-9.11: without one, the oldest unconfirmed message with the same text. */
export function matchEcho(
  outbox: Outbox,
  echo: { clientEventId?: string | undefined; text: string },
): string | null {
  if (echo.clientEventId !== undefined) return outbox.find(({ id }) => id === echo.clientEventId)?.id ?? null;
  return outbox.find(({ phase, text }) => phase.status !== 'waiting' && text === echo.text)?.id ?? null;
}

/** Marks the messages sent on a lost socket: it is unknown whether they arrived. */
export const markDoubtful = (outbox: Outbox): Outbox =>
  outbox.some(({ phase }) => phase.status === 'sent')
    ? outbox.map((message) =>
        message.phase.status === 'sent' ? { ...message, phase: { status: 'doubtful' } } : message,
      )
    : outbox;

export const hasDoubtful = (outbox: Outbox): boolean =>
  outbox.some(({ phase }) => phase.status === 'doubtful');

/** M-9.7: the replay did not contain the doubtful messages. They are sent again, in order, at most three times in all. */
export function resolveDoubtful(outbox: Outbox): {
  readonly outbox: Outbox;
  readonly failed: readonly string[];
} {
  const failed = outbox
    .filter(({ phase, sends }) => phase.status === 'doubtful' && sends >= MAX_SENDS)
    .map(({ id }) => id);
  return {
    failed,
    outbox: outbox
      .filter(({ id }) => !failed.includes(id))
      .map((message) =>
        message.phase.status === 'doubtful' ? { ...message, phase: { status: 'waiting' } } : message,
      ),
  };
}

/** M-9.4, M-9.6: messages to send now, in order, at most five unconfirmed at a time, none while one is doubtful. */
export function takeSendable(
  outbox: Outbox,
  at: number,
): { readonly outbox: Outbox; readonly send: readonly Outgoing[] } {
  if (hasDoubtful(outbox)) return { outbox, send: [] };
  const free = MAX_UNCONFIRMED - outbox.filter(({ phase }) => phase.status === 'sent').length;
  const send = outbox.filter(({ phase }) => phase.status === 'waiting').slice(0, Math.max(0, free));
  if (send.length === 0) return { outbox, send };
  return {
    send,
    outbox: outbox.map((message) =>
      send.includes(message)
        ? { ...message, sends: message.sends + 1, phase: { status: 'sent', sentAt: at } }
        : message,
    ),
  };
}

/** M-9.5: time at which the oldest unconfirmed message has waited too long for its echo; null: none waits. */
export function confirmDueAt(outbox: Outbox): number | null {
  let due: number | null = null;
  for (const { phase } of outbox) {
    if (phase.status === 'sent') due = Math.min(due ?? Number.POSITIVE_INFINITY, phase.sentAt + CONFIRM_MS);
  }
  return due;
}
