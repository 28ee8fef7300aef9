import { countText, latencyText, shareText, type Unit } from '../../../base/figure-text.ts';
import type { Overview } from '../../answers.ts';
import { overviewWords as words } from '../../words.ts';
import { beforeText, MIN_TURNS } from './card.tsx';
import { comparisonText } from './comparison.ts';

type Figures = NonNullable<Overview['visitors']['totals']>;

interface Fact {
  readonly unit: Unit;
  readonly value: (of: Figures) => number | undefined;
  text(value: number, of: Figures): string;
}

const FACTS: readonly Fact[] = [
  {
    unit: 'share',
    value: ({ pages, failedPages }) => (pages > 0 ? failedPages / pages : undefined),
    text: (share) => words.couldNotConnect(shareText(share)),
  },
  {
    unit: 'latency',
    value: (of) => of.firstWordP50Ms,
    text: (ms, { firstWords, firstWordP95Ms }) =>
      words.firstWord(
        latencyText(ms),
        firstWords >= MIN_TURNS && firstWordP95Ms !== undefined ? latencyText(firstWordP95Ms) : undefined,
      ),
  },
  {
    unit: 'count',
    value: (of) => of.failedMessages,
    text: (count) => words.messagesFailed(count, countText(count)),
  },
];

interface VisitorsSectionProps {
  readonly overview: Overview;
  timeOf(time: string): string;
}

/** Figures of what visitors saw, as their pages report it, with the week before. */
export function VisitorsSection({ overview, timeOf }: VisitorsSectionProps) {
  const { totals, previous, share, knownSince } = overview.visitors;
  if (!totals || (totals.pages === 0 && share === 0)) return null;
  const when = beforeText(overview);
  const isLate = knownSince !== undefined && knownSince > overview.from;
  return (
    <section>
      <h2>{words.visitors}</h2>
      {totals.pages > 0 && (
        <ul class="facts-list">
          {FACTS.map(({ unit, value, text }) => {
            const now = value(totals);
            return now === undefined ? null : (
              <li key={unit}>
                <div>
                  {text(now, totals)}
                  <p class="hint">{comparisonText({ unit, value, totals, previous, when })}</p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <p class="hint">
        {totals.pages > 0
          ? words.pagesReported(
              totals.pages,
              countText(totals.pages),
              share < 1 ? shareText(share) : undefined,
            )
          : words.noPageReported}
        {isLate && ` ${words.knownSince(timeOf(knownSince))}`}
      </p>
    </section>
  );
}
