import { type Figures, type Overview, overviewAnswer, type Step } from '../../answers.ts';
import { changeText, countText, NONE, TEXT_OF, type Unit } from '../../figures.ts';
import { addressOfOther, type Changes, usePageAddress } from '../../page-address.ts';
import { Plot } from '../../parts/plot.tsx';
import { RemoteView } from '../../parts/states.tsx';
import { readRange, writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { timeText } from '../../zone.ts';
import './page.css';

const { overview: words } = WORDS;
const REFRESH_MS = 60_000;
/** With fewer turns a percentile would look exact without being so. */
const MIN_TURNS = 20;

type Value = (of: Figures) => number | undefined;

const rate: Value = ({ handoffs, conversations }) =>
  conversations > 0 ? handoffs / conversations : undefined;

interface Number {
  readonly name: string;
  readonly unit: Unit;
  readonly value: Value;
  /** A second figure in the same card, with its name. */
  readonly second?: readonly [name: string, value: Value];
  /** The filters of the rows behind it, or another page. */
  readonly leadsTo: { readonly path: string; readonly changes?: Changes };
}

const CONVERSATIONS = '/console/conversations';

const NUMBERS: readonly Number[] = [
  {
    name: words.conversations,
    unit: 'count',
    value: (of) => of.conversations,
    leadsTo: { path: CONVERSATIONS },
  },
  { name: words.handoffRate, unit: 'share', value: rate, leadsTo: { path: CONVERSATIONS } },
  {
    name: words.latency,
    unit: 'latency',
    value: (of) => of.latencyP50Ms,
    second: [words.p95, (of) => (of.latencyTurns >= MIN_TURNS ? of.latencyP95Ms : undefined)],
    leadsTo: { path: CONVERSATIONS, changes: { layer: 'latency' } },
  },
  {
    name: words.outOfDomain,
    unit: 'count',
    value: (of) => of.outOfDomainTurns,
    second: [words.silent, (of) => of.silentTurns],
    leadsTo: { path: CONVERSATIONS },
  },
  {
    name: words.peak,
    unit: 'count',
    value: (of) => of.peakConcurrency,
    leadsTo: { path: '/console/concurrency' },
  },
];

const WEEK_MS = 7 * 86_400_000;

const textOf = (unit: Unit, value: number | undefined) => (value === undefined ? NONE : TEXT_OF[unit](value));

/** The values of a plot: a gap where nothing is known. */
const valuesOf = (steps: readonly Step[], value: Value) =>
  steps.map((step) => (step.known === 'none' ? null : (value(step) ?? null)));

interface CardProps {
  readonly number: Number;
  readonly overview: Overview;
  readonly href: string;
}

function Card({ number: { name, unit, value, second }, overview, href }: CardProps) {
  const { totals, previous, series, previousSeries, step, knownSince, previousFrom } = overview;
  const [now, before] = [value(totals), value(previous)];
  // A period that is known in part only would make every change look large.
  const isKnown = knownSince !== undefined && Date.parse(knownSince) <= Date.parse(previousFrom);
  const change = isKnown && now !== undefined && before !== undefined ? changeText(now, before) : undefined;
  const when = words.weeksBefore(
    Math.round((Date.parse(overview.from) - Date.parse(previousFrom)) / WEEK_MS),
  );
  return (
    <li class="card">
      <a href={href}>
        <span class="card-name">{name}</span>
        <span class="card-value">{textOf(unit, now)}</span>
        {second && (
          <span class="card-second">
            {second[0]} {textOf(unit, second[1](totals))}
          </span>
        )}
        <span class="card-change">
          {change === undefined
            ? words.noComparison(when)
            : change === 'same'
              ? words.same(when)
              : words.than(change, textOf(unit, before), when)}
        </span>
      </a>
      <Plot
        title={name}
        isSmall
        times={series.map((it) => Date.parse(it.start))}
        windowMs={step * 1_000}
        unit={unit}
        height={48}
        series={[
          {
            name: when,
            tone: 'before',
            values: valuesOf(previousSeries, value).slice(0, series.length),
          },
          { name, tone: 'main', values: valuesOf(series, value) },
        ]}
      />
    </li>
  );
}

/** What an operator looks at in the morning: six numbers with those of the week before, and what is wrong. */
export function OverviewPage() {
  const { calls, clock, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const { query } = address;
  const reading = useReading<Overview>(
    address.with({ zone: null }),
    (signal) => {
      const { from, to } = readRange(query, clock.now());
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      return calls.call('GET', '/overview', { query: span }, { answer: overviewAnswer, signal });
    },
    { clock, everyMs: REFRESH_MS },
  );
  const rows = (changes: Changes = {}) => addressOfOther(CONVERSATIONS, query, changes);

  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {(it) => (
        <div class="overview">
          <ul class="cards">
            {NUMBERS.map((number) => (
              <Card
                key={number.name}
                number={number}
                overview={it}
                href={addressOfOther(number.leadsTo.path, query, number.leadsTo.changes)}
              />
            ))}
            <li class="card">
              <a href={rows({ ...writeRange('24h'), progress: 'yes' })}>
                <span class="card-name">{words.inProgress}</span>
                <span class="card-value">{textOf('count', it.inProgressNow?.conversations)}</span>
                <span class="card-change">
                  {it.inProgressNow && words.asOf(timeText(Date.parse(it.inProgressNow.at), now.value, zone))}
                </span>
              </a>
            </li>
          </ul>
          {it.knownSince && Date.parse(it.knownSince) > readRange(query, now.value).from && (
            <p class="hint">{words.knownSince(timeText(Date.parse(it.knownSince), now.value, zone))}</p>
          )}
          <div class="sections">
            <section>
              <h2>{words.alerts}</h2>
              {!it.alerts?.firing.length ? (
                <p class="hint">{it.alerts ? words.noAlerts : words.alertsUnknown}</p>
              ) : (
                <ul class="facts-list">
                  {it.alerts.firing.map((alert) => (
                    <li key={alert.alertRuleId}>
                      <a href={addressOfOther('/console/alerts', query)}>
                        <span class="tag alert">{WORDS.alerts.states['alert']}</span> <bdi>{alert.name}</bdi>
                      </a>
                      <span class="hint">
                        {alert.since && timeText(Date.parse(alert.since), now.value, zone)}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <section>
              <h2>{words.reasons}</h2>
              {it.handoffReasons.length === 0 ? (
                <p class="hint">{words.noReasons}</p>
              ) : (
                <ul class="facts-list">
                  {it.handoffReasons.slice(0, 8).map(({ reason, handoffs, isNew }) => (
                    <li key={reason}>
                      <span>
                        <a href={rows()}>
                          <bdi>{reason}</bdi>
                        </a>{' '}
                        {isNew && <span class="tag warning">{words.isNew}</span>}
                      </span>
                      <span>{countText(handoffs)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <section>
              <h2>{words.relay}</h2>
              {it.relays ? (
                <ul class="facts-list">
                  {(['sessions', 'refusals', 'upstreamErrors', 'webhooks'] as const).map((name) => (
                    <li key={name}>
                      <span>{words.relayFigures[name]}</span>
                      <span>{countText(it.relays?.totals[name] ?? 0)}</span>
                    </li>
                  ))}
                  {it.relays.sockets !== undefined && (
                    <li>
                      <span>{words.sockets}</span>
                      <span>{countText(it.relays.sockets)}</span>
                    </li>
                  )}
                </ul>
              ) : (
                <p class="hint">{words.relayUnknown}</p>
              )}
            </section>
          </div>
        </div>
      )}
    </RemoteView>
  );
}
