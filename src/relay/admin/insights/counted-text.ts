import { parseJson } from '../../../base/bounded-body.ts';
import { boundCounted, type Counted, type CountedConversation } from './counted.ts';
import { DAY_MS } from './thinning.ts';

/** Changes with the format of the text. */
const VERSION = 1;
/** About 70 conversations. */
const MAX_BYTES = 3_500;
/** Bytes of a window times the days that it is kept. All windows together take at most 1.5 MB, even of a busy project. */
const MAX_BYTE_DAYS = 5_000;

const MARKS = ['isSilent', 'isOutOfDomain', 'isUnreadable'] as const;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;
const NO_REASON = -1;

function write({ conversations, leftOutMs }: Counted, start: number): string {
  const reasons = [...new Set(conversations.flatMap(({ reason }) => reason ?? []))];
  const rows = conversations.map((conversation) => [
    conversation.id,
    (conversation.startedAt - start) / 1_000,
    MARKS.reduce((sum, name, bit) => sum + (conversation[name] ? 2 ** bit : 0), 0),
    conversation.slowestMs,
    ...(conversation.reason === undefined ? [] : [reasons.indexOf(conversation.reason)]),
  ]);
  return JSON.stringify([VERSION, leftOutMs ?? null, reasons, rows]);
}

/** Writes the conversations of a window that begins at `start` as text of a bounded size, for a store. Drops those that do not fit. */
export function writeCounted(counted: Counted, start: number): string {
  let kept = counted;
  for (;;) {
    const text = write(kept, start);
    if (bytesOf(text) <= MAX_BYTES) return text;
    kept = boundCounted(kept, Math.floor(kept.conversations.length * 0.9));
  }
}

/** The longest time to keep the text of a window. Longer texts are kept for a shorter time. */
export const countedKeptMs = (text: string): number => (MAX_BYTE_DAYS / bytesOf(text)) * DAY_MS;

/** Reads the text of `writeCounted`; undefined for any other text. */
export function readCounted(text: string, start: number): Counted | undefined {
  const [version, leftOutMs, reasons, rows] = (parseJson(text) ?? []) as readonly [
    unknown,
    number | null,
    readonly string[],
    readonly (readonly [string, number, number, number, number?])[],
  ];
  if (version !== VERSION) return undefined;
  return {
    leftOutMs: leftOutMs ?? undefined,
    conversations: rows.map(([id, second, marks, slowestMs, reason = NO_REASON]): CountedConversation => {
      const has = MARKS.map((_, bit) => Math.floor(marks / 2 ** bit) % 2 === 1);
      const [isSilent = false, isOutOfDomain = false, isUnreadable = false] = has;
      return {
        id,
        startedAt: start + second * 1_000,
        reason: reasons[reason],
        isSilent,
        isOutOfDomain,
        isUnreadable,
        slowestMs,
      };
    }),
  };
}
