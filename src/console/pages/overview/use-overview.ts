import { useRef } from 'preact/hooks';
import type { Overview } from '../../answers.ts';
import { firingOf } from '../../firing-alerts.tsx';
import { type Changes, usePageAddress } from '../../page-address.ts';
import { readRange, writeRange } from '../../range.ts';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useTimeText } from '../../use-time-text.ts';

const REFRESH_MS = 60_000;
/** While the relay reads the conversations of the days before it started. */
const REFRESH_IN_BACKFILL_MS = 5_000;

/** The range of the counted rows, if it is not the range of the page. */
export const countedRange = ({ isRounded, from, to }: Overview): Changes =>
  isRounded ? writeRange({ from: Date.parse(from), to: Date.parse(to) }) : {};

/** The overview of the range in the address, read again every minute. */
export function useOverview() {
  const { calls, clock, firing } = useServices();
  const address = usePageAddress();
  const { query } = address;
  const isBackfilling = useRef(false);
  const reading = useReading<Overview>(
    address.with({ zone: null }),
    async (signal) => {
      const { from, to } = readRange(query, clock.now());
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const read = await calls.own('GET', '/overview', { query: span }, signal);
      if (!read.ok) return read;
      firing.value = firingOf(read.value);
      isBackfilling.current = read.value.isBackfilling === true;
      return read;
    },
    () => (isBackfilling.current ? REFRESH_IN_BACKFILL_MS : REFRESH_MS),
  );
  return {
    reading,
    timeOf: useTimeText(),
    rowsWith: address.rowsWith,
  };
}
