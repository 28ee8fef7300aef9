import type { HandshakeFault, LastingFault, RestFault } from './injected-fault.ts';
import { kindOf } from './kinds.ts';

/** A fault that is in force, with all that deciding about the next happening needs. */
export interface ActiveFault<Fault extends LastingFault = LastingFault> {
  readonly id: string;
  readonly fault: Fault;
  /** How many happenings it has fitted, and how many of them it has struck. */
  readonly met: number;
  readonly struck: number;
  /** The state of its dice. */
  readonly dice: number;
  /** The minute that a throttle counts. */
  readonly minuteFrom: number;
  readonly inMinute: number;
}

/** What asks is struck on its way to the host, and when the host answers it. */
type Stage = 'way' | 'answer';

/** Something that a fault may strike. */
export type Happening =
  /** A null frame is a binary one. */
  | { readonly on: 'frames-down' | 'frames-up'; readonly sessionId: string; readonly frame: string | null }
  | { readonly on: 'handshake'; readonly stage: Stage; readonly sessionId: string | null }
  | {
      readonly on: 'rest';
      readonly stage: Stage;
      readonly host: RestFault['host'];
      readonly method: string;
      readonly path: string;
      /** Whole or without its origin; it may name a session. */
      readonly url: string;
    };

export interface Meeting {
  readonly active: readonly ActiveFault[];
  readonly struck: readonly ActiveFault[];
}

export const MINUTE_MS = 60_000;

/** Mulberry32: one throw from 0 to 1, and the state of the dice after it. */
function throwDice(state: number): readonly [thrown: number, next: number] {
  const next = (state + 0x6d2b79f5) >>> 0;
  let it = Math.imul(next ^ (next >>> 15), next | 1);
  it ^= it + Math.imul(it ^ (it >>> 7), it | 61);
  return [((it ^ (it >>> 14)) >>> 0) / 0x1_0000_0000, next];
}

/** `*` stands for any characters. Every part is looked for once, so that no pattern takes long. */
function matchesPath(pattern: string, path: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** Whether a session is a step of a call's path or a value of its query. */
function names(url: string, sessionId: string): boolean {
  const [path = '', query] = url.split(/\?(.*)/s);
  const isInPath = path.split('/').includes(encodeURIComponent(sessionId));
  return isInPath || [...new URLSearchParams(query).values()].includes(sessionId);
}

const STAGE: Record<(RestFault | HandshakeFault)['do'], Stage> = {
  slow: 'way',
  html: 'way',
  reset: 'way',
  status: 'answer',
  throttle: 'answer',
  refuse: 'answer',
};

function fits(fault: LastingFault, happening: Happening): boolean {
  if (fault.on === 'rest') {
    return (
      happening.on === 'rest' &&
      happening.stage === STAGE[fault.do] &&
      happening.host === fault.host &&
      (fault.method === undefined || fault.method === happening.method) &&
      (fault.path === undefined || matchesPath(fault.path, happening.path)) &&
      (fault.sessionId === undefined || names(happening.url, fault.sessionId))
    );
  }
  if (happening.on === 'rest' || happening.on !== fault.on) return false;
  if (fault.sessionId !== undefined && fault.sessionId !== happening.sessionId) return false;
  if (fault.on === 'handshake') return 'stage' in happening && happening.stage === STAGE[fault.do];
  if (fault.kinds === undefined) return true;
  const kind = 'frame' in happening && happening.frame !== null ? kindOf(happening.frame) : undefined;
  return fault.kinds.some((it) => it === kind);
}

/** Whether a call or a handshake has its answer with this one, so that no other strikes it. */
const isAnswer = ({ on, do: what }: LastingFault) => (on === 'handshake' || on === 'rest') && what !== 'slow';

/** What a fault has become when it has fitted a happening once more, and whether it strikes. */
function fitted(it: ActiveFault, now: number): readonly [next: ActiveFault, strikes: boolean] {
  const met = it.met + 1;
  const { every, probability } = it.fault;
  const [thrown, dice] = probability === undefined ? [0, it.dice] : throwDice(it.dice);
  const isDue = met % (every ?? 1) === 0 && thrown < (probability ?? 1);
  if (!isDue) return [{ ...it, met, dice }, false];
  const isNewMinute = now - it.minuteFrom >= MINUTE_MS;
  const minuteFrom = isNewMinute ? now : it.minuteFrom;
  const inMinute = (isNewMinute ? 0 : it.inMinute) + 1;
  const strikes = it.fault.do !== 'throttle' || inMinute > it.fault.perMinute;
  return [{ ...it, met, dice, minuteFrom, inMinute, struck: it.struck + (strikes ? 1 : 0) }, strikes];
}

const isOver = ({ fault, struck }: ActiveFault) => struck >= (fault.count ?? Number.POSITIVE_INFINITY);

/** Decides which faults strike a happening, oldest first, and what is in force after it. */
export function meet(active: readonly ActiveFault[], happening: Happening, now: number): Meeting {
  const struck: ActiveFault[] = [];
  let isAnswered = false;
  const after = active.map((it) => {
    if (!fits(it.fault, happening) || (isAnswered && isAnswer(it.fault))) return it;
    const [next, strikes] = fitted(it, now);
    if (strikes) struck.push(next);
    isAnswered ||= strikes && isAnswer(it.fault);
    return next;
  });
  return { active: after.filter((it) => !isOver(it)), struck };
}
