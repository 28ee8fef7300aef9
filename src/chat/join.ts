import { JOIN_MS, JOIN_TAKEOVER_MS, REJOIN_DELAYS_MS, SETTLE_MS } from '../protocol/limits.ts';

/**
 * Asking the agent to join: once per session, again only when the platform lost the conversation (spec messaging §7, §10).
 * Pages of one session know of each other by the requests in the journal: whoever did not ask lets the other go first.
 */
export type Join =
  /** Neither replay nor memory shows a join or a request. */
  | Asked<'unasked'>
  /** Asked at `until`, unless a request comes first: another page's, or the one that a drop has left in doubt. */
  | Asking<'due'>
  | Asking<'requested'>
  | Asked<'joined'>
  /** Asked too often; the visitor may ask once more. */
  | Asked<'unavailable'>;

interface Asked<At> {
  readonly at: At;
  /** The session's requests, whichever page they are of. */
  readonly asked: number;
  /** This page began the session, and goes first. */
  readonly isOurs: boolean;
}
interface Asking<At> extends Asked<At> {
  readonly until: number;
  /** The request is in the journal; without that a drop may have swallowed it. */
  readonly isEchoed: boolean;
}

export const unasked: Join = { at: 'unasked', asked: 0, isOurs: false };

/** How much longer a page waits that lets another go first; `roll` is in [0, 1). */
const takeoverMs = ({ isOurs }: Join, roll: number): number =>
  isOurs ? 0 : JOIN_TAKEOVER_MS * (1 + roll / 2);

/** This page asks now. Who asks in another's place does not take it: two would go first the next time. */
export const requested = (join: Join, at: number): Join => ({
  at: 'requested',
  until: at + JOIN_MS,
  asked: join.asked + 1,
  isOurs: join.isOurs || join.at === 'unasked',
  isEchoed: false,
});

/** A session that another page began: most likely that one is about to ask. */
export const deferred = (at: number, roll: number): Join => ({
  ...unasked,
  at: 'due',
  until: at + takeoverMs(unasked, roll),
  isEchoed: true,
});

/** The replay does not hold the request that this page sent: the platform may still be storing it. */
export const doubted = (join: Join, at: number): Join =>
  'isEchoed' in join && !join.isEchoed ? { ...join, at: 'due', until: at + SETTLE_MS } : join;

/** A request is in the journal: ours, or that of another page of the same session. */
export function echoed(join: Join, at: number, roll: number): Join {
  if ('isEchoed' in join && !join.isEchoed)
    return { ...join, at: 'requested', isEchoed: true, until: at + JOIN_MS };
  const asked = join.asked + 1;
  if (join.at === 'joined') return { ...join, asked };
  const until = at + JOIN_MS + takeoverMs(join, roll);
  return { at: 'requested', until, asked, isOurs: join.isOurs, isEchoed: true };
}

export const joined = ({ asked, isOurs }: Join): Join => ({ at: 'joined', asked, isOurs });

/** The platform says that there is no conversation: ask again after 2, 4, 8 s, then give up. */
export function lost(join: Join, at: number, roll: number): Join {
  if (join.at === 'due') return join;
  const { asked, isOurs } = join;
  const delay = REJOIN_DELAYS_MS[Math.max(asked - 1, 0)];
  if (delay === undefined) return { at: 'unavailable', asked, isOurs };
  const until = at + delay + takeoverMs(join, roll);
  return { at: 'due', until, asked, isOurs, isEchoed: true };
}

/** What time has done to the join: a request of this page is one that has to leave now. */
export function joinTick(join: Join, at: number, roll: number): Join {
  if ((join.at !== 'due' && join.at !== 'requested') || at < join.until) return join;
  // Timers were held back, here and on every page that woke with this one.
  if (!join.isOurs && at > join.until + JOIN_TAKEOVER_MS)
    return { ...join, until: at + takeoverMs(join, roll) };
  // spec messaging §7: no JOINED within 15 s is one more request, then a notice. All repeats share one allowance,
  // whose last is for the page that goes first: of two others neither can know that it is the other's turn.
  const isTooOften = join.asked > (join.at === 'due' ? REJOIN_DELAYS_MS.length - (join.isOurs ? 0 : 1) : 1);
  return isTooOften ? { at: 'unavailable', asked: join.asked, isOurs: join.isOurs } : requested(join, at);
}

export const joinDue = (join: Join): number | null =>
  join.at === 'due' || join.at === 'requested' ? join.until : null;
