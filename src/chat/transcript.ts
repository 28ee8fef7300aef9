import { addId, emptyIds, hasId, type IdSet } from './id-set.ts';
import type { Entry, Message, NoticeKind } from './model.ts';

/**
 * The entries in display order: by sequence, then by arrival; what has not been confirmed yet stands at the tail in the
 * order in which it was sent (design, Data flow).
 */
export interface Row {
  readonly entry: Entry;
  /** The sequence that places the entry; PENDING keeps it at the tail. */
  readonly rank: number;
}

export interface Transcript {
  readonly rows: readonly Row[];
  readonly ids: IdSet;
}

export const PENDING = Number.POSITIVE_INFINITY;

export const emptyTranscript: Transcript = { rows: [], ids: emptyIds };

/** The rank of something that has no sequence of its own: after all that is confirmed. */
export function latestRank({ rows }: Transcript): number {
  for (let i = rows.length - 1; i >= 0; i--) {
    const rank = rows[i]?.rank;
    if (rank !== undefined && rank !== PENDING) return rank;
  }
  return 0;
}

const indexOf = ({ rows, ids }: Transcript, id: string): number =>
  hasId(ids, id) ? rows.findLastIndex((row) => row.entry.id === id) : -1;

export function find(transcript: Transcript, id: string): Row | undefined {
  return transcript.rows[indexOf(transcript, id)];
}

export function findMessage(transcript: Transcript, id: string): Message | undefined {
  const entry = find(transcript, id)?.entry;
  return entry?.kind === 'message' ? entry : undefined;
}

function placed(rows: readonly Row[], row: Row): readonly Row[] {
  let at = rows.length;
  while (at > 0 && (rows[at - 1]?.rank ?? 0) > row.rank) at--;
  return at === rows.length ? [...rows, row] : rows.toSpliced(at, 0, row);
}

/** Adds an entry, or replaces the one with its id; a new rank moves it. */
export function put(transcript: Transcript, entry: Entry, rank: number): Transcript {
  const { rows, ids } = transcript;
  const at = indexOf(transcript, entry.id);
  if (at < 0) return { rows: placed(rows, { entry, rank }), ids: addId(ids, entry.id) };
  if (rows[at]?.rank === rank) return { rows: rows.with(at, { entry, rank }), ids };
  return { rows: placed(rows.toSpliced(at, 1), { entry, rank }), ids };
}

/** Replaces an entry where it stands; nothing happens when it is gone. */
export function amend(transcript: Transcript, id: string, change: Partial<Message>): Transcript {
  const at = indexOf(transcript, id);
  const row = transcript.rows[at];
  if (row?.entry.kind !== 'message') return transcript;
  return { ...transcript, rows: transcript.rows.with(at, { ...row, entry: { ...row.entry, ...change } }) };
}

/** Takes every notice of a kind out. */
export function withoutNotice(transcript: Transcript, notice: NoticeKind): Transcript {
  const rows = transcript.rows.filter(({ entry }) => entry.kind !== 'notice' || entry.notice !== notice);
  return rows.length === transcript.rows.length ? transcript : { ...transcript, rows };
}

/**
 * A failed message with nothing unsent ahead of it stays where it was said, instead of sinking below all that is said
 * later.
 */
export function settleFailed(transcript: Transcript): Transcript {
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

/** Settles what is pending where it stands: after everything confirmed, before anything that comes now. */
export function pinPending(transcript: Transcript): Transcript {
  const rank = latestRank(transcript);
  return {
    ...transcript,
    rows: transcript.rows.map((row) => (row.rank === PENDING ? { ...row, rank } : row)),
  };
}
