import type { AlertRule } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { CsvButton } from '../../parts/csv-button.tsx';
import { KnownSince, LongerRange, Notice, RemoteView } from '../../parts/states.tsx';
import { type Range, rangeText, readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';
import { useZone } from '../../use-zone.ts';
import { alertWords as words } from '../../words.ts';
import { AlertList, alertTable } from './alert-list.tsx';
import { incidentChanges, timelineOf } from './timeline.ts';

/** Stands where alerts would be: the last one before, or how webhooks come here if none ever has. */
function NothingFired({ range }: { readonly range: Range }) {
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

const REFRESH_MS = 30_000;
/** As many as the relay keeps. */
const MAX_EVENTS = 1_000;

interface TimelineProps {
  /** undefined: not read yet. */
  readonly rules: readonly AlertRule[] | undefined;
}

/** The alerts of the range. Its end does not limit what is read: an alert that began before may have been resolved since. */
export function Timeline({ rules }: TimelineProps) {
  const { calls, clock, now } = useServices();
  const { query } = usePageAddress();
  const reading = useReading(
    ['range', 'from', 'to'].map((name) => query.get(name)).join(),
    (signal) => {
      const { from } = readRange(query, clock.now());
      const asked = { start_time: new Date(from).toISOString(), limit: MAX_EVENTS };
      return calls.own('GET', '/webhook-events', { query: asked }, signal);
    },
    REFRESH_MS,
  );
  const range = readRange(query, now.value);
  const shown = timelineOf(reading.remote.value.value?.events ?? [], rules ?? []).filter(
    ({ from, end }) => from < range.to && (end.status !== 'resolved' || end.at > range.from),
  );
  return (
    <section class="timeline">
      <div class="section-head">
        <h2>{words.timeline}</h2>
        <KnownSince since={reading.remote.value.value?.knownSince} from={range.from} />
        {shown.length > 0 && <CsvButton name="alerts" rows={() => alertTable(shown)} />}
      </div>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {() => (shown.length > 0 ? <AlertList alerts={shown} /> : <NothingFired range={range} />)}
      </RemoteView>
    </section>
  );
}
