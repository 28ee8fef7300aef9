import type { ComponentChildren } from 'preact';
import { changeText, countText, NONE } from '../../../base/figure-text.ts';
import type { OwnAnswerOf } from '../../calls.ts';
import { reasonLines, useReasonNames } from '../../handoff-reasons.ts';
import { type Changes, usePageAddress } from '../../page-address.ts';
import { KnownSince } from '../../parts/states.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { useServices } from '../../services.ts';
import { useOwnZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { dayText, secondText } from '../../zone.ts';
import { FIGURES, textOf } from '../overview/card.tsx';
import { comparisonText } from '../overview/comparison.ts';
import { longDay, rangeOfDay } from './days.ts';
import { words } from './words.ts';

const { overview } = WORDS;
/** Names that stand alone here, and beside another figure in the overview. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  [overview.p95]: WORDS.alerts.metrics.turn_latency_p95,
};
const RELAY = ['sessions', 'refusals', 'upstreamErrors', 'webhooks'] as const;

function Table({
  label,
  head,
  children,
}: {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <table class="sheet-table" aria-label={label}>
      <TableHead titles={head} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** The morning check of a day, on a sheet that can be printed. */
export function Sheet({
  day,
  report,
}: {
  readonly day: string;
  readonly report: OwnAnswerOf<'GET', '/report'>;
}) {
  const zone = useOwnZone();
  const { place, site } = useServices();
  const { other, rowsWith } = usePageAddress();
  const { totals, previous, busiestHour, alerts, handoffReasons, relays } = report;
  const range = rangeOfDay(day, zone);
  const names = useReasonNames();
  const rounded =
    report.isRounded && report.from && report.to ? { from: report.from, to: report.to } : undefined;
  /** The range that the figures count. */
  const counted = { ...range, ...rounded };
  const rows = (filter: Changes) => rowsWith({ ...filter, ...counted });
  const from = Date.parse(range.from);
  const hourText = (at: number) => secondText(at, zone).slice(0, 5);
  const timeOf = (time: string) => `${dayText(Date.parse(time), zone)} ${hourText(Date.parse(time))}`;
  const figures = FIGURES.flatMap((figure) => [
    figure,
    ...(figure.second
      ? [
          {
            ...figure,
            name: LONG_NAMES[figure.second[0]] ?? figure.second[0],
            value: figure.second[1],
            leadsTo: figure.second[2],
          },
        ]
      : []),
  ]);
  return (
    <article class="sheet" aria-labelledby="sheet-title">
      <h2 id="sheet-title">{words.title(longDay(day), zone)}</h2>
      <p class="hint">
        {[
          site && words.site(site),
          place?.project && words.project(place.project),
          report.madeAt !== undefined && words.made(timeOf(report.madeAt)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {report.isComplete === false && <p class="tag warning">{words.incomplete}</p>}
      {rounded && <p class="hint">{overview.rounded(timeOf(rounded.from), timeOf(rounded.to))}</p>}
      {!previous && <p class="hint">{words.previousUnknown}</p>}
      <Table label={words.figures} head={[words.figure, words.ofDay, words.compared]}>
        {figures.map(({ name, unit, value, leadsTo }) => (
          <tr key={name}>
            <th scope="row">
              <a
                href={
                  typeof leadsTo === 'string'
                    ? other('/console/overview', counted) + leadsTo
                    : rows(leadsTo(totals))
                }
              >
                {name}
              </a>
            </th>
            <td>{textOf(unit, value(totals))}</td>
            <td>
              {previous
                ? comparisonText({ unit, value, totals, previous, when: overview.weeksBefore(1) })
                : NONE}
            </td>
          </tr>
        ))}
      </Table>
      {busiestHour && (
        <p class="hint">
          {words.busiest(hourText(Date.parse(busiestHour.start)), countText(busiestHour.conversations))}
        </p>
      )}
      <section>
        <h3>{WORDS.alerts.timeline}</h3>
        <KnownSince since={report.webhooksKnownSince} from={from} today={from} />
        {alerts.length === 0 ? (
          <p class="hint">{words.noAlerts}</p>
        ) : (
          <Table
            label={WORDS.alerts.timeline}
            head={[WORDS.alerts.name, words.fired, words.last, WORDS.alerts.state]}
          >
            {alerts.map((alert) => (
              <tr key={alert.alertRuleId}>
                <th scope="row">
                  <a href={other('/console/alerts', range)}>
                    <bdi>{alert.name}</bdi>
                  </a>
                </th>
                <td>{countText(alert.fired)}</td>
                <td>
                  <time dateTime={alert.lastAt} title={alert.lastAt}>
                    {hourText(Date.parse(alert.lastAt))}
                  </time>
                </td>
                <td>
                  <span class={`tag ${alert.isFiring ? 'alert' : 'ok'}`}>
                    {alert.isFiring ? WORDS.alerts.ends.open : WORDS.alerts.ends.resolved}
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
      <section>
        <h3>{overview.reasons}</h3>
        {handoffReasons.length === 0 ? (
          <p class="hint">{words.noReasons}</p>
        ) : (
          <Table label={overview.reasons} head={[words.reason, words.handoffs]}>
            {reasonLines(report, { names }).map((reason) => (
              <tr key={reason.id ?? reason.text}>
                <th scope="row">
                  <a title={reason.id} href={rows(reason.filter)}>
                    <bdi>{reason.text}</bdi>
                  </a>{' '}
                  {reason.isNew && <span class="tag warning">{overview.isNew}</span>}
                </th>
                <td>{countText(reason.handoffs)}</td>
              </tr>
            ))}
          </Table>
        )}
      </section>
      {relays && (
        <section>
          <h3>{overview.relay}</h3>
          <KnownSince since={relays.knownSince} from={from} today={from} text={overview.knownSince} />
          <Table label={overview.relay} head={[words.figure, words.ofDay, words.change]}>
            {RELAY.map((counter) => (
              <tr key={counter}>
                <th scope="row">{overview.relayFigures[counter]}</th>
                <td>{textOf('count', relays.totals?.[counter])}</td>
                <td>
                  {(relays.totals &&
                    relays.previous &&
                    changeText('count', relays.totals[counter], relays.previous[counter])) ||
                    NONE}
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
    </article>
  );
}
