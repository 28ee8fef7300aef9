import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { usePageAddress } from '../page-address.ts';
import { LAST_MS, type Last, readRange, writeRange } from '../range.ts';
import { useServices } from '../services.ts';
import { useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { fromField, timeText, toField } from '../zone.ts';
import { Popover } from './popover.tsx';

/** The range of time of the page: the last hours, or between two times. */
export function RangePicker() {
  const { now } = useServices();
  const zone = useZone();
  const { query, change } = usePageAddress();
  const range = readRange(query, now.value);
  const error = useSignal<string | undefined>(undefined);
  const [from, to] = [useId(), useId()];
  const label =
    range.last === undefined
      ? `${timeText(range.from, now.value, zone)} – ${timeText(range.to, now.value, zone)}`
      : WORDS.ranges[range.last];

  /** Takes the range of the form. Returns false if it ends before it begins. */
  function apply(data: FormData): boolean {
    const [begin = Number.NaN, end = Number.NaN] = ['from', 'to'].map((name) =>
      fromField(String(data.get(name)), zone),
    );
    if (!(begin < end)) return false;
    change(writeRange({ from: begin, to: end }));
    return true;
  }

  return (
    <Popover label={`${WORDS.bar.range}: ${label}`} button={label} look="select">
      {(close) => (
        <>
          {(Object.keys(LAST_MS) as Last[]).map((last) => (
            <button
              key={last}
              type="button"
              aria-pressed={range.last === last}
              onClick={() => {
                close();
                change(writeRange(last));
              }}
            >
              {WORDS.ranges[last]}
            </button>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const isInOrder = apply(new FormData(event.currentTarget));
              error.value = isInOrder ? undefined : WORDS.bar.outOfOrder;
              if (isInOrder) close();
            }}
          >
            <label for={from}>{WORDS.bar.from}</label>
            <input id={from} name="from" type="datetime-local" required value={toField(range.from, zone)} />
            <label for={to}>{WORDS.bar.to}</label>
            <input id={to} name="to" type="datetime-local" required value={toField(range.to, zone)} />
            {error.value !== undefined && (
              <p class="error" role="alert">
                {error.value}
              </p>
            )}
            <button type="submit">{WORDS.bar.apply}</button>
          </form>
        </>
      )}
    </Popover>
  );
}
