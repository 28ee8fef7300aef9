import { BYTE_ORDER_MARK, type Cell, csvOf, type Separator } from '../../../base/csv.ts';
import type { Result } from '../../../base/result.ts';
import type { ConversationRow } from '../../../platform/conversation-rows.ts';
import { AnswerStreamError, type PlatformError } from '../../../platform/index.ts';
import { maskDigits } from '../journals/json-redactor.ts';

type Conversation = ConversationRow['conversation'];

/** Limit of conversations in a file. Spreadsheets can open it, and it holds a day of a busy project. */
export const MAX_EXPORTED = 50_000;
/** Rows per chunk. */
const ROWS_PER_CHUNK = 100;

const isoOf = (at: number): string | undefined => (Number.isNaN(at) ? undefined : new Date(at).toISOString());
const yesNo = (value: boolean | null | undefined): Cell =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : '';

/** A quantile of the latencies (nearest rank). */
const rank = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1];

const latenciesOf = ({ turns }: Conversation): readonly number[] =>
  (turns ?? [])
    .map((turn) => turn.latency)
    .filter((latency) => typeof latency === 'number')
    .filter((latency) => latency > 0)
    .sort((one, other) => one - other);

function languageOf({ language, state }: Conversation): Cell {
  const known = language ?? state?.['language'];
  return typeof known === 'string' ? known : undefined;
}

function endOf({ started_at, in_progress, total_duration }: Conversation): Cell {
  const end = Date.parse(started_at ?? '') + (total_duration ?? Number.NaN) * 1_000;
  return in_progress ? undefined : isoOf(end);
}

const COLUMNS: readonly (readonly [head: string, cell: (of: Conversation) => Cell | null])[] = [
  ['id', (conversation) => conversation.id],
  ['started_at', (conversation) => isoOf(Date.parse(conversation.started_at ?? ''))],
  ['ended_at', endOf],
  ['language', languageOf],
  ['environment', (conversation) => conversation.environment],
  ['channel', (conversation) => conversation.channel],
  ['variant', (conversation) => conversation.variant_name || conversation.variant_id],
  ['from_number', (conversation) => conversation.from_number],
  ['to_number', (conversation) => conversation.to_number],
  ['in_progress', (conversation) => yesNo(conversation.in_progress)],
  ['duration_s', (conversation) => conversation.total_duration],
  ['turns', (conversation) => conversation.num_turns],
  ['handoff', (conversation) => yesNo(conversation.handoff)],
  ['handoff_reason', (conversation) => conversation.handoff_reason],
  ['latency_p50_ms', (conversation) => rank(latenciesOf(conversation), 0.5)],
  ['latency_p95_ms', (conversation) => rank(latenciesOf(conversation), 0.95)],
  ['latency_max_ms', (conversation) => latenciesOf(conversation).at(-1)],
  ['silent_turns', (conversation) => conversation.num_silences],
  ['out_of_domain_turns', (conversation) => conversation.num_ood],
];

/** S-119 */
const withoutNumbers = (conversation: Conversation): Conversation => ({
  ...conversation,
  from_number: conversation.from_number && maskDigits(conversation.from_number),
  to_number: conversation.to_number && maskDigits(conversation.to_number),
});

interface CsvOptions {
  readonly separator: Separator;
  readonly seesPersonalData: boolean;
  /** The last line of a file with missing conversations; `count` is the number of rows. */
  readonly lastLine?: ((count: number) => string | undefined) | undefined;
}

/**
 * Yields a file of conversations in chunks: the heads, one line for each conversation, and a last line if some are missing.
 * Throws at an error of the platform.
 */
export async function* conversationCsv(
  rows: AsyncIterable<Result<ConversationRow, PlatformError>>,
  { separator, seesPersonalData, lastLine }: CsvOptions,
): AsyncGenerator<string, void> {
  const text = (lines: readonly (readonly Cell[])[]) => csvOf(lines, separator);
  const alone = (cell: string): Cell[] => COLUMNS.map((_, nth) => (nth === 0 ? cell : undefined));
  yield BYTE_ORDER_MARK + text([COLUMNS.map(([head]) => head)]);
  let lines: Cell[][] = [];
  let count = 0;
  let end: string | undefined;
  for await (const row of rows) {
    if (!row.ok) throw new AnswerStreamError(row.error);
    if (count === MAX_EXPORTED) {
      end = `Cut after ${MAX_EXPORTED} conversations: there are more. Choose a shorter range.`;
      break;
    }
    const { conversation } = row.value;
    const shown = seesPersonalData ? conversation : withoutNumbers(conversation);
    lines.push(COLUMNS.map(([, cell]) => cell(shown) ?? undefined));
    count += 1;
    if (lines.length < ROWS_PER_CHUNK) continue;
    yield text(lines);
    lines = [];
  }
  end ??= lastLine?.(count);
  yield text(end === undefined ? lines : [...lines, alone(end)]);
}
