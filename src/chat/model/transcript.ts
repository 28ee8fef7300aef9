import { spliced } from '../../base/spliced.ts';
import { addId, emptyIds, hasId, type IdSet } from './id-set.ts';
import type { Entry, Message, NoticeKind } from './model.ts';

/**
 * Row of the transcript. Rows are in display order: by sequence, then by arrival. Unconfirmed messages are at the end, in the
 * order in which they were sent.
 */
export interface Row {
  readonly entry: Entry;
  /** Sequence that places the entry; PENDING keeps it at the end. */
  readonly rank: number;
}

export interface Transcript {
  readonly rows: readonly Row[];
  readonly ids: IdSet;
  /** Whether a message has ever failed without an echo. Without one, a long history is not searched for it at each message. */
  readonly hadUnconfirmed: boolean;
}

export const PENDING = Number.POSITIVE_INFINITY;

export const emptyTranscript: Transcript = { rows: [], ids: emptyIds, hadUnconfirmed: false };

/** Rank of an entry without a sequence: after all confirmed entries. */
export function latestRank({ rows }: Transcript): number {
  for (let i = rows.length - 1; i >= 0; i--) {
    const rank = rows[i]?.rank;
    if (rank !== undefined && rank !== PENDING) return rank;
  }
  return 0;
}

const indexOf = ({ rows, ids }: Transcript, id: string): number =>
  hasId(ids, id) ? rows.findLastIndex((row) => row.entry.id === id) : -1;

export function findRow(transcript: Transcript, id: string): Row | undefined {
  return transcript.rows[indexOf(transcript, id)];
}

export function findMessage(transcript: Transcript, id: string): Message | undefined {
  const entry = findRow(transcript, id)?.entry;
  return entry?.kind === 'message' ? entry : undefined;
}

/** Id of the visitor's oldest message with this text that has failed without an echo. */
export function findUnconfirmed({ rows, hadUnconfirmed }: Transcript, text: string): string | null {
  if (!hadUnconfirmed) return null;
  const row = rows.find(
    ({ entry: it }) =>
      it.kind === 'message' && it.failure === 'unconfirmed' && !it.platformId && it.text === text,
  );
  return row?.entry.id ?? null;
}

function insertRow(rows: readonly Row[], row: Row): readonly Row[] {
  let index = rows.length;
  while (index > 0 && (rows[index - 1]?.rank ?? 0) > row.rank) index--;
  return index === rows.length ? [...rows, row] : spliced(rows, index, 0, row);
}

/** Adds an entry, or replaces the entry with the same id. A new rank moves it. */
export function put(transcript: Transcript, entry: Entry, rank: number): Transcript {
  const { rows, ids } = transcript;
  const index = indexOf(transcript, entry.id);
  if (index < 0) return { ...transcript, rows: insertRow(rows, { entry, rank }), ids: addId(ids, entry.id) };
  if (rows[index]?.rank === rank) return { ...transcript, rows: spliced(rows, index, 1, { entry, rank }) };
  return { ...transcript, rows: insertRow(spliced(rows, index, 1), { entry, rank }) };
}

/** Changes a message in its place. Does nothing when there is no such message. */
export function updateMessage(transcript: Transcript, id: string, change: Partial<Message>): Transcript {
  const index = indexOf(transcript, id);
  const row = transcript.rows[index];
  if (row?.entry.kind !== 'message') return transcript;
  return {
    ...transcript,
    rows: spliced(transcript.rows, index, 1, { ...row, entry: { ...row.entry, ...change } }),
    hadUnconfirmed: transcript.hadUnconfirmed || change.failure === 'unconfirmed',
  };
}

/** Removes every notice of a kind. */
export function withoutNotice(transcript: Transcript, notice: NoticeKind): Transcript {
  const rows = transcript.rows.filter(({ entry }) => entry.kind !== 'notice' || entry.notice !== notice);
  return rows.length === transcript.rows.length ? transcript : { ...transcript, rows };
}

/** Gives failed messages at the head of the pending ones a fixed place, so that they do not stay below later messages. */
export function pinLeadingFailed(transcript: Transcript): Transcript {
  if (transcript.rows.at(-1)?.rank !== PENDING) return transcript;
  const first = transcript.rows.findIndex(({ rank }) => rank === PENDING);
  const isFailed = ({ entry }: Row) => entry.kind === 'message' && entry.delivery === 'failed';
  let end = first;
  for (let row = transcript.rows[end]; row && isFailed(row); row = transcript.rows[end]) end++;
  if (end === first) return transcript;
  const rank = latestRank(transcript);
  return {
    ...transcript,
    rows: transcript.rows.map((row, i) => (i >= first && i < end ? { ...row, rank } : row)),
  };
}

/** Gives all pending messages a fixed place after the confirmed entries. */
export function pinPending(transcript: Transcript): Transcript {
  const rank = latestRank(transcript);
  return {
    ...transcript,
    rows: transcript.rows.map((row) => (row.rank === PENDING ? { ...row, rank } : row)),
  };
}
