import { useWidget } from '../context/widget-context.ts';

const DAY_MS = 86_400_000;

/** Name of a day: “today” and “yesterday”, otherwise the date. */
function dayName(at: number, now: number, locale: string): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(at) - midnight(now)) / DAY_MS);
  if (days === 0 || days === -1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
  }).format(at);
}

/** Separator between two days of a conversation. */
export function DaySeparator({ at }: { readonly at: number }) {
  const { clock, locale } = useWidget();
  return <div class="day">{dayName(at, clock.now(), locale.value)}</div>;
}
