import type { AlertRule } from '../../answers.ts';
import { usePageAddress } from '../../page-address.ts';
import { CsvButton } from '../../parts/csv-button.tsx';
import { KnownSince, RemoteView } from '../../parts/states.tsx';
import { readRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { alertWords as words } from '../../words.ts';
import { AlertList, alertTable } from './alert-list.tsx';
import { NothingFired } from './nothing-fired.tsx';
import { timelineOf } from './timeline.ts';

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
