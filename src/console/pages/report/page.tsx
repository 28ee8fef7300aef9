import { ok } from '../../../base/result.ts';
import { dayAfter, dayAt } from '../../../base/time-zone.ts';
import { usePageAddress } from '../../page-address.ts';
import { RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useOwnZone } from '../../use-zone.ts';
import { readDay } from './days.ts';
import { Sheet } from './sheet.tsx';
import { words } from './words.ts';
import './page.css';

/** The report of a day: to be read in the morning, printed, or sent. */
export function ReportPage() {
  const { calls, now } = useServices();
  const address = usePageAddress();
  const zone = useOwnZone();
  const day = readDay(address.query.get('day'), now.value, zone);
  const last = dayAt(now.value, zone);
  const next = dayAfter(day, 1);
  // With its day: while another one is read, this one stays.
  const reading = useReading(day, async (signal) => {
    const read = await calls.own('GET', '/report', { query: { day } }, signal);
    return read.ok ? ok({ day, report: read.value }) : read;
  });
  return (
    <div class="report">
      <div class="controls report-bar">
        <a class="button" href={address.with({ day: dayAfter(day, -1) })} aria-label={words.before}>
          ←
        </a>
        <label class="visually-hidden" for="report-day">
          {words.day}
        </label>
        <input
          id="report-day"
          type="date"
          value={day}
          max={last}
          onChange={({ currentTarget }) =>
            currentTarget.value && address.change({ day: currentTarget.value })
          }
        />
        {next > last ? (
          <button type="button" disabled aria-label={words.after}>
            →
          </button>
        ) : (
          <a class="button" href={address.with({ day: next })} aria-label={words.after}>
            →
          </a>
        )}
        <span class="controls report-actions">
          <button type="button" class="primary" onClick={() => print()}>
            {words.print}
          </button>
        </span>
      </div>
      <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
        {(read) => <Sheet {...read} />}
      </RemoteView>
    </div>
  );
}
