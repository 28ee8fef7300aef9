import type { ScenarioRun } from '../recording.ts';
import { type Check, list, type Pattern } from './check.ts';
import { CLIENT_TYPES } from './outbound.ts';

/** Facts that must never be true. */

/** Facts that the pages observe at every change, see `observations.ts`. */
const OBSERVED = /^(text:.+|status:\w+|handoff:\w+|notice:\w+|delivery:\w+|typing|streaming)$/s;
const GLOBAL = /^((?:Object|Array|Function)\.prototype|window)\.(\w+)$/;
/** Facts that are measured at the end, by geometry and computed style. */
const LAYOUT = /^(layout_overflow|text_direction_leaks_outside_bubble)$/;

export const isObserved = (word: string): boolean => OBSERVED.test(word) || GLOBAL.test(word);
export const isMeasured = (word: string): boolean => LAYOUT.test(word);

const notObserved = ({ recording }: ScenarioRun, word: string) =>
  !recording.observations.has(word) || 'it was seen';

/** Checks that no page is connecting or reconnecting this long after the first such status. */
function spinner({ recording, endedAt }: ScenarioRun, afterMs: string): true | unknown {
  const isSpinning = (status: string | undefined) => status === 'connecting' || status === 'reconnecting';
  const own = recording.statuses.filter(({ page }) => page === 1);
  const from = (own.find(({ status }) => isSpinning(status))?.at ?? endedAt) + Number(afterMs);
  const before = own.findLast(({ at }) => at <= from)?.status;
  const later = own.filter(({ at }) => at > from).map(({ status }) => status);
  return !(from <= endedAt && [before, ...later].some(isSpinning)) || [before, ...later];
}

/** M-12.19: a drop that lasts less than half a second shows no banner. */
const BANNER_MS = 500;

function hasBanner(statuses: ScenarioRun['recording']['statuses'], endedAt: number): boolean {
  const own = statuses.filter(({ page }) => page === 1);
  return own.some(({ status, at }, index) => {
    if (status === 'failed' || status === 'ended') return true;
    const until = own
      .slice(index + 1)
      .find((own) => own.status !== 'reconnecting' && own.status !== 'offline');
    const isDown = status === 'reconnecting' || status === 'offline';
    return isDown && (until?.at ?? endedAt) - at >= BANNER_MS;
  });
}

const NEVER: readonly Pattern[] = [
  { is: /^spinner_after_ms:(\d+)$/, evaluate: spinner },
  { is: /^(window\.\w+)$/, evaluate: notObserved, needs: 'browser' },
  {
    is: new RegExp(`${OBSERVED.source}|${GLOBAL.source}`, 's'),
    evaluate: (run, ...of) => notObserved(run, wordOf(of)),
  },
  {
    is: LAYOUT,
    evaluate: ({ measurements }, name = '') => measurements.get(name) === 0 || measurements.get(name),
    needs: 'browser',
  },
  {
    is: new RegExp(
      `^outbound:(?:EVENT_TYPE_)?(${CLIENT_TYPES.map((clientType) => clientType.replace('EVENT_TYPE_', '')).join('|')})$`,
    ),
    evaluate: ({ recording }, type) => {
      const found = recording.sent.filter((frame) => frame.type === `EVENT_TYPE_${type}`);
      return found.length === 0 || found.map(({ payload }) => payload);
    },
  },
  {
    is: /^relay(?:_call)?:(create|resume|session_status|end)$/,
    evaluate: ({ recording }, operation) => {
      const found = recording.calls.filter((call) => call.operation === operation);
      return found.length === 0 || found.map(({ at }) => at);
    },
  },
  {
    is: /^banner$/,
    evaluate: ({ recording, endedAt }) => !hasBanner(recording.statuses, endedAt) || 'it stood there',
  },
  {
    is: /^(?:two_open_sockets|second_open_socket)$/,
    evaluate: ({ recording }) => recording.maxOpenSockets <= 1 || recording.maxOpenSockets,
  },
  {
    is: /^(?:uncaught_error|unhandled_rejection|error_event)$/,
    evaluate: ({ recording }) => recording.errors.length === 0 || recording.errors,
  },
  {
    is: /^(?:duplicate_bubble|duplicate_message)$/,
    evaluate: ({ views }) => {
      const ids = (views[0]?.messages ?? []).map(({ message_id }) => message_id).filter(Boolean);
      return new Set(ids).size === ids.length || ids;
    },
  },
];

/** Word that the joined pattern has matched: the first group is an observed fact, the others are the path of a global. */
const wordOf = ([watched, owner, name]: readonly (string | undefined)[]): string =>
  watched ?? `${owner}.${name}`;

export const never: Check = list(NEVER);
