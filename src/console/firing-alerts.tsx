import type { Overview } from './answers.ts';
import { useReading } from './remote.ts';
import { type Firing, useServices } from './services.ts';
import { WORDS } from './words.ts';

const REFRESH_MS = 60_000;
/** The shortest range that has figures: what fires does not depend on it. */
const RANGE_MS = 300_000;

/** Number of firing alerts by an overview. */
export const firingOf = ({ alerts }: Pick<Overview, 'alerts'>): Firing =>
  alerts?.stale ? 'not-known' : alerts?.firing.length;

/** Counts the firing alerts on the pages that do not read them themselves. */
export function FiringReader() {
  const { calls, clock, firing } = useServices();
  useReading(
    'firing',
    async (signal) => {
      const query = { from: new Date(clock.now() - RANGE_MS).toISOString() };
      const read = await calls.own('GET', '/overview', { query }, signal);
      if (read.ok) firing.value = firingOf(read.value);
      return read;
    },
    REFRESH_MS,
  );
  return null;
}

/** The number of firing alerts, or a question mark; nothing if it is none or not read yet. */
export function FiringCount() {
  const { value } = useServices().firing;
  if (!value) return null;
  return (
    <span class="count">
      {value === 'not-known' ? '?' : value}
      <span class="visually-hidden"> {WORDS.alerts.firing}</span>
    </span>
  );
}
