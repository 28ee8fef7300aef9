import type { Played } from '../record.ts';
import { type Check, list, type Pattern } from './check.ts';

/** What must not be so at any time. */

/** The pages look out for these by themselves, at every change: see `watched.ts`. */
const WATCHED = /^(text:.+|status:\w+|handoff:\w+|notice:\w+|delivery:\w+|typing|streaming)$/s;
const GLOBAL = /^((?:Object|Array|Function)\.prototype|window)\.(\w+)$/;
/** Measured in the end, by geometry and computed style. */
const LAYOUT = /^(layout_overflow|text_direction_leaks_outside_bubble)$/;

export const isWatched = (word: string): boolean => WATCHED.test(word) || GLOBAL.test(word);
export const isMeasured = (word: string): boolean => LAYOUT.test(word);

const unseen = ({ chronicle }: Played, word: string) => !chronicle.sightings.has(word) || 'it was seen';

/** Waiting words so long after the first one. */
function spinner({ chronicle, endedAt }: Played, afterMs: string): true | unknown {
  const isSpinning = (status: string | undefined) => status === 'connecting' || status === 'reconnecting';
  const own = chronicle.statuses.filter(({ page }) => page === 1);
  const from = (own.find(({ status }) => isSpinning(status))?.at ?? endedAt) + Number(afterMs);
  const before = own.findLast(({ at }) => at <= from)?.status;
  const later = own.filter(({ at }) => at > from).map(({ status }) => status);
  return !(from <= endedAt && [before, ...later].some(isSpinning)) || [before, ...later];
}

/** spec messaging §12: a drop that heals within half a second shows no banner. */
const BANNER_MS = 500;

function hasBanner(statuses: Played['chronicle']['statuses'], endedAt: number): boolean {
  const own = statuses.filter(({ page }) => page === 1);
  return own.some(({ status, at }, index) => {
    if (status === 'failed' || status === 'ended') return true;
    const until = own.slice(index + 1).find((it) => it.status !== 'reconnecting' && it.status !== 'offline');
    const isDown = status === 'reconnecting' || status === 'offline';
    return isDown && (until?.at ?? endedAt) - at >= BANNER_MS;
  });
}

const NEVER: readonly Pattern[] = [
  { is: /^spinner_after_ms:(\d+)$/, judge: spinner },
  { is: /^(window\.\w+)$/, judge: unseen, needs: 'browser' },
  {
    is: new RegExp(`${WATCHED.source}|${GLOBAL.source}`, 's'),
    judge: (played, ...of) => unseen(played, wordOf(of)),
  },
  {
    is: LAYOUT,
    judge: ({ measured }, name = '') => measured.get(name) === 0 || measured.get(name),
    needs: 'browser',
  },
  {
    is: /^outbound:(?:EVENT_TYPE_)?(\w+)$/,
    judge: ({ chronicle }, type) => {
      const found = chronicle.sent.filter((it) => it.type === `EVENT_TYPE_${type}`);
      return found.length === 0 || found.map(({ payload }) => payload);
    },
  },
  {
    is: /^relay(?:_call)?:(create|resume|session_status|end)$/,
    judge: ({ chronicle }, operation) => {
      const found = chronicle.calls.filter((it) => it.operation === operation);
      return found.length === 0 || found.map(({ at }) => at);
    },
  },
  {
    is: /^banner$/,
    judge: ({ chronicle, endedAt }) => !hasBanner(chronicle.statuses, endedAt) || 'it stood there',
  },
  {
    is: /^(?:two_open_sockets|second_open_socket)$/,
    judge: ({ chronicle }) => chronicle.mostOpen <= 1 || chronicle.mostOpen,
  },
  {
    is: /^(?:uncaught_error|unhandled_rejection|error_event)$/,
    judge: ({ chronicle }) => chronicle.errors.length === 0 || chronicle.errors,
  },
  {
    is: /^(?:duplicate_bubble|duplicate_message)$/,
    judge: ({ views }) => {
      const ids = (views[0]?.messages ?? []).map(({ message_id }) => message_id).filter(Boolean);
      return new Set(ids).size === ids.length || ids;
    },
  },
];

/** Either alternative of the joined pattern: its first group is the whole watched word, the others are a global's path. */
const wordOf = ([watched, owner, name]: readonly (string | undefined)[]): string =>
  watched ?? `${owner}.${name}`;

export const never: Check = list(NEVER);
