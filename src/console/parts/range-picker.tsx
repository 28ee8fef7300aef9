import { useId, useState } from 'preact/hooks';
import { usePageAddress } from '../page-address.ts';
import { LAST_MS, type Last, readRange, writeRange } from '../range.ts';
import { useServices } from '../services.ts';
import { useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { changedTime, timeText, toField } from '../zone.ts';
import { closePopover, Popover } from './popover.tsx';
import { Problem } from './states.tsx';
import { withFields } from './with-fields.ts';

/** The range of time of the page: the last hours, or between two times. */
export function RangePicker() {
  const { now } = useServices();
  const zone = useZone();
  const { query, change } = usePageAddress();
  const range = readRange(query, now.value);
  const [error, setError] = useState<string>();
  const [from, to] = [useId(), useId()];
  const label =
    range.last === undefined
      ? `${timeText(range.from, now.value, zone)} – ${timeText(range.to, now.value, zone)}`
      : WORDS.ranges[range.last];

  /** Takes the range of the form, unless it ends before it begins. */
  function apply(fields: FormData, form: HTMLFormElement): void {
    const read = (name: 'from' | 'to') => changedTime(range[name], String(fields.get(name)), zone);
    const [begin, end] = [read('from'), read('to')];
    const isInOrder = begin < end;
    setError(isInOrder ? undefined : WORDS.bar.outOfOrder);
    if (!isInOrder) return;
    change(writeRange({ from: begin, to: end }));
    closePopover(form);
  }

  return (
    <Popover label={`${WORDS.bar.range}: ${label}`} button={label} look="select">
      {(Object.keys(LAST_MS) as Last[]).map((last) => (
        <button
          key={last}
          type="button"
          aria-pressed={range.last === last}
          onClick={() => change(writeRange(last))}
        >
          {WORDS.ranges[last]}
        </button>
      ))}
      <form onSubmit={withFields(apply)}>
        <label for={from}>{WORDS.bar.from}</label>
        <input id={from} name="from" type="datetime-local" required value={toField(range.from, zone)} />
        <label for={to}>{WORDS.bar.to}</label>
        <input id={to} name="to" type="datetime-local" required value={toField(range.to, zone)} />
        <Problem text={error} />
        <button type="submit">{WORDS.bar.apply}</button>
      </form>
    </Popover>
  );
}
