import { BYTE_ORDER_MARK, type Cell, csvOf, type Separator } from '../../../base/csv.ts';
import type { Result } from '../../../base/result.ts';
import type { ConversationRow } from '../../../platform/conversation-rows.ts';
import { AnswerStreamError, type PlatformError } from '../../../platform/index.ts';
import { maskDigits } from '../journals/json-redactor.ts';

type Conversation = ConversationRow['conversation'];

/** The most conversations of a file: what spreadsheets still open, and a day of a busy project. */
export const MAX_EXPORTED = 50_000;
/** Rows that are sent together. */
const TOGETHER = 100;

const isoOf = (at: number): string | undefined => (Number.isNaN(at) ? undefined : new Date(at).toISOString());
const yesNo = (it: boolean | null | undefined): Cell => (typeof it === 'boolean' ? (it ? 'yes' : 'no') : '');

/** The smallest latency that at least so many of all do not exceed (nearest rank). */
const rank = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1];

const latenciesOf = ({ turns }: Conversation): readonly number[] =>
  (turns ?? [])
    .map((it) => it.latency)
    .filter((it) => typeof it === 'number')
    .filter((it) => it > 0)
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
  ['id', (it) => it.id],
  ['started_at', (it) => isoOf(Date.parse(it.started_at ?? ''))],
  ['ended_at', endOf],
  ['language', languageOf],
  ['environment', (it) => it.environment],
  ['channel', (it) => it.channel],
  ['variant', (it) => it.variant_name || it.variant_id],
  ['from_number', (it) => it.from_number],
  ['to_number', (it) => it.to_number],
  ['in_progress', (it) => yesNo(it.in_progress)],
  ['duration_s', (it) => it.total_duration],
  ['turns', (it) => it.num_turns],
  ['handoff', (it) => yesNo(it.handoff)],
  ['handoff_reason', (it) => it.handoff_reason],
  ['latency_p50_ms', (it) => rank(latenciesOf(it), 0.5)],
  ['latency_p95_ms', (it) => rank(latenciesOf(it), 0.95)],
  ['latency_max_ms', (it) => latenciesOf(it).at(-1)],
  ['silent_turns', (it) => it.num_silences],
  ['out_of_domain_turns', (it) => it.num_ood],
];

/** S-119 */
const withoutNumbers = (it: Conversation): Conversation => ({
  ...it,
  from_number: it.from_number && maskDigits(it.from_number),
  to_number: it.to_number && maskDigits(it.to_number),
});

interface CsvOptions {
  readonly separator: Separator;
  readonly seesPersonalData: boolean;
  /** The last line of a file with so many conversations, where some are missing. */
  readonly lastLine?: ((count: number) => string | undefined) | undefined;
}

/**
 * Yields a file of conversations in pieces: the heads, a line for each conversation, and a last line that says so if some are
 * missing. Throws at an error of the platform.
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
    if (lines.length < TOGETHER) continue;
    yield text(lines);
    lines = [];
  }
  end ??= lastLine?.(count);
  yield text(end === undefined ? lines : [...lines, alone(end)]);
}
