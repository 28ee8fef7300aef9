import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Clock } from '../../base/clock.ts';

/** null until the format has been created. */
type Format = Signal<Intl.DateTimeFormat | null>;

/** Time for which the first messages are shown without their time. */
const CREATE_AFTER_MS = 50;

const formatsByClock = new WeakMap<Clock, Map<string, Format>>();

function formatFor(locale: string, clock: Clock): Format {
  const formats = formatsByClock.get(clock) ?? new Map<string, Format>();
  formatsByClock.set(clock, formats);
  const known = formats.get(locale);
  if (known) return known;
  const format: Format = signal(null);
  formats.set(locale, format);
  clock.after(CREATE_AFTER_MS, () => {
    format.value = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  });
  return format;
}

/**
 * Hours and minutes in the format of the locale. The first format of a page makes the browser load the data of all its languages,
 * and that takes as long as opening the chat. So the format is lazy, and until then the text is a blank.
 */
export function timeOfDay(at: number, locale: string, clock: Clock): string | ReadonlySignal<string> {
  const format = formatFor(locale, clock);
  return format.peek()?.format(at) ?? computed(() => format.value?.format(at) ?? '\u00a0');
}
