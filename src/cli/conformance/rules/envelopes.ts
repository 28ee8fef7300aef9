import { agentDialect } from '../../../protocol/dialect.ts';
import { MAX_SERVER_FRAME_BYTES } from '../../../protocol/limits.ts';
import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import {
  allEvents,
  frameEvent,
  openSockets,
  received,
  sequenceOf,
  type WireEvent,
} from '../evidence/frames.ts';
import { broken, bySocket, kept, notTried, shown } from '../evidence/verdict.ts';

/** Judges the events of the first socket of the conversation. */
const live = (evidence: Evidence, judge: (events: readonly WireEvent[]) => string | undefined): Verdict =>
  bySocket(evidence, 'main', 'conversation', ({ happenings }) => {
    const events = allEvents(happenings);
    return events.length === 0 ? notTried('no event came') : judge(events);
  });

const everySocket = (
  evidence: Evidence,
  judge: (frames: readonly (string | null)[], events: readonly WireEvent[]) => string | undefined,
): Verdict => {
  const sockets = openSockets(evidence).filter((happenings) => received(happenings).length > 0);
  if (sockets.length === 0) return notTried(evidence.leftOut.conversation ?? 'no frame came');
  for (const happenings of sockets) {
    const came = judge(received(happenings), allEvents(happenings));
    if (came !== undefined) return broken(came);
  }
  return kept;
};

const name = ({ type }: WireEvent) => type.slice(0, 60);
/** A time with its zone. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function envelopeIssue(event: WireEvent): string | undefined {
  if (event.stem === 'HEARTBEAT') return undefined;
  const { id, timestamp } = event;
  if (typeof id !== 'string' || id === '') return `${name(event)} with id ${shown(id)}`;
  return typeof timestamp === 'string' && ISO.test(timestamp)
    ? undefined
    : `${name(event)} with timestamp ${shown(timestamp)}`;
}

function firstIssue<T>(items: readonly T[], issueOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const issue = issueOf(item);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

/** The journaled events, each once. */
function journaled(events: readonly WireEvent[]): readonly WireEvent[] {
  const seen = new Set<unknown>();
  return events.filter(
    (event) => sequenceOf(event) !== undefined && !seen.has(event.id) && seen.add(event.id),
  );
}

function gapIssue(events: readonly WireEvent[]): string | undefined {
  const numbers = journaled(events)
    .map((event) => sequenceOf(event) as number)
    .sort((a, b) => a - b);
  const at = numbers.findIndex((number, index) => index > 0 && number > (numbers[index - 1] as number) + 1);
  return at < 0 ? undefined : `sequence ${numbers[at]} after ${numbers[at - 1]}`;
}

function transientIssue(events: readonly WireEvent[]): string | undefined {
  const counted = events.find(
    ({ stem, sequence }) => (stem === 'HEARTBEAT' || stem === 'USER_TYPING') && sequence != null,
  );
  if (counted) return `${name(counted)} with sequence ${shown(counted.sequence)}`;
  const stored = events.find((event) => event.isHistory && sequenceOf(event) === undefined);
  return stored && `${name(stored)} without a sequence in a history`;
}

/** Events of the conversation, live and from every history. */
const ofSession = ({ sockets }: Evidence): readonly WireEvent[] =>
  Object.entries(sockets)
    .filter(([socket]) => /^(?:main|from-)/.test(socket))
    .flatMap(([, socket]) => (socket.kind === 'opened' ? allEvents(socket.happenings) : []));

function identityIssue(evidence: Evidence): Verdict {
  const byId = new Map<unknown, WireEvent>();
  const bySequence = new Map<number, WireEvent>();
  for (const event of ofSession(evidence)) {
    const sequence = sequenceOf(event);
    if (sequence === undefined) continue;
    const known = byId.get(event.id);
    if (known && (sequenceOf(known) !== sequence || known.type !== event.type))
      return broken(
        `one id with ${name(known)} ${shown(known.sequence)} and with ${name(event)} ${shown(event.sequence)}`,
      );
    byId.set(event.id, event);
    const other = bySequence.get(sequence);
    if (other && other.id !== event.id)
      return broken(`sequence ${sequence} for two ids, of ${name(other)} and ${name(event)}`);
    bySequence.set(sequence, event);
  }
  return byId.size === 0 ? notTried(evidence.leftOut.conversation ?? 'no event with a sequence came') : kept;
}

/** Frames and the envelopes of events. */
export const ENVELOPE_CHECKS: readonly Check[] = [
  {
    rule: 'M-1.1',
    expects: 'types of the agent’s events are spelled SERVICE_AGENT or POLY_AGENT, and all in the same way',
    judge: (evidence) => {
      const events = openSockets(evidence).flatMap(allEvents);
      const spellings = new Set(
        events.map(({ type }) => agentDialect(type)).filter((dialect) => dialect !== undefined),
      );
      if (spellings.size > 1) return broken('both spellings');
      return spellings.size === 1
        ? kept
        : notTried(evidence.leftOut.conversation ?? 'no event of an agent came');
    },
  },
  {
    rule: 'M-3.3',
    expects: 'every frame is text with a JSON object that has a type; none is binary',
    judge: (evidence) =>
      everySocket(evidence, (frames) => {
        const wrong = frames.find((text) => frameEvent(text) === undefined);
        return wrong === null
          ? 'a binary frame'
          : wrong === undefined
            ? undefined
            : `a frame that begins ${shown(wrong.slice(0, 60))}`;
      }),
  },
  {
    rule: 'M-4.2',
    expects: 'every event has an id and a timestamp in ISO 8601 with its zone (a heartbeat may lack them)',
    judge: (evidence) => everySocket(evidence, (_, events) => firstIssue(events, envelopeIssue)),
  },
  {
    rule: 'M-4.3',
    expects:
      'sequences count the events of a session without a gap; heartbeats and typing have none and are in no history',
    judge: (evidence) => live(evidence, (events) => transientIssue(events) ?? gapIssue(events)),
  },
  {
    rule: 'M-4.4',
    expects: 'an event keeps its id and its sequence, live and in every history, and no other event has them',
    judge: identityIssue,
  },
  {
    rule: 'M-4.8',
    expects: 'a sequence is null, or a whole number from 0 to 2⁵³',
    judge: (evidence) =>
      everySocket(evidence, (_, events) => {
        const wrong = events.find((event) => event.sequence != null && sequenceOf(event) === undefined);
        return wrong && `${name(wrong)} with sequence ${shown(wrong.sequence)}`;
      }),
  },
  {
    rule: 'M-4.13',
    expects: 'no frame has more than 8,388,608 characters',
    judge: (evidence) =>
      everySocket(evidence, (frames) => {
        const long = frames.find((text) => (text?.length ?? 0) > MAX_SERVER_FRAME_BYTES);
        return long ? `a frame of ${long.length} characters` : undefined;
      }),
  },
];
