import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import {
  allEvents,
  batchOf,
  frameEvent,
  received,
  sequenceOf,
  stepsOf,
  type WireEvent,
} from '../evidence/frames.ts';
import { broken, bySocket, handshakeText, kept, notTried, shown } from '../evidence/verdict.ts';
import { CURSOR } from '../recording/conversation.ts';

const FROM_START = 'from-start';
const RESUMED = [FROM_START, 'from-middle', 'from-middle-seq', 'from-nonsense', 'from-end'] as const;

const historyOf = (events: readonly WireEvent[]) => events.filter(({ isHistory }) => isHistory);
const numbersOf = (events: readonly WireEvent[]) =>
  historyOf(events)
    .map(sequenceOf)
    .filter((number) => number !== undefined);

/** Judges what came on a resumed socket, with its cursor. */
const resumed = (
  evidence: Evidence,
  name: string,
  judge: (
    events: readonly WireEvent[],
    cursor: string,
    frames: readonly (string | null)[],
  ) => string | undefined | Verdict,
): Verdict =>
  bySocket(evidence, name, 'conversation', ({ happenings }) => {
    const cursor = stepsOf(happenings, CURSOR)[0]?.slice(CURSOR.length) ?? '';
    const verdict = judge(allEvents(happenings), cursor, received(happenings));
    return typeof verdict === 'string'
      ? `${cursor === '' ? 'without a cursor' : `with the cursor ${cursor}`}: ${verdict}`
      : verdict;
  });

/** Every resumed socket that opened must keep the rule. */
function everyResume(evidence: Evidence, judge: Parameters<typeof resumed>[2]): Verdict {
  const verdicts = RESUMED.map((name) => resumed(evidence, name, judge));
  const found = (wanted: Verdict['outcome']) => verdicts.find(({ outcome }) => outcome === wanted);
  return found('broken') ?? found('kept') ?? verdicts[0] ?? kept;
}

/** M-3.2: what follows the cursor, and nothing before it. Without a readable one everything follows. */
function cursorIssue(
  all: readonly number[],
  events: readonly WireEvent[],
  cursor: string,
): string | undefined {
  const after = Number(/^(?:seq:)?(\d+)$/.exec(cursor)?.[1] ?? Number.NEGATIVE_INFINITY);
  const came = numbersOf(events);
  const early = came.find((number) => number <= after);
  if (early !== undefined) return `sequence ${early} again`;
  const missing = all.find((number) => number > after && !came.includes(number));
  return missing === undefined ? undefined : `no sequence ${missing}`;
}

function capabilityIssue(evidence: Evidence, name: string): Verdict {
  return resumed(evidence, FROM_START, (events) => {
    const start = events.find(({ stem }) => stem === 'SESSION_START');
    if (!start) return notTried('no SESSION_START came (M-6.1)');
    const capabilities = start.payload['capabilities'];
    const value = (capabilities as Record<string, unknown> | undefined)?.[name];
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return value == null || (Number.isInteger(number) && (number as number) >= 0)
      ? undefined
      : `${name} ${shown(value)}`;
  });
}

/** Histories, of a new socket and of one that resumes the session. */
export const HISTORY_CHECKS: readonly Check[] = [
  {
    rule: 'M-3.2',
    expects:
      'after a handshake with the cursor N or seq:N the later history comes and nothing earlier; without a readable one, all',
    judge(evidence) {
      const main = evidence.sockets['main'];
      const live =
        main?.kind === 'opened'
          ? allEvents(main.happenings)
              .map(sequenceOf)
              .filter((number) => number !== undefined)
          : [];
      for (const name of RESUMED) {
        const socket = evidence.sockets[name];
        if (socket?.kind === 'refused' || socket?.kind === 'failed')
          return broken(`${name.replaceAll('-', ' ')}: ${handshakeText(socket)}`);
      }
      // Events after the sockets were resumed are not in their histories.
      const start = evidence.sockets[FROM_START];
      const last = start?.kind === 'opened' ? Math.max(...numbersOf(allEvents(start.happenings))) : 0;
      const all = [...new Set(live)].filter((number) => number <= last);
      if (start?.kind === 'opened' && all.length === 0)
        return broken('an empty history after a handshake without a cursor');
      return everyResume(evidence, (events, cursor) => cursorIssue(all, events, cursor));
    },
  },
  {
    rule: 'M-4.11',
    expects: 'a history is EVENT_BATCH frames with payload.events, sorted by sequence',
    judge: (evidence) =>
      everyResume(evidence, (_, __, frames) => {
        for (const event of frames.map(frameEvent)) {
          const batch = batchOf(event);
          if (batch && !Array.isArray(event?.payload['events']))
            return 'an EVENT_BATCH without payload.events';
        }
        const batches = frames.map(frameEvent).filter((event) => batchOf(event) !== undefined);
        const numbers = batches.flatMap((event) =>
          numbersOf(allEvents([{ kind: 'received', text: JSON.stringify(event?.wire) }])),
        );
        const at = numbers.findIndex((number, index) => index > 0 && number < (numbers[index - 1] as number));
        return at < 0 ? undefined : `sequence ${numbers[at]} after ${numbers[at - 1]}`;
      }),
  },
  {
    rule: 'M-6.1',
    expects: 'SESSION_START with capabilities is the first event of every history from the beginning',
    judge: (evidence) =>
      resumed(evidence, FROM_START, (events) => {
        const [first] = historyOf(events);
        if (first?.stem !== 'SESSION_START')
          return first ? `${first.type.slice(0, 60)} first` : 'an empty history';
        const { capabilities } = first.payload;
        return typeof capabilities === 'object' && capabilities !== null
          ? undefined
          : `capabilities ${shown(capabilities)}`;
      }),
  },
  {
    rule: 'M-6.28',
    expects: 'max_reconnect_attempts is left out, or a whole number from 0 (0: unlimited)',
    judge: (evidence) => capabilityIssue(evidence, 'max_reconnect_attempts'),
  },
  {
    rule: 'M-6.29',
    expects: 'heartbeat_interval_seconds is left out, or a whole number from 0 (0: off)',
    judge: (evidence) => capabilityIssue(evidence, 'heartbeat_interval_seconds'),
  },
  {
    rule: 'M-14.3',
    expects: 'a history comes within 5 s of every handshake; an empty one is an EVENT_BATCH without events',
    judge: (evidence) =>
      everyResume(evidence, (_, __, frames) =>
        frames.some((text) => batchOf(frameEvent(text)) !== undefined) ? undefined : 'no EVENT_BATCH in 5 s',
      ),
  },
];
