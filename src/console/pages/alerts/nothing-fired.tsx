import { usePageAddress } from '../../page-address.ts';
import { LongerRange, Notice, RemoteView } from '../../parts/states.tsx';
import { type Range, rangeText } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { useZone } from '../../use-zone.ts';
import { alertWords as words } from '../../words.ts';
import { incidentChanges, timelineOf } from './timeline.ts';

/** Stands where alerts would be: the last one before, or how webhooks come here if none ever has. */
export function NothingFired({ range }: { readonly range: Range }) {
  const { calls, now } = useServices();
  const zone = useZone();
  const timeText = useTimeText();
  const { other } = usePageAddress();
  const reading = useReading('', (signal) =>
    calls.own('GET', '/webhook-events', { query: { type: 'alerts.triggered', limit: 1 } }, signal),
  );
  return (
    <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
      {({ events }) => {
        const [last] = timelineOf(events, []);
        return last ? (
          <Notice text={words.nothingFired(rangeText(range, now.value, zone))}>
            <p>
              {words.lastFired}{' '}
              <a href={other('/console/alerts', incidentChanges(last))}>
                <bdi>{last.name}</bdi>, {timeText(last.from)}
              </a>
            </p>
            <LongerRange />
          </Notice>
        ) : (
          <Notice text={words.noAlerts}>
            <a href={other('/console/alerts', { view: 'delivery' })}>{words.views.delivery}</a>
          </Notice>
        );
      }}
    </RemoteView>
  );
}
