import { ranWithin } from '../../../base/ran-within.ts';
import type { Result } from '../../../base/result.ts';
import type { ConversationRow } from '../../../platform/conversation-rows.ts';
import type { PlatformError } from '../../../platform/index.ts';
import type { CountedConversation } from '../insights/counted.ts';
import type { Range } from '../insights/thinning.ts';

type Row = Result<ConversationRow, PlatformError>;
/** Conversations as they arrive. An error is the last item. */
export type Rows = AsyncGenerator<Row, void>;
/** Reads all conversations that began in a range. */
type Read = (range: Range) => Rows;

/** Gap up to which ranges are merged: a request costs about as much as a minute of other conversations. */
const MERGE_GAP_MS = 60_000;
const SECOND_MS = 1_000;

/** The fewest ranges that contain all these conversations and few others, the newest first. */
function rangesOf(newestFirst: readonly CountedConversation[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const { startedAt } of newestFirst) {
    const last = ranges.at(-1);
    const to = startedAt + SECOND_MS;
    if (last && last.from - to <= MERGE_GAP_MS) ranges[ranges.length - 1] = { from: startedAt, to: last.to };
    else ranges.push({ from: startedAt, to });
  }
  return ranges;
}

/** The rows of conversations with known start times. */
export async function* countedRows(newestFirst: readonly CountedConversation[], read: Read): Rows {
  const wanted = new Set(newestFirst.map(({ id }) => id));
  for (const range of rangesOf(newestFirst))
    for await (const row of read(range)) {
      if (!row.ok) return void (yield row);
      if (wanted.delete(row.value.conversation.id)) yield row;
    }
}

const ran = (range: Range, { started_at, total_duration, in_progress }: ConversationRow['conversation']) =>
  ranWithin(range, {
    start: Date.parse(started_at ?? ''),
    durationS: total_duration,
    inProgress: in_progress,
  });

/** Keeps the rows of conversations that ran in the range. They began in it, or up to a day before. */
export async function* ranRows(range: Range, rows: AsyncIterable<Row>): Rows {
  for await (const row of rows) if (!row.ok || ran(range, row.value.conversation)) yield row;
}
