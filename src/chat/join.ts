import { JOIN_MS, JOIN_TAKEOVER_MS, REJOIN_DELAYS_MS } from '../protocol/limits.ts';

/**
 * Asking the agent to join: once per session, again only when the platform lost the conversation (spec messaging §7, §10).
 * Pages of one session know of each other by the requests in the journal: whoever did not ask lets the other go first.
 */
export type Join =
  /** Neither replay nor memory shows a join or a request. */
  | { readonly at: 'unasked' }
  /** Asked at `until`, unless another page's request comes first. */
  | Asking<'due'>
  | (Asking<'requested'> & {
      /** The request is in the journal; without that a drop may have swallowed it. */
      readonly isEchoed: boolean;
    })
  | Asked<'joined'>
  /** Asked too often; the visitor may ask once more. */
  | Asked<'unavailable'>;

interface Asked<At> {
  readonly at: At;
  /** Requests after the first. */
  readonly again: number;
  /** This page has asked. */
  readonly isOurs: boolean;
}
interface Asking<At> extends Asked<At> {
  readonly until: number;
}

export const unasked: Join = { at: 'unasked' };

const again = (join: Join): number => ('again' in join ? join.again : 0);
const isOurs = (join: Join): boolean => 'isOurs' in join && join.isOurs;
/** `roll` is in [0, 1). */
const takeoverMs = (roll: number): number => JOIN_TAKEOVER_MS * (1 + roll / 2);

/** This page asks now. */
export const requested = (join: Join, at: number, count: number = again(join)): Join => ({
  at: 'requested',
  until: at + JOIN_MS,
  again: count,
  isOurs: true,
  isEchoed: false,
});

/** A session that another page began: most likely that one is about to ask. */
export const deferred = (at: number, roll: number): Join => ({
  at: 'due',
  until: at + takeoverMs(roll),
  again: 0,
  isOurs: false,
});

/** A request is in the journal: ours, or that of another page of the same session. */
export function echoed(join: Join, at: number, roll: number): Join {
  if (join.at === 'joined') return join;
  if (join.at === 'requested' && join.isOurs && !join.isEchoed)
    return { ...join, isEchoed: true, until: at + JOIN_MS };
  return {
    at: 'requested',
    until: at + JOIN_MS + takeoverMs(roll),
    again: again(join) + (join.at === 'requested' ? 1 : 0),
    isOurs: false,
    isEchoed: true,
  };
}

export const joined = (join: Join): Join => ({ at: 'joined', again: again(join), isOurs: isOurs(join) });

/** The platform says that there is no conversation: ask again after 2, 4, 8 s, then give up. */
export function lost(join: Join, at: number, roll: number): Join {
  if (join.at === 'due') return join;
  const count = again(join);
  const delay = REJOIN_DELAYS_MS[count];
  const ours = isOurs(join);
  if (delay === undefined) return { at: 'unavailable', again: count, isOurs: ours };
  const until = at + delay + (ours ? 0 : takeoverMs(roll));
  return { at: 'due', until, again: count + 1, isOurs: ours };
}

/** What time has done to the join; `ask` when a request has to leave now. */
export function joinTick(join: Join, at: number): { readonly join: Join; readonly ask: boolean } {
  if ((join.at !== 'due' && join.at !== 'requested') || at < join.until) return { join, ask: false };
  // spec messaging §7: no JOINED within 15 s is one more request, then a notice. All repeats share one allowance.
  if (join.at === 'requested' && join.again > 0) {
    return { join: { at: 'unavailable', again: join.again, isOurs: join.isOurs }, ask: false };
  }
  return { join: requested(join, at, join.at === 'due' ? join.again : 1), ask: true };
}

export const joinDue = (join: Join): number | null =>
  join.at === 'due' || join.at === 'requested' ? join.until : null;
