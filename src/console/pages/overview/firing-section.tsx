import { type Overview, readTime } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { WORDS, overviewWords as words } from '../../words.ts';
import { incidentChanges } from '../alerts/timeline.ts';

interface FiringSectionProps extends Pick<Overview, 'alerts'> {
  timeOf(time: string): string;
}

/** The alerts that are firing, or since when this is not known. */
export function FiringSection({ alerts, timeOf }: FiringSectionProps) {
  const { other } = usePageAddress();
  return (
    <section>
      <h2>{words.alerts}</h2>
      {alerts?.stale && <p class="failed">{words.alertsNotKnownSince(timeOf(alerts.at))}</p>}
      {!alerts ? (
        <p class="hint">{words.alertsUnknown}</p>
      ) : alerts.firing.length === 0 ? (
        !alerts.stale && <p class="hint">{words.noAlerts}</p>
      ) : (
        <ul class="facts-list">
          {alerts.firing.map(({ alertRuleId, name, since: began }) => {
            const since = readTime(began);
            return (
              <li key={alertRuleId}>
                <a
                  href={other(
                    '/console/alerts',
                    since === undefined
                      ? {}
                      : incidentChanges({ ruleId: alertRuleId, from: Date.parse(since) }),
                  )}
                >
                  <span class="tag alert">{WORDS.alerts.states['alert']}</span> <bdi>{name}</bdi>
                </a>
                <span class="hint">{since && timeOf(since)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
