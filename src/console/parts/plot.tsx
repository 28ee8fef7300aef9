import { useSignal } from '@preact/signals';
import { NONE, TEXT_OF } from '../../base/figure-text.ts';
import { saveCsv } from '../csv.ts';
import { useServices } from '../services.ts';
import { useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { timeText } from '../zone.ts';
import { Lines, type PlotProps } from './plot-lines.tsx';
import './plot.css';

/** A plot, and the table of the same figures, which is what a screen reader gets. */
export function Plot(props: PlotProps) {
  const { title, times, windowMs, series, unit, isPartial = [], isSmall, onOpen } = props;
  const hasPartial = isPartial.includes(true);
  const format = TEXT_OF[unit];
  const zone = useZone();
  const { now } = useServices();
  const isTable = useSignal(false);
  if (isSmall)
    return (
      <div aria-hidden="true">
        <Lines {...props} />
      </div>
    );
  return (
    <figure class="plot">
      <figcaption>
        <h2>{title}</h2>
        <button
          type="button"
          class="quiet"
          onClick={() =>
            saveCsv(title, [
              [
                WORDS.conversations.time,
                ...series.map((it) => it.name),
                ...(hasPartial ? [WORDS.table.counted] : []),
              ],
              ...times.map((time, index) => [
                new Date(time).toISOString(),
                ...series.map((it) => it.values[index] ?? undefined),
                ...(hasPartial ? [isPartial[index] ? WORDS.table.soFar : WORDS.table.toTheEnd] : []),
              ]),
            ])
          }
        >
          {WORDS.table.csv}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isTable.value = !isTable.value;
          }}
        >
          {isTable.value ? WORDS.table.asPlot : WORDS.table.asTable}
        </button>
      </figcaption>
      {!isTable.value && (
        <div aria-hidden="true">
          <Lines {...props} />
        </div>
      )}
      <div class={isTable.value ? 'plot-table' : 'visually-hidden'}>
        <table>
          <caption class="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{WORDS.conversations.time}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, index) =>
              isTable.value || isPartial[index] || index % Math.ceil(times.length / 48) === 0 ? (
                <tr key={time}>
                  <th scope="row">
                    {onOpen ? (
                      <button type="button" class="link" onClick={() => onOpen(time, time + windowMs)}>
                        {timeText(time, now.value, zone)}
                      </button>
                    ) : (
                      timeText(time, now.value, zone)
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
      </div>
    </figure>
  );
}
