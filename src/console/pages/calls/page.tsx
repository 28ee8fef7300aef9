import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { saveCsv } from '../../csv.ts';
import { usePageAddress } from '../../page-address.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { dayText, timeText } from '../../zone.ts';
import { type Call, callsAnswer } from './answers.ts';
import { CallPanel } from './call-panel.tsx';
import { COLUMNS } from './columns.tsx';
import { PlaceForm } from './place-form.tsx';
import { words } from './words.ts';
import './page.css';

const REFRESH_MS = 10_000;
const MAX_CALLS = 500;

const idOf = ({ callSid }: Call) => callSid;

/** The calls that were placed through the relay, and the one that is followed. */
export function CallsPage() {
  const { calls, clock, now, session } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const root = useRef<HTMLDivElement>(null);
  const open = address.query.get('call') ?? undefined;
  /** The number that the form begins with; undefined: no form. */
  const placing = useSignal<string | undefined>(undefined);
  const mayCall = session.scopes.includes('call');
  const reading = useReading(
    'calls',
    (signal) =>
      calls.call('GET', '/outbound-calls', { query: { limit: MAX_CALLS } }, { answer: callsAnswer, signal }),
    { clock, everyMs: REFRESH_MS },
  );
  const all = reading.remote.value.value?.calls ?? [];
  const pages = useMemo(() => [all], [reading.remote.value.value]);
  const hrefOf = useCallback(
    (it: Call) => address.with({ call: it.callSid }),
    [address.with({ call: null })],
  );

  // "Today" changes with the day, and with it every row.
  const today = dayText(now.value, zone);
  const nameOf = useCallback(
    ({ time, toNumber, status }: Call) =>
      [
        timeText(Date.parse(time), now.peek(), zone),
        toNumber,
        status === undefined ? words.notEnded : (words.statuses[status] ?? status),
      ].join(', '),
    [today, zone],
  );

  // The focus returns to the row whose panel has been closed.
  const opened = useRef(open);
  useEffect(() => {
    const closed = opened.current;
    opened.current = open;
    if (open === undefined && closed !== undefined)
      root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
  }, [open]);

  return (
    <div class="calls" data-open={open !== undefined}>
      <div class="call-list" ref={root}>
        <p class="page-action">
          {all.length > 0 && (
            <button
              type="button"
              class="quiet"
              onClick={() =>
                saveCsv('calls', [
                  COLUMNS.map((it) => it.name),
                  ...all.map((call) => COLUMNS.map((it) => it.value(call))),
                ])
              }
            >
              {WORDS.table.csv}
            </button>
          )}{' '}
          {mayCall ? (
            <button
              type="button"
              class="primary"
              onClick={() => {
                placing.value = '';
              }}
            >
              {words.place}
            </button>
          ) : (
            <span class="hint">{words.needsCall}</span>
          )}
        </p>
        <RemoteView remote={reading.remote.value} onRetry={reading.reload}>
          {(read) =>
            read.calls.length === 0 ? (
              <Notice text={words.none} />
            ) : (
              <DataTable
                label={WORDS.pages.calls}
                columns={COLUMNS}
                pages={pages}
                keyOf={idOf}
                hrefOf={hrefOf}
                nameOf={nameOf}
                open={open}
              />
            )
          }
        </RemoteView>
      </div>
      {open !== undefined && (
        <CallPanel
          callSid={open}
          call={all.find((it) => it.callSid === open)}
          onEnded={reading.reload}
          onCallAgain={
            mayCall
              ? (number) => {
                  placing.value = number;
                }
              : undefined
          }
        />
      )}
      {placing.value !== undefined && (
        <PlaceForm
          number={placing.value}
          host={all[0]?.host === 'agents' ? 'agents' : 'legacy'}
          onPlaced={(callSid) => {
            reading.reload();
            address.change({ call: callSid });
          }}
          onClose={() => {
            placing.value = undefined;
          }}
        />
      )}
    </div>
  );
}
