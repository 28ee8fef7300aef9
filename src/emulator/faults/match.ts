import { unreachable } from '../../base/unreachable.ts';
import { nextState, randomOf } from '../seeded-random.ts';
import { kindOf } from './event-kinds.ts';
import type { HandshakeFault, LastingFault, RestFault } from './injected-fault.ts';

/** A fault in force, with the state that decides about the next item it matches. */
export interface ActiveFault<Fault extends LastingFault = LastingFault> {
  readonly id: string;
  readonly fault: Fault;
  /** The number of items that it matched, and the number of those that it was applied to. */
  readonly matched: number;
  readonly applied: number;
  readonly randomState: number;
  /** The minute in which a throttle counts calls. */
  readonly minuteStart: number;
  readonly inMinute: number;
}

/** The moment of a call or handshake: in transit to the host, or when the host responds. */
type Stage = 'transit' | 'response';

/** A frame, a handshake or a REST call. Faults match these. */
export type TrafficItem =
  /** A binary frame is null. */
  | { readonly on: 'frames-down' | 'frames-up'; readonly sessionId: string; readonly frame: string | null }
  | { readonly on: 'handshake'; readonly stage: Stage; readonly sessionId: string | null }
  | {
      readonly on: 'rest';
      readonly stage: Stage;
      readonly host: RestFault['host'];
      readonly method: string;
      readonly path: string;
      /** With or without its origin. It may name a session. */
      readonly url: string;
    };

export interface Match {
  /** The faults in force after the item. */
  readonly active: readonly ActiveFault[];
  /** The faults that apply to the item. */
  readonly applied: readonly ActiveFault[];
}

export const MINUTE_MS = 60_000;

/** `*` stands for any characters. Each part is searched for once, so the time is linear for every pattern. */
function matchesPath(pattern: string, path: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let index = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, index);
    if (found < 0) return false;
    index = found + part.length;
  }
  return path.length - last.length >= index && path.endsWith(last);
}

/** True if a session is a segment of a call's path or a value of its query. */
function namesSession(url: string, sessionId: string): boolean {
  const [path = '', query] = url.split(/\?(.*)/s);
  const isInPath = path.split('/').includes(encodeURIComponent(sessionId));
  return isInPath || [...new URLSearchParams(query).values()].includes(sessionId);
}

const STAGES: Record<(RestFault | HandshakeFault)['do'], Stage> = {
  slow: 'transit',
  html: 'transit',
  reset: 'transit',
  status: 'response',
  throttle: 'response',
  refuse: 'response',
};

function hasKind(frame: string | null, kinds: readonly string[]): boolean {
  const kind = frame === null ? undefined : kindOf(frame);
  return kinds.some((wanted) => wanted === kind);
}

function matches(fault: LastingFault, item: TrafficItem): boolean {
  switch (fault.on) {
    case 'rest':
      return (
        item.on === 'rest' &&
        item.stage === STAGES[fault.do] &&
        item.host === fault.host &&
        (fault.method === undefined || fault.method === item.method) &&
        (fault.path === undefined || matchesPath(fault.path, item.path)) &&
        (fault.sessionId === undefined || namesSession(item.url, fault.sessionId))
      );
    case 'handshake':
      return (
        item.on === 'handshake' &&
        item.stage === STAGES[fault.do] &&
        (fault.sessionId === undefined || fault.sessionId === item.sessionId)
      );
    case 'frames-down':
    case 'frames-up':
      return (
        item.on === fault.on &&
        (fault.sessionId === undefined || fault.sessionId === item.sessionId) &&
        (fault.kinds === undefined || hasKind(item.frame, fault.kinds))
      );
    default:
      return unreachable(fault);
  }
}

/** True if a fault settles the outcome of a call or handshake, so that no further one of this sort applies. */
const isFinal = ({ on, do: what }: LastingFault) => (on === 'handshake' || on === 'rest') && what !== 'slow';

/** Counts one more match, and decides whether the fault applies to it. */
function counted(activeFault: ActiveFault, now: number): readonly [next: ActiveFault, applies: boolean] {
  const matched = activeFault.matched + 1;
  const { every, probability } = activeFault.fault;
  const randomState =
    probability === undefined ? activeFault.randomState : nextState(activeFault.randomState);
  const isDue =
    matched % (every ?? 1) === 0 && (probability === undefined || randomOf(randomState) < probability);
  if (!isDue) return [{ ...activeFault, matched, randomState }, false];
  const isNewMinute = now - activeFault.minuteStart >= MINUTE_MS;
  const minuteStart = isNewMinute ? now : activeFault.minuteStart;
  const inMinute = (isNewMinute ? 0 : activeFault.inMinute) + 1;
  const applies = activeFault.fault.do !== 'throttle' || inMinute > activeFault.fault.perMinute;
  const applied = activeFault.applied + (applies ? 1 : 0);
  return [{ ...activeFault, matched, randomState, minuteStart, inMinute, applied }, applies];
}

const isOver = ({ fault, applied }: ActiveFault) => applied >= (fault.count ?? Number.POSITIVE_INFINITY);

/** Decides which faults apply to an item, oldest first, and which remain in force after it. */
export function matchFaults(active: readonly ActiveFault[], item: TrafficItem, now: number): Match {
  const applied: ActiveFault[] = [];
  let isSettled = false;
  const after = active.map((activeFault) => {
    if (!matches(activeFault.fault, item) || (isSettled && isFinal(activeFault.fault))) return activeFault;
    const [next, applies] = counted(activeFault, now);
    if (applies) applied.push(next);
    isSettled ||= applies && isFinal(activeFault.fault);
    return next;
  });
  return { active: after.filter((activeFault) => !isOver(activeFault)), applied };
}
