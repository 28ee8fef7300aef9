import type { Check, Evidence, Verdict } from '../evidence/evidence.ts';
import { allEvents, type WireEvent } from '../evidence/frames.ts';
import { bySocket, notTried, shown } from '../evidence/verdict.ts';

const NONE = 'no streamed answer came; say with --say what makes your agent send one';

const chunksIn = (events: readonly WireEvent[]) =>
  events.filter(({ stem }) => stem === 'AGENT_MESSAGE_CHUNK');
const fullIn = (events: readonly WireEvent[]) => events.filter(({ stem }) => stem === 'AGENT_MESSAGE');
const idOf = ({ payload }: WireEvent) => payload['message_id'];

/** Judges every stream of the conversation: its chunks in the order of their arrival. */
const streams = (
  evidence: Evidence,
  judge: (chunks: readonly WireEvent[], events: readonly WireEvent[]) => string | undefined,
): Verdict =>
  bySocket(evidence, 'main', 'conversation', ({ happenings }) => {
    const events = allEvents(happenings).filter(({ isHistory }) => !isHistory);
    const ids = [...new Set(chunksIn(events).map(idOf))];
    if (ids.length === 0) return notTried(evidence.leftOut.conversation ?? NONE);
    for (const id of ids) {
      const came = judge(
        chunksIn(events).filter((chunk) => idOf(chunk) === id),
        events,
      );
      if (came !== undefined) return `${came} (message ${shown(id)})`;
    }
    return undefined;
  });

/** NaN: the chunk has none and stands where it arrived. */
const indexOf = ({ payload }: WireEvent): number => Number(payload['chunk_index'] ?? Number.NaN);
const indexesOf = (chunks: readonly WireEvent[]) =>
  chunks.map(indexOf).filter((index) => !Number.isNaN(index));
const isLast = ({ payload }: WireEvent): boolean => payload['is_complete'] === true;

/** Answers that come in parts. */
export const STREAMING_CHECKS: readonly Check[] = [
  {
    rule: 'M-8.1',
    expects:
      'every chunk has the message_id of its answer; either all or none have a chunk_index, and it grows by one',
    judge: (evidence) =>
      streams(evidence, (chunks) => {
        if (typeof idOf(chunks[0] as WireEvent) !== 'string') return 'a chunk without message_id';
        const indexes = indexesOf(chunks).sort((a, b) => a - b);
        if (indexes.length > 0 && indexes.length < chunks.length) return 'a chunk without chunk_index';
        const at = indexes.findIndex((index, nth) => nth > 0 && index > (indexes[nth - 1] as number) + 1);
        return at < 0 ? undefined : `chunk ${indexes[at]} after ${indexes[at - 1]}`;
      }),
  },
  {
    rule: 'M-8.2',
    expects: 'the first chunk of an answer has the index 0 or 1',
    judge: (evidence) =>
      streams(evidence, (chunks) => {
        const first = Math.min(...indexesOf(chunks));
        return first === 0 || first === 1 || first === Number.POSITIVE_INFINITY
          ? undefined
          : `index ${first}`;
      }),
  },
  {
    rule: 'M-8.3',
    expects: 'no two chunks of an answer have one index',
    judge: (evidence) =>
      streams(evidence, (chunks) => {
        const indexes = indexesOf(chunks);
        const twice = indexes.find((index, nth) => indexes.indexOf(index) < nth);
        return twice === undefined ? undefined : `index ${twice} twice`;
      }),
  },
  {
    rule: 'M-8.5',
    expects:
      'every streamed answer ends: its last chunk has is_complete true, or the full message follows (M-8.6)',
    judge: (evidence) =>
      streams(evidence, (chunks, events) => {
        const isWhole = fullIn(events).some((message) => idOf(message) === idOf(chunks[0] as WireEvent));
        return isWhole || chunks.some(isLast) ? undefined : `${chunks.length} chunks without an end`;
      }),
  },
  {
    rule: 'M-8.12',
    expects: 'the history has every streamed answer, by its chunks or by the full message',
    judge: (evidence) =>
      bySocket(evidence, 'from-start', 'conversation', ({ happenings }) => {
        const stored = new Set(
          allEvents(happenings)
            .filter(({ isHistory }) => isHistory)
            .map(idOf),
        );
        return streams(evidence, (chunks) =>
          stored.has(idOf(chunks[0] as WireEvent)) ? undefined : 'not in the history',
        );
      }),
  },
  {
    rule: 'M-8.13',
    expects: 'no chunk with a higher index follows the one with is_complete',
    judge: (evidence) =>
      streams(evidence, (chunks) => {
        const last = chunks.find(isLast);
        const later = last && chunks.find((chunk) => indexOf(chunk) > indexOf(last));
        return later && `chunk ${indexOf(later)} after the complete chunk ${indexOf(last)}`;
      }),
  },
];
