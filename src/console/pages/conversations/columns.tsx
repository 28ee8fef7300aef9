import { countText, durationText, NONE } from '../../../base/figure-text.ts';
import type { Row } from '../../answers.ts';
import { type ReasonNames, reasonName } from '../../handoff-reasons.ts';
import { conversationWords as words } from '../../words.ts';
import { timeText, type Zone } from '../../zone.ts';
import type { Hit } from './hit.ts';
import type { RowColumn } from './order.ts';

const startOf = ({ startedAt }: Row) => Date.parse(startedAt ?? '');
/** The visitor's first words, as the topic of the conversation. */
export const firstWords = ({ turns }: Row) => turns.find((turn) => turn.userInput)?.userInput;

export type HitOf = (row: Row) => Hit | undefined;

/** Words by which a row is known: those that were found in it, or its first ones. */
const wordsOf = (row: Row, hitOf: HitOf | undefined) => {
  const hit = hitOf?.(row);
  return hit ? `${words.said[hit.by]}: ${hit.parts.join('')}` : firstWords(row);
};

/** Accessible name of a row. */
export const nameOfRow = (row: Row, now: number, zone: Zone, hitOf: HitOf | undefined): string =>
  [row.startedAt && timeText(startOf(row), now, zone), row.channel, wordsOf(row, hitOf)]
    .filter(Boolean)
    .join(', ');

function Words({ row, hit }: { readonly row: Row; readonly hit: Hit | undefined }) {
  if (!hit)
    return (
      <span class="first-words" dir="auto">
        {firstWords(row) ?? NONE}
      </span>
    );
  return (
    <>
      <span class="tag">{words.said[hit.by]}</span>{' '}
      <bdi>{hit.parts.map((part, nth) => (nth % 2 === 1 ? <mark key={nth}>{part}</mark> : part))}</bdi>
    </>
  );
}

interface ColumnsOptions {
  readonly now: number;
  readonly zone: Zone;
  /** undefined without a search. */
  readonly hitOf: HitOf | undefined;
  readonly reasonNames: ReasonNames;
}

/** The columns of the list, with times as they are written on the day of `now`. */
export const columnsOf = ({ now, zone, hitOf, reasonNames }: ColumnsOptions): readonly RowColumn[] => [
  {
    key: 'time',
    name: words.time,
    width: '104px',
    value: (row) => row.startedAt,
    cell: (row) => (
      <time dateTime={row.startedAt} title={row.startedAt}>
        {row.startedAt ? timeText(startOf(row), now, zone) : NONE}
      </time>
    ),
  },
  {
    key: 'channel',
    name: words.channel,
    width: '88px',
    from: 'wide',
    value: (row) => row.channel,
    cell: (row) => <bdi>{row.channel ?? NONE}</bdi>,
  },
  {
    key: 'words',
    name: hitOf ? words.found : words.first,
    width: 'minmax(0, 1fr)',
    value: firstWords,
    cell: (row) => <Words row={row} hit={hitOf?.(row)} />,
  },
  {
    key: 'variant',
    name: words.variant,
    width: '112px',
    from: 'wide',
    value: (row) => row.variantName ?? row.variantId,
    cell: (row) => <bdi>{row.variantName ?? row.variantId ?? NONE}</bdi>,
  },
  {
    key: 'handoff',
    name: words.handoff,
    width: '128px',
    from: 'middle',
    value: (row) => (row.handoff ? (row.handoffReason ?? words.handoff) : undefined),
    cell: (row) =>
      row.handoff ? (
        <bdi class="tag info" title={row.handoffReason}>
          {row.handoffReason ? reasonName(row.handoffReason, reasonNames) : words.handoff}
        </bdi>
      ) : (
        NONE
      ),
  },
  {
    key: 'turns',
    name: words.turns,
    width: '48px',
    from: 'wide',
    align: 'end',
    value: (row) => row.numTurns,
    cell: (row) => (row.numTurns === undefined ? NONE : countText(row.numTurns)),
  },
  {
    key: 'duration',
    name: words.duration,
    width: '96px',
    align: 'end',
    value: (row) => row.totalDuration,
    cell: (row) =>
      row.inProgress ? (
        <span class="tag ok">{words.onlyInProgress}</span>
      ) : row.totalDuration === undefined ? (
        NONE
      ) : (
        durationText(row.totalDuration)
      ),
  },
  {
    key: 'environment',
    name: words.environment,
    width: '96px',
    from: 'wide',
    isExtra: true,
    value: (row) => row.environment,
    cell: (row) => <bdi>{row.environment ?? NONE}</bdi>,
  },
  {
    key: 'number',
    name: words.callerNumber,
    width: '144px',
    from: 'middle',
    isExtra: true,
    value: (row) => row.fromNumber,
    cell: (row) => <bdi>{row.fromNumber || NONE}</bdi>,
  },
];
