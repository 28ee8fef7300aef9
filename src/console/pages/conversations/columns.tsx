import { countText, durationText, NONE } from '../../../base/figure-text.ts';
import type { Row } from '../../answers.ts';
import { type ReasonNames, reasonName } from '../../handoff-reasons.ts';
import { WORDS } from '../../words.ts';
import { timeText, type Zone } from '../../zone.ts';
import type { Hit } from './hit.ts';
import type { RowColumn } from './order.ts';

const { conversations: words } = WORDS;

const startOf = ({ startedAt }: Row) => Date.parse(startedAt ?? '');
/** What the conversation is about: the first thing that the visitor said. */
export const firstWords = ({ turns }: Row) => turns.find((it) => it.userInput)?.userInput;

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
      <bdi>{hit.parts.map((it, nth) => (nth % 2 === 1 ? <mark key={nth}>{it}</mark> : it))}</bdi>
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
    value: (it) => it.startedAt,
    cell: (it) => (
      <time dateTime={it.startedAt} title={it.startedAt}>
        {it.startedAt ? timeText(startOf(it), now, zone) : NONE}
      </time>
    ),
  },
  {
    key: 'channel',
    name: words.channel,
    width: '88px',
    from: 'wide',
    value: (it) => it.channel,
    cell: (it) => <bdi>{it.channel ?? NONE}</bdi>,
  },
  {
    key: 'words',
    name: hitOf ? words.found : words.first,
    width: 'minmax(0, 1fr)',
    value: firstWords,
    cell: (it) => <Words row={it} hit={hitOf?.(it)} />,
  },
  {
    key: 'variant',
    name: words.variant,
    width: '112px',
    from: 'wide',
    value: (it) => it.variantName ?? it.variantId,
    cell: (it) => <bdi>{it.variantName ?? it.variantId ?? NONE}</bdi>,
  },
  {
    key: 'handoff',
    name: words.handoff,
    width: '128px',
    from: 'middle',
    value: (it) => (it.handoff ? (it.handoffReason ?? words.handoff) : undefined),
    cell: (it) =>
      it.handoff ? (
        <bdi class="tag info" title={it.handoffReason}>
          {it.handoffReason ? reasonName(it.handoffReason, reasonNames) : words.handoff}
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
    value: (it) => it.numTurns,
    cell: (it) => (it.numTurns === undefined ? NONE : countText(it.numTurns)),
  },
  {
    key: 'duration',
    name: words.duration,
    width: '96px',
    align: 'end',
    value: (it) => it.totalDuration,
    cell: (it) =>
      it.inProgress ? (
        <span class="tag ok">{words.onlyInProgress}</span>
      ) : it.totalDuration === undefined ? (
        NONE
      ) : (
        durationText(it.totalDuration)
      ),
  },
  {
    key: 'environment',
    name: words.environment,
    width: '96px',
    from: 'wide',
    isExtra: true,
    value: (it) => it.environment,
    cell: (it) => <bdi>{it.environment ?? NONE}</bdi>,
  },
  {
    key: 'number',
    name: words.callerNumber,
    width: '144px',
    from: 'middle',
    isExtra: true,
    value: (it) => it.fromNumber,
    cell: (it) => <bdi>{it.fromNumber || NONE}</bdi>,
  },
];
