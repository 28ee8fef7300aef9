import type { Attachment, ChunkBody, Suggestion } from '../../protocol/events.ts';
import type { ChunkJoin } from '../../protocol/relay.ts';
import { isBlank } from './is-blank.ts';

/** Chunks of one message while more may arrive (M-8.1). */
export interface Stream {
  readonly messageId: string;
  /** Lowest sequence of its chunks. It places the bubble. */
  readonly rank: number;
  /** Ordered by index; chunks without one are where they arrived (M-8.1). */
  readonly chunks: readonly Chunk[];
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  /** Arrival of the last chunk, in milliseconds. */
  readonly at: number;
  readonly isComplete: boolean;
  /** Index of the chunk that completed it; chunks above it are ignored (M-8.13). */
  readonly end: number;
  /** M-8.8: no chunk for 30 s; shown as interrupted. A late chunk continues the stream. */
  readonly isSilent: boolean;
}

interface Chunk extends Pick<Stream, 'text' | 'attachments' | 'suggestions'> {
  readonly index: number;
}

export const openStream = (messageId: string, rank: number, at: number): Stream => ({
  messageId,
  rank,
  chunks: [],
  text: '',
  attachments: [],
  suggestions: [],
  at,
  isComplete: false,
  end: Number.POSITIVE_INFINITY,
  isSilent: false,
});

/**
 * Joins two texts of a stream. M-8.11: as they are, or with one space where neither side has white space. A text grows in the
 * same way while it streams and when a late chunk arrives.
 */
const join = (left: string, right: string, chunkJoin: ChunkJoin | undefined): string =>
  left + (chunkJoin === 'space' && /^\S\S$/.test(left.slice(-1) + right.slice(0, 1)) ? ' ' : '') + right;

/** Adds a chunk in its place. M-8.3: the first one of an index counts. A chunk in order costs one concatenation. */
export function addChunk(
  previous: Stream,
  body: ChunkBody,
  rank: number,
  at: number,
  chunkJoin?: ChunkJoin,
): Stream {
  const stream = rank < previous.rank ? { ...previous, rank } : previous;
  const last = stream.chunks.at(-1)?.index ?? Number.NEGATIVE_INFINITY;
  const index = body.chunkIndex ?? (last === Number.NEGATIVE_INFINITY ? 0 : last);
  if (index > stream.end) return stream;
  const { text, attachments, suggestions } = body;
  const chunk: Chunk = { index, text, attachments, suggestions };
  const next = {
    ...stream,
    at,
    isComplete: stream.isComplete || body.isComplete,
    end: body.isComplete ? Math.min(stream.end, index) : stream.end,
    isSilent: false,
  };
  if (index > last || body.chunkIndex === null) {
    return {
      ...next,
      chunks: [...stream.chunks, chunk],
      text: join(stream.text, text, chunkJoin),
      attachments: attachments.length ? [...stream.attachments, ...attachments] : stream.attachments,
      suggestions: suggestions.length ? [...stream.suggestions, ...suggestions] : stream.suggestions,
    };
  }
  if (stream.chunks.some((known) => known.index === index)) return next;
  const chunks = [...stream.chunks, chunk].sort((a, b) => a.index - b.index);
  return {
    ...next,
    chunks,
    text: chunks.reduce((before, known) => join(before, known.text, chunkJoin), ''),
    attachments: chunks.flatMap((known) => known.attachments),
    suggestions: chunks.flatMap((known) => known.suggestions),
  };
}

/** True while a chunk between the others is missing (M-8.9). M-8.2: the first index may be 0 or 1. */
export function hasGap({ chunks }: Stream): boolean {
  const first = chunks[0]?.index ?? 0;
  const last = chunks.at(-1)?.index ?? first;
  return first > 1 || last - first + 1 > chunks.length;
}

/** M-8.10: true when there is something to show. */
export const hasContent = (content: {
  readonly text: string;
  readonly attachments: readonly unknown[];
  readonly suggestions: readonly unknown[];
}): boolean => !isBlank(content.text) || content.attachments.length > 0 || content.suggestions.length > 0;
