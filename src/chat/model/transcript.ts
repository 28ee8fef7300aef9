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

/** The rows in two parts, so that appending a row does not copy all others. */
interface Rows {
  readonly settled: readonly Row[];
  /** The last rows, at most RECENT_MAX. */
  readonly recent: readonly Row[];
}

const RECENT_MAX = 128;

export interface Transcript extends Rows {
  readonly ids: IdSet;
  /** True once a message has failed without an echo. Otherwise a long history needs no search at each message. */
  readonly hadUnconfirmed: boolean;
}

export const PENDING = Number.POSITIVE_INFINITY;

export const emptyTranscript: Transcript = { settled: [], recent: [], ids: emptyIds, hadUnconfirmed: false };

export const rowsOf = ({ settled, recent }: Rows): readonly Row[] => [...settled, ...recent];

/** The transcript with other rows. */
export const withRows = (transcript: Transcript, rows: readonly Row[]): Transcript => ({
  ...transcript,
  settled: rows,
  recent: [],
});

export const findLatestRow = ({ settled, recent }: Rows, matches: (row: Row) => boolean): Row | undefined =>
  recent.findLast(matches) ?? settled.findLast(matches);

/** Rank of an entry without a sequence: after all confirmed entries. */
export const latestRank = (transcript: Transcript): number =>
  findLatestRow(transcript, ({ rank }) => rank !== PENDING)?.rank ?? 0;

export const findRow = (transcript: Transcript, id: string): Row | undefined =>
  hasId(transcript.ids, id) ? findLatestRow(transcript, ({ entry }) => entry.id === id) : undefined;

export function findMessage(transcript: Transcript, id: string): Message | undefined {
  const entry = findRow(transcript, id)?.entry;
  return entry?.kind === 'message' ? entry : undefined;
}

/** Id of the visitor's oldest message with this text that has failed without an echo. */
export function findUnconfirmed(transcript: Transcript, text: string): string | null {
  if (!transcript.hadUnconfirmed) return null;
  const row = rowsOf(transcript).find(
    ({ entry }) =>
      entry.kind === 'message' && entry.failure === 'unconfirmed' && !entry.platformId && entry.text === text,
  );
  return row?.entry.id ?? null;
}

/** Adds a row after the last one of no higher rank. */
function addRow({ settled, recent }: Rows, row: Row): Rows {
  const placeIn = (rows: readonly Row[]) => rows.findLastIndex(({ rank }) => rank <= row.rank) + 1;
  const place = placeIn(recent);
  if (place === 0 && (settled.at(-1)?.rank ?? 0) > row.rank)
    return { settled: spliced(settled, placeIn(settled), 0, row), recent };
  const more = spliced(recent, place, 0, row);
  return more.length > RECENT_MAX
    ? { settled: [...settled, ...more], recent: [] }
    : { settled, recent: more };
}

/** Replaces a row by others, or removes it. */
function replaceRow({ settled, recent }: Rows, row: Row, ...by: readonly Row[]): Rows {
  const place = recent.lastIndexOf(row);
  return place < 0
    ? { settled: spliced(settled, settled.lastIndexOf(row), 1, ...by), recent }
    : { settled, recent: spliced(recent, place, 1, ...by) };
}

/** Adds an entry, or replaces the entry with the same id. A new rank moves it. */
export function put(transcript: Transcript, entry: Entry, rank: number): Transcript {
  const row = { entry, rank };
  const old = findRow(transcript, entry.id);
  if (!old) return { ...transcript, ...addRow(transcript, row), ids: addId(transcript.ids, entry.id) };
  if (old.rank === rank) return { ...transcript, ...replaceRow(transcript, old, row) };
  return { ...transcript, ...addRow(replaceRow(transcript, old), row) };
}

/** Changes a message in its place. Does nothing when there is no such message. */
export function updateMessage(transcript: Transcript, id: string, change: Partial<Message>): Transcript {
  const row = findRow(transcript, id);
  if (row?.entry.kind !== 'message') return transcript;
  return {
    ...transcript,
    ...replaceRow(transcript, row, { ...row, entry: { ...row.entry, ...change } }),
    hadUnconfirmed: transcript.hadUnconfirmed || change.failure === 'unconfirmed',
  };
}

/** Removes every notice of a kind. */
export function withoutNotice(transcript: Transcript, notice: NoticeKind): Transcript {
  const matches = ({ entry }: Row) => entry.kind === 'notice' && entry.notice === notice;
  return findLatestRow(transcript, matches)
    ? withRows(
        transcript,
        rowsOf(transcript).filter((row) => !matches(row)),
      )
    : transcript;
}

/** Gives failed messages at the head of the pending ones a fixed place, so that they do not stay below later messages. */
export function pinLeadingFailed(transcript: Transcript): Transcript {
  if (findLatestRow(transcript, () => true)?.rank !== PENDING) return transcript;
  const rows = rowsOf(transcript);
  const first = rows.findIndex(({ rank }) => rank === PENDING);
  const isFailed = ({ entry }: Row) => entry.kind === 'message' && entry.delivery === 'failed';
  let end = first;
  for (let row = rows[end]; row && isFailed(row); row = rows[end]) end++;
  if (end === first) return transcript;
  const rank = latestRank(transcript);
  return withRows(
    transcript,
    rows.map((row, i) => (i >= first && i < end ? { ...row, rank } : row)),
  );
}

/** Gives all pending messages a fixed place after the confirmed entries. */
export function pinPending(transcript: Transcript): Transcript {
  const rank = latestRank(transcript);
  return withRows(
    transcript,
    rowsOf(transcript).map((row) => (row.rank === PENDING ? { ...row, rank } : row)),
  );
}
