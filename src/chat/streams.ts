import type { Attachment, ChunkBody, Suggestion } from '../protocol/events.ts';

/** The chunks of one message while more may come (spec messaging §8). */
export interface Stream {
  readonly messageId: string;
  /** The lowest sequence of its chunks: where the bubble stands, whatever order they came in. */
  readonly rank: number;
  /** By index; chunks without one stand where they arrived. */
  readonly chunks: readonly Chunk[];
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  /** When the last chunk came, milliseconds. */
  readonly at: number;
  readonly isComplete: boolean;
  /** Nothing came for 30 s: shown as interrupted, yet a late chunk goes on with it. */
  readonly isSilent: boolean;
}

interface Chunk {
  readonly index: number;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
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
  isSilent: false,
});

/** Adds a chunk in its place; the first of an index wins. The usual chunk, the next in order, costs one concatenation. */
export function addChunk(given: Stream, body: ChunkBody, rank: number, at: number): Stream {
  const stream = rank < given.rank ? { ...given, rank } : given;
  const last = stream.chunks.at(-1)?.index ?? Number.NEGATIVE_INFINITY;
  const index = body.chunkIndex ?? (last === Number.NEGATIVE_INFINITY ? 0 : last);
  const chunk: Chunk = {
    index,
    text: body.text,
    attachments: body.attachments,
    suggestions: body.suggestions,
  };
  const isComplete = stream.isComplete || body.isComplete;
  if (index > last || body.chunkIndex === null) {
    return {
      ...stream,
      chunks: [...stream.chunks, chunk],
      // spec messaging §8: concatenate as is, the fragments carry their own spaces.
      text: stream.text + chunk.text,
      attachments: chunk.attachments.length
        ? [...stream.attachments, ...chunk.attachments]
        : stream.attachments,
      suggestions: chunk.suggestions.length
        ? [...stream.suggestions, ...chunk.suggestions]
        : stream.suggestions,
      at,
      isComplete,
      isSilent: false,
    };
  }
  if (stream.chunks.some((known) => known.index === index))
    return { ...stream, at, isComplete, isSilent: false };
  const chunks = [...stream.chunks, chunk].sort((a, b) => a.index - b.index);
  return {
    ...stream,
    chunks,
    text: chunks.map((it) => it.text).join(''),
    attachments: chunks.flatMap((it) => it.attachments),
    suggestions: chunks.flatMap((it) => it.suggestions),
    at,
    isComplete,
    isSilent: false,
  };
}

/** True while a chunk is missing between those that came; no base is assumed, the first may be 0 or 1. */
export function hasGap({ chunks }: Stream): boolean {
  const first = chunks[0]?.index ?? 0;
  const last = chunks.at(-1)?.index ?? first;
  return first > 1 || last - first + 1 > chunks.length;
}

export const hasContent = (it: {
  readonly text: string;
  readonly attachments: readonly unknown[];
  readonly suggestions: readonly unknown[];
}): boolean => it.text !== '' || it.attachments.length > 0 || it.suggestions.length > 0;
