import { JOIN_MS, JOIN_TAKEOVER_MS, RECONCILE_MS, REJOIN_DELAYS_MS } from '../../protocol/limits.ts';

/**
 * Request to the agent to join: once a session (M-7.1), and again only when it gets no answer (M-7.4) or the platform has lost
 * the conversation (M-10.8). Pages of one session see each other's requests in the journal (M-7.6, M-7.7).
 */
export type Join =
  /** No join and no request is known. */
  | JoinBase<'not-requested'>
  /** The request is sent at `until`, unless the echo of a request arrives first: another page's, or a doubtful one. */
  | JoinPending<'due'>
  | JoinPending<'requested'>
  | JoinBase<'joined'>
  /** No answer to any request; the visitor can ask once more. */
  | JoinBase<'unavailable'>;

interface JoinBase<Status> {
  readonly status: Status;
  /** Number of requests of the session, of all pages. */
  readonly requests: number;
  /** This page sent the session's first request. Other pages leave the repeats to it. */
  readonly hasPriority: boolean;
}
interface JoinPending<Status> extends JoinBase<Status> {
  readonly until: number;
  /** The request is in the journal. Before that a dropped connection may have lost it. */
  readonly isEchoed: boolean;
}

/** True if this page will send a request, or has sent one that has no answer yet. */
const isPending = (join: Join): join is JoinPending<'due'> | JoinPending<'requested'> =>
  join.status === 'due' || join.status === 'requested';

export const notRequested: Join = { status: 'not-requested', requests: 0, hasPriority: false };

/** Additional wait of a page without priority; `random` is in [0, 1). */
const takeoverMs = ({ hasPriority }: Join, random: number): number =>
  hasPriority ? 0 : JOIN_TAKEOVER_MS * (1 + random / 2);

/** This page sends a request. A page that replaces another one gets no priority: otherwise two pages would have it. */
export const requested = (join: Join, at: number): Join => ({
  status: 'requested',
  until: at + JOIN_MS,
  requests: join.requests + 1,
  hasPriority: join.hasPriority || join.status === 'not-requested',
  isEchoed: false,
});

/** M-7.6: another page has created the session. It probably sends the request soon. */
export const leaveToOtherPage = (at: number, random: number): Join => ({
  ...notRequested,
  status: 'due',
  until: at + takeoverMs(notRequested, random),
  isEchoed: true,
});

/** M-7.8: the replay does not contain this page's request; the platform may still be storing it. */
export const recheckRequest = (join: Join, at: number): Join =>
  isPending(join) && !join.isEchoed ? { ...join, status: 'due', until: at + RECONCILE_MS } : join;

/** A request is in the journal: this page's, or another page's. */
export function requestEchoed(join: Join, at: number, random: number): Join {
  if (isPending(join) && !join.isEchoed)
    return { ...join, status: 'requested', isEchoed: true, until: at + JOIN_MS };
  const requests = join.requests + 1;
  if (join.status === 'joined') return { ...join, requests };
  const until = at + JOIN_MS + takeoverMs(join, random);
  return { status: 'requested', until, requests, hasPriority: join.hasPriority, isEchoed: true };
}

/** M-1.6: the platform refused the request as an unknown type. The request does not count and is sent again in the other dialect. */
export const resent = (join: Join, at: number): Join | null =>
  join.status === 'requested' && !join.isEchoed ? { ...join, until: at + JOIN_MS } : null;

export const joined = ({ requests, hasPriority }: Join): Join => ({
  status: 'joined',
  requests,
  hasPriority,
});

/** M-10.8: the platform has no conversation. Asks again after 2, 4, 8 s, then gives up. */
export function conversationLost(join: Join, at: number, random: number): Join {
  if (join.status === 'due') return join;
  const { requests, hasPriority } = join;
  const delay = REJOIN_DELAYS_MS[Math.max(requests - 1, 0)];
  if (delay === undefined) return { status: 'unavailable', requests, hasPriority };
  const until = at + delay + takeoverMs(join, random);
  return { status: 'due', until, requests, hasPriority, isEchoed: true };
}

/** Applies the deadline of the join. When `requests` has grown, the caller sends a request. */
export function tickJoin(join: Join, at: number, random: number): Join {
  if (!isPending(join) || at < join.until) return join;
  // Timers ran late, probably on every page of this browser: all pages would ask at once.
  if (!join.hasPriority && at > join.until + JOIN_TAKEOVER_MS)
    return { ...join, until: at + takeoverMs(join, random) };
  // M-7.4: without an answer in 15 s one more request, then a notice. M-7.7: all pages share one number of repeats. The last
  // one is reserved for the page with priority, because two other pages cannot know whose turn it is.
  const isTooOften =
    join.requests > (join.status === 'due' ? REJOIN_DELAYS_MS.length - (join.hasPriority ? 0 : 1) : 1);
  return isTooOften
    ? { status: 'unavailable', requests: join.requests, hasPriority: join.hasPriority }
    : requested(join, at);
}

export const joinDueAt = (join: Join): number | null => (isPending(join) ? join.until : null);
