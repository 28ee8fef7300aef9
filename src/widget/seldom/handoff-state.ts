import { HANDOFF_NOTICES } from '../../chat/model/handoff-notices.ts';
import type { Notice, QueueStatus } from '../../chat/model/model.ts';
import type { LazyViews } from '../context/lazy-views.ts';
import type { ShownChat } from '../context/widget-context.ts';

/** Duration of the card of a person who has joined. */
export const JOINED_MS = 6_000;

export type HandoffState =
  /** `fraction` of the queue that is behind the visitor, from 0 to 1; null while no place is known. */
  | { readonly status: 'waiting'; readonly queue: QueueStatus | null; readonly fraction: number | null }
  | { readonly status: 'joined'; readonly joinedAt: number }
  | { readonly status: 'none' };

/** Notices of the present handoff, the newest first. */
function noticesOfHandoff(chat: ShownChat): readonly Notice[] {
  const notices: Notice[] = [];
  for (const id of [...chat.order.value].reverse()) {
    const entry = chat.entry(id).value;
    if (entry?.kind !== 'notice' || HANDOFF_NOTICES[entry.notice] === null) continue;
    if (HANDOFF_NOTICES[entry.notice] === 'follows') break;
    notices.push(entry);
    if (entry.notice === 'handoff_started') break;
  }
  return notices;
}

/** State of the handoff: the visitor waits for a person, with the newest place in the queue, or one has just joined. */
export function handoffState(
  chat: ShownChat,
  isPersonAwaited: LazyViews['isPersonAwaited'],
  now: number,
): HandoffState {
  const handoff = chat.handoff.value;
  if (handoff === 'live') {
    const [newest] = noticesOfHandoff(chat);
    const isNew = newest?.notice === 'live_agent_joined' && now - newest.at < JOINED_MS;
    return isNew ? { status: 'joined', joinedAt: newest.at } : { status: 'none' };
  }
  if (handoff !== 'requested' && handoff !== 'queued')
    return isPersonAwaited(chat) ? { status: 'waiting', queue: null, fraction: null } : { status: 'none' };
  const places = noticesOfHandoff(chat).filter((notice) => notice.notice === 'queue_status');
  const [queue = null] = places;
  const first = Math.max(...places.map(({ position = 0 }) => position));
  const isKnown = queue?.position !== undefined;
  return {
    status: 'waiting',
    queue,
    fraction: isKnown ? (first - queue.position + 1) / (first + 1) : null,
  };
}

/** Seconds from the beginning of the handoff until its person joined; undefined: one of the two is not in the transcript. */
export function waitedSeconds(chat: ShownChat): number | undefined {
  const notices = noticesOfHandoff(chat);
  const [joined] = notices;
  const began = notices.at(-1);
  return joined?.notice === 'live_agent_joined' && began?.notice === 'handoff_started'
    ? Math.max(0, joined.at - began.at) / 1_000
    : undefined;
}
