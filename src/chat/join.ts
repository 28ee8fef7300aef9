import { JOIN_MS, REJOIN_DELAYS_MS } from '../protocol/limits.ts';

/** Asking the agent to join: once per session, again only when the platform lost the conversation (spec messaging §7, §10). */
export type Join =
  /** Neither replay nor memory shows a join or a request. */
  | { readonly at: 'unasked' }
  | {
      readonly at: 'requested';
      readonly until: number;
      readonly again: number;
      /** The request is in the journal; without that a drop may have swallowed it. */
      readonly isEchoed: boolean;
    }
  | { readonly at: 'joined'; readonly again: number }
  /** The platform lost the conversation: asked again at `until`. */
  | { readonly at: 'lost'; readonly until: number; readonly again: number }
  /** Asked too often; the visitor may ask once more. */
  | { readonly at: 'unavailable'; readonly again: number };

export const unasked: Join = { at: 'unasked' };

const again = (join: Join): number => ('again' in join ? join.again : 0);

export const requested = (join: Join, at: number): Extract<Join, { at: 'requested' }> => ({
  at: 'requested',
  until: at + JOIN_MS,
  again: again(join),
  isEchoed: false,
});

/** A request is in the journal: ours, or that of another page of the same session. */
export const echoed = (join: Join, at: number): Join =>
  join.at === 'unasked' || join.at === 'requested' ? { ...requested(join, at), isEchoed: true } : join;

export const joined = (join: Join): Join => ({ at: 'joined', again: again(join) });

/** The platform says that there is no conversation: ask again after 2, 4, 8 s, then give up. */
export function lost(join: Join, at: number): Join {
  if (join.at === 'lost') return join;
  const delay = REJOIN_DELAYS_MS[again(join)];
  if (delay === undefined) return { at: 'unavailable', again: again(join) };
  return { at: 'lost', until: at + delay, again: again(join) };
}

/** What time has done to the join; `ask` when a request has to leave now. */
export function joinTick(join: Join, at: number): { readonly join: Join; readonly ask: boolean } {
  if ((join.at !== 'lost' && join.at !== 'requested') || at < join.until) return { join, ask: false };
  // spec messaging §7: no JOINED within 15 s is one more request, then a notice. All repeats share one allowance.
  if (join.again >= REJOIN_DELAYS_MS.length || (join.at === 'requested' && join.again > 0)) {
    return { join: { at: 'unavailable', again: join.again }, ask: false };
  }
  return {
    join: { at: 'requested', until: at + JOIN_MS, again: join.again + 1, isEchoed: false },
    ask: true,
  };
}

export const joinDue = (join: Join): number | null =>
  join.at === 'lost' || join.at === 'requested' ? join.until : null;
