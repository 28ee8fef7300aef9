import { type Overview, readTime } from '../../answers.ts';
import { addressOfOther, usePageAddress } from '../../page-address.ts';
import { WORDS } from '../../words.ts';
import { incidentAddress } from '../alerts/incident-address.ts';

const { overview: words } = WORDS;

interface FiringSectionProps extends Pick<Overview, 'alerts'> {
  timeOf(time: string): string;
}

/** The alerts that are firing, or since when this is not known. */
export function FiringSection({ alerts, timeOf }: FiringSectionProps) {
  const { query } = usePageAddress();
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
                  href={
                    since === undefined
                      ? addressOfOther('/console/alerts', query)
                      : incidentAddress({ ruleId: alertRuleId, from: Date.parse(since) }, query)
                  }
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
