import { useRef } from 'preact/hooks';
import { countText, NONE } from '../../../base/figure-text.ts';
import { type Overview, overviewAnswer } from '../../answers.ts';
import { firingOf } from '../../firing.tsx';
import { reasonLines, useReasonNames } from '../../handoff-reasons.ts';
import { addressOfOther, type Changes, usePageAddress } from '../../page-address.ts';
import { RemoteView } from '../../parts/states.tsx';
import { readRange, writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { timeText } from '../../zone.ts';
import { incidentAddress } from '../alerts/incident-address.ts';
import { beforeText, Card, NUMBERS, textOf } from './card.tsx';
import { Concurrency } from './concurrency.tsx';
import { RelayTrouble } from './relay-trouble.tsx';
import './page.css';

const { overview: words } = WORDS;
const REFRESH_MS = 60_000;
/** While the relay reads the conversations of the days before it started. */
const REFRESH_IN_BACKFILL_MS = 5_000;

/** Names the range of the figures and the one they are compared with: since when they are known, and how both were rounded. */
function Reach({ overview, timeOf }: { readonly overview: Overview; timeOf(time: string): string }) {
  const { knownSince, from, to, previousFrom, previousTo } = overview;
  if (knownSince === undefined) return <p class="hint">{words.nothingKnown}</p>;
  const since = Date.parse(knownSince);
  const when = beforeText(overview);
  const compared = overview.previous
    ? words.compared(timeOf(previousFrom), timeOf(previousTo))
    : since > Date.parse(from)
      ? words.knownSince(timeOf(knownSince))
      : since > Date.parse(previousFrom)
        ? words.knownTooLate(timeOf(knownSince), when)
        : words.unlike(when);
  return (
    <p class="hint">
      {overview.isRounded && words.rounded(timeOf(from), timeOf(to))}
      {compared}
    </p>
  );
}

/** The range of the rows that were counted, if it is not the one of the page. */
const counted = ({ isRounded, from, to }: Overview): Changes =>
  isRounded ? writeRange({ from: Date.parse(from), to: Date.parse(to) }) : {};

/** What an operator looks at in the morning: six numbers with those of the week before, and what is wrong. */
export function OverviewPage() {
  const { calls, clock, firing, now } = useServices();
  const zone = useZone();
  const names = useReasonNames();
  const address = usePageAddress();
  const { query } = address;
  const isBackfilling = useRef(false);
  const reading = useReading<Overview>(
    address.with({ zone: null }),
    async (signal) => {
      const { from, to } = readRange(query, clock.now());
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const read = await calls.call('GET', '/overview', { query: span }, { answer: overviewAnswer, signal });
      if (!read.ok) return read;
      firing.value = firingOf(read.value);
      isBackfilling.current = read.value.isBackfilling === true;
      return read;
    },
    { clock, everyMs: () => (isBackfilling.current ? REFRESH_IN_BACKFILL_MS : REFRESH_MS) },
  );
  const timeOf = (time: string) => timeText(Date.parse(time), now.value, zone);
  const rows = (changes: Changes = {}) => addressOfOther('/console/conversations', query, changes);

  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {(it) => (
        <div class="overview">
          {it.failing && <p class="failed">{words.failing(timeOf(it.failing.since), it.failing.code)}</p>}
          {it.unreadable.length > 0 && (
            <p class="failed">
              {words.unreadable(it.unreadable.length)}{' '}
              {it.unreadable.map(({ id }) => (
                <a key={id} href={rows({ open: id })}>
                  {id}
                </a>
              ))}
            </p>
          )}
          <ul class="cards">
            {NUMBERS.map((number) => (
              <Card
                key={number.name}
                number={number}
                overview={it}
                hrefOf={(target) =>
                  typeof target === 'string' ? target : rows({ ...target(it.totals), ...counted(it) })
                }
              />
            ))}
            <li class="card">
              {/* The relay counts those that began in the last six hours. */}
              <a href={rows({ ...writeRange('6h'), progress: 'yes' })}>
                <span class="card-name">{words.inProgress}</span>
                <span class="card-value">
                  {textOf('count', it.inProgressNow?.stale ? undefined : it.inProgressNow?.conversations)}
                </span>
                <span class="card-change">
                  {it.inProgressNow &&
                    (it.inProgressNow.stale ? words.notKnownSince : words.asOf)(timeOf(it.inProgressNow.at))}
                </span>
              </a>
            </li>
          </ul>
          <Reach overview={it} timeOf={timeOf} />
          <div class="sections">
            <section>
              <h2>{words.alerts}</h2>
              {it.alerts?.stale && <p class="failed">{words.alertsNotKnownSince(timeOf(it.alerts.at))}</p>}
              {!it.alerts ? (
                <p class="hint">{words.alertsUnknown}</p>
              ) : it.alerts.firing.length === 0 ? (
                !it.alerts.stale && <p class="hint">{words.noAlerts}</p>
              ) : (
                <ul class="facts-list">
                  {it.alerts.firing.map((alert) => (
                    <li key={alert.alertRuleId}>
                      <a
                        href={
                          alert.since === undefined
                            ? addressOfOther('/console/alerts', query)
                            : incidentAddress(
                                { ruleId: alert.alertRuleId, from: Date.parse(alert.since) },
                                query,
                              )
                        }
                      >
                        <span class="tag alert">{WORDS.alerts.states['alert']}</span> <bdi>{alert.name}</bdi>
                      </a>
                      <span class="hint">{alert.since && timeOf(alert.since)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <section>
              <h2>{words.reasons}</h2>
              {it.handoffReasons.length === 0 ? (
                <p class="hint">{it.knownSince === undefined ? NONE : words.noReasons}</p>
              ) : (
                <ul class="facts-list">
                  {reasonLines(it, { names, max: 8 }).map(({ id, text, handoffs, isNew, filter }) => (
                    <li key={id ?? text}>
                      <span>
                        <a title={id} href={rows({ ...filter, ...counted(it) })}>
                          <bdi>{text}</bdi>
                        </a>{' '}
                        {isNew && <span class="tag warning">{words.isNew}</span>}
                      </span>
                      <span>{countText(handoffs)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <RelayTrouble relays={it.relays} />
          </div>
          <Concurrency />
        </div>
      )}
    </RemoteView>
  );
}
