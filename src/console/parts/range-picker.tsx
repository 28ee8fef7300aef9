import { useId, useRef } from 'preact/hooks';
import { usePageAddress } from '../page-address.ts';
import { LAST, type Last, readRange, writeRange } from '../range.ts';
import { useServices } from '../services.ts';
import { useZone } from '../use-zone.ts';
import { WORDS } from '../words.ts';
import { fromField, timeText, toField } from '../zone.ts';

/** The range of time of the page: the last hours, or between two times. */
export function RangePicker() {
  const { now } = useServices();
  const zone = useZone();
  const { query, change } = usePageAddress();
  const range = readRange(query, now.value);
  const menu = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [from, to] = [useId(), useId()];
  const label =
    range.last === undefined
      ? `${timeText(range.from, now.value, zone)} – ${timeText(range.to, now.value, zone)}`
      : LAST[range.last].label;

  const choose = (next: Parameters<typeof writeRange>[0]) => {
    menu.current?.hidePopover();
    change(writeRange(next));
  };

  function apply(): void {
    const data = new FormData(form.current ?? undefined);
    const [begin = Number.NaN, end = Number.NaN] = ['from', 'to'].map((it) =>
      fromField(String(data.get(it)), zone),
    );
    if (begin < end) choose({ from: begin, to: end });
  }

  return (
    <div class="range">
      <button type="button" class="select" popovertarget="range" aria-label={`${WORDS.bar.range}: ${label}`}>
        {label}
      </button>
      <div ref={menu} id="range" popover="auto" class="menu">
        {(Object.keys(LAST) as Last[]).map((it) => (
          <button key={it} type="button" aria-pressed={range.last === it} onClick={() => choose(it)}>
            {LAST[it].label}
          </button>
        ))}
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <label for={from}>{WORDS.bar.from}</label>
          <input id={from} name="from" type="datetime-local" required value={toField(range.from, zone)} />
          <label for={to}>{WORDS.bar.to}</label>
          <input id={to} name="to" type="datetime-local" required value={toField(range.to, zone)} />
          <button type="submit">{WORDS.bar.apply}</button>
        </form>
      </div>
    </div>
  );
}
