import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Cell } from '../../base/csv.ts';
import { NONE, TEXT_OF } from '../../base/figure-text.ts';
import { useTimeText } from '../use-time-text.ts';
import { WORDS } from '../words.ts';
import { CsvButton } from './csv-button.tsx';
import { lazy } from './lazy-page.tsx';
import type { LinesProps, PlotProps, Series } from './plot-lines.tsx';
import { TableHead } from './table-head.tsx';
import './plot.css';

/** The numbers of a page come before its plots, whose library is larger than the rest of it. */
const Lines = lazy<LinesProps>(
  () => import('./plot-lines.tsx').then((module) => module.Lines),
  ({ height }) => <div style={{ height: `${height}px` }} />,
);

/** As many rows as a screen reader is given without asking for the table. */
const MAX_READ_OUT = 48;
const SMALL_HEIGHT = 64;

/** A small plot has no axes, and no table of its own. */
export const SmallPlot = (props: PlotProps) => (
  <div aria-hidden="true">
    <Lines {...props} isSmall />
  </div>
);

interface TableProps extends Pick<PlotProps, 'times' | 'windowMs' | 'unit' | 'isPartial' | 'onOpen'> {
  readonly title: string;
  readonly series: readonly Pick<Series, 'name' | 'values'>[];
  /** True once the element is on the screen. */
  readonly isVisible: boolean;
}

function Table({ title, times, windowMs, series, unit, isPartial = [], onOpen, isVisible }: TableProps) {
  const timeText = useTimeText();
  const format = TEXT_OF[unit];
  const every = isVisible ? 1 : Math.ceil(times.length / MAX_READ_OUT);
  return (
    <table>
      <caption class="visually-hidden">{title}</caption>
      <TableHead titles={[WORDS.conversations.time, ...series.map(({ name }) => name)]} />
      <tbody>
        {times.map((time, index) =>
          isPartial[index] || index % every === 0 ? (
            <tr key={time}>
              <th scope="row">
                {onOpen ? (
                  <button type="button" class="link" onClick={() => onOpen(time, time + windowMs)}>
                    {timeText(time)}
                  </button>
                ) : (
                  timeText(time)
                )}
                {isPartial[index] && <span class="hint"> {WORDS.table.soFar}</span>}
              </th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[index] == null ? NONE : format(values[index])}</td>
              ))}
            </tr>
          ) : null,
        )}
      </tbody>
    </table>
  );
}

/** A line of the same times, drawn small below the plot. */
interface Further extends Pick<Series, 'name' | 'values'> {
  readonly max: number;
}

interface FigureProps extends PlotProps {
  /** Title of the plot and caption of its table. */
  readonly title: string;
  /** Stands under the title. */
  readonly lead?: ComponentChildren;
  readonly further?: readonly Further[];
}

/** A plot with small plots below it, and one table of all figures for screen readers. */
export function Plot({ title, lead, further = [], ...props }: FigureProps) {
  const { times, isPartial = [], unit } = props;
  const [isTable, setTable] = useState(false);
  const series = [...props.series, ...further];

  function rows(): readonly (readonly Cell[])[] {
    const hasPartial = isPartial.includes(true);
    const names = series.map((line) => line.name);
    return [
      [WORDS.conversations.time, ...names, ...(hasPartial ? [WORDS.table.counted] : [])],
      ...times.map((time, index) => [
        new Date(time).toISOString(),
        ...series.map((line) => line.values[index] ?? undefined),
        ...(hasPartial ? [isPartial[index] ? WORDS.table.soFar : WORDS.table.toTheEnd] : []),
      ]),
    ];
  }

  return (
    <figure class="plot">
      <figcaption>
        <h2>{title}</h2>
        <CsvButton name={title} rows={rows} />
        <button type="button" class="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? WORDS.table.asPlot : WORDS.table.asTable}
        </button>
      </figcaption>
      {lead && <p class="hint">{lead}</p>}
      {!isTable && (
        <div aria-hidden="true">
          <Lines {...props} />
          {further.length > 0 && (
            <ul class="small-plots">
              {further.map(({ name, values, max }) => (
                <li key={name}>
                  <p>
                    <bdi>{name}</bdi> <span class="hint">{TEXT_OF[unit](max)}</span>
                  </p>
                  <Lines {...props} series={[{ name, values, tone: 'main' }]} height={SMALL_HEIGHT} isSmall />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div class={isTable ? 'plot-table' : 'visually-hidden'}>
        <Table {...props} title={title} series={series} isVisible={isTable} />
      </div>
    </figure>
  );
}
