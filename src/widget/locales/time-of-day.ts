import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** null until the format has been created. */
type Format = Signal<Intl.DateTimeFormat | null>;

const formats = new Map<string, Format>();

/** Time for which the first messages are shown without their time. */
const CREATE_AFTER_MS = 50;

function formatFor(locale: string): Format {
  const known = formats.get(locale);
  if (known) return known;
  const format: Format = signal(null);
  formats.set(locale, format);
  setTimeout(() => {
    format.value = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  }, CREATE_AFTER_MS);
  return format;
}

/**
 * Hours and minutes in the format of the locale. For the first format of a page the browser reads the data of all its
 * languages, which takes it as long as opening the chat. So that happens later, and until then the text is a blank.
 */
export function timeOfDay(at: number, locale: string): string | ReadonlySignal<string> {
  const format = formatFor(locale);
  return format.peek()?.format(at) ?? computed(() => format.value?.format(at) ?? '\u00a0');
}
