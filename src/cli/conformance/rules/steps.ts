import { systemAction } from '../../../protocol/system-messages.ts';
import type { Evidence, Verdict } from '../evidence/evidence.ts';
import { eventsIn, received, stepOf, type WireEvent } from '../evidence/frames.ts';
import { bySocket, left, shown } from '../evidence/verdict.ts';

type Stem = NonNullable<WireEvent['stem']>;

/** The events of a type. */
export const of = (events: readonly WireEvent[], stem: Stem) => events.filter((event) => event.stem === stem);

/** Judges what came in one step of the conversation, and what was sent in it. */
export function inStep(
  evidence: Evidence,
  step: string,
  judge: (events: readonly WireEvent[], sent: readonly WireEvent[]) => string | undefined | Verdict,
): Verdict {
  return bySocket(evidence, 'main', 'conversation', ({ happenings }) => {
    const found = stepOf(happenings, step);
    if (!found) return left(evidence, 'conversation');
    const sent = found.flatMap((happening) => (happening.kind === 'sent' ? eventsIn(happening.text) : []));
    const verdict = judge(received(found).flatMap(eventsIn), sent);
    const closed = found.find(({ kind }) => kind === 'closed');
    return typeof verdict === 'string' && closed?.kind === 'closed'
      ? `${verdict}; the socket closed with code ${closed.code}`
      : verdict;
  });
}

/** M-10.1 */
export const isRefusal = ({ stem, payload }: WireEvent) =>
  stem === 'SYSTEM_MESSAGE' && systemAction(String(payload['message'])) === 'log';
export const systemTexts = (events: readonly WireEvent[]) =>
  of(events, 'SYSTEM_MESSAGE').map(({ payload }) => payload['message']);
export const noEcho = (what: string, inMs: number, events: readonly WireEvent[]) => {
  const [text] = systemTexts(events);
  return `no echo of ${what} in ${inMs / 1_000} s${text === undefined ? '' : `, but the system message ${shown(text)}`}`;
};
