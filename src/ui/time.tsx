import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';

const HOUR: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const hour = new Intl.DateTimeFormat('en', HOUR);
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** `14:36` for a time of today, else `22 Nov 14:36`. */
export function localTimeText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? hour.format(at) : `${day.format(at)} ${hour.format(at)}`;
}

interface TimeProps {
  readonly at: number;
  readonly now: ReadonlySignal<number>;
}

/** A time that stays correct past midnight. Its title is exact. */
export function LocalTime({ at, now }: TimeProps) {
  const text = useMemo(() => computed(() => localTimeText(at, now.value)), [at, now]);
  const exact = new Date(at).toISOString();
  return (
    <time dateTime={exact} title={exact}>
      {text}
    </time>
  );
}
