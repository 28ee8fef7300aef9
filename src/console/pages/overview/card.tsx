import { NONE, TEXT_OF, type Unit } from '../../../base/figure-text.ts';
import type { Figures, Overview, Step } from '../../answers.ts';
import type { Changes } from '../../page-address.ts';
import { SmallPlot } from '../../parts/plot.tsx';
import { overviewWords as words } from '../../words.ts';
import { comparisonText } from './comparison.ts';

/** With fewer turns a percentile would look exact without being so. */
export const MIN_TURNS = 20;

type Value = (of: Figures) => number | undefined;

const rate: Value = ({ handoffs, conversations }) =>
  conversations > 0 ? handoffs / conversations : undefined;

/** The filters of the rows behind a figure, or the section that has more of it. */
type Target = ((of: Figures) => Changes) | '#concurrency';

/** A figure of the overview. */
interface Figure {
  readonly name: string;
  readonly unit: Unit;
  readonly value: Value;
  /** A second figure in the same card, with its name. */
  readonly second?: readonly [name: string, value: Value, leadsTo: Target];
  readonly leadsTo: Target;
}

export const FIGURES: readonly Figure[] = [
  {
    name: words.conversations,
    unit: 'count',
    value: (of) => of.conversations,
    leadsTo: () => ({}),
  },
  {
    name: words.handoffRate,
    unit: 'share',
    value: rate,
    leadsTo: () => ({ handoff: 'any' }),
  },
  {
    name: words.latency,
    unit: 'latency',
    value: (of) => of.latencyP50Ms,
    second: [
      words.p95,
      (of) => (of.latencyTurns >= MIN_TURNS ? of.latencyP95Ms : undefined),
      ({ latencyP95Ms }) => ({ layer: 'latency', slow: latencyP95Ms?.toString() }),
    ],
    leadsTo: () => ({ layer: 'latency' }),
  },
  {
    name: words.outOfDomain,
    unit: 'count',
    value: (of) => of.outOfDomainTurns,
    second: [words.silent, (of) => of.silentTurns, () => ({ silent: '1' })],
    leadsTo: () => ({ out_of_domain: '1' }),
  },
  {
    name: words.peak,
    unit: 'count',
    value: (of) => of.peakConcurrency,
    leadsTo: '#concurrency',
  },
];

const WEEK_MS = 7 * 86_400_000;

export const textOf = (unit: Unit, value: number | undefined) =>
  value === undefined ? NONE : TEXT_OF[unit](value);

/** The values of a plot: a gap where nothing is known. */
const valuesOf = (steps: readonly Step[], value: Value) =>
  steps.map((step) => (step.known === 'none' ? null : (value(step) ?? null)));

/** The time to compare with. */
export const beforeText = ({ from, previousFrom }: Overview) =>
  words.weeksBefore(Math.round((Date.parse(from) - Date.parse(previousFrom)) / WEEK_MS));

interface CardProps {
  readonly figure: Figure;
  readonly overview: Overview;
  hrefOf(leadsTo: Target): string;
}

/** A figure, its value the week before, and a small plot of both. */
export function Card({ figure: { name, unit, value, second, leadsTo }, overview, hrefOf }: CardProps) {
  const { previous, series, previousSeries, knownSince } = overview;
  const stepMs = overview.step * 1_000;
  // Nothing is known of a relay that has just started: zeros would be wrong.
  const totals = knownSince === undefined ? undefined : overview.totals;
  const when = beforeText(overview);
  const comparisonOf = (of: Value) => comparisonText({ unit, value: of, totals, previous, when });
  return (
    <li class="card">
      <a href={hrefOf(leadsTo)}>
        <span class="card-name">{name}</span>
        <span class="card-value">{textOf(unit, totals && value(totals))}</span>
        <span class="card-change">{comparisonOf(value)}</span>
      </a>
      {second && (
        <a class="card-second" href={hrefOf(second[2])}>
          {second[0]} {textOf(unit, totals && second[1](totals))}
          {previous && `, ${comparisonOf(second[1])}`}
        </a>
      )}
      <SmallPlot
        times={series.map((step) => Date.parse(step.start))}
        windowMs={stepMs}
        isPartial={series.map(
          ({ known, start, end }) => known !== 'all' || Date.parse(end) - Date.parse(start) < stepMs,
        )}
        unit={unit}
        height={48}
        series={[
          {
            name: when,
            tone: 'before',
            values: previous ? valuesOf(previousSeries, value) : [],
          },
          { name, tone: 'main', values: valuesOf(series, value) },
        ]}
      />
    </li>
  );
}
