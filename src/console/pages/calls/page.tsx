import { useCallback, useMemo, useState } from 'preact/hooks';
import { usePageAddress } from '../../page-address.ts';
import { CsvButton } from '../../parts/csv-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ListAndPanel } from '../../parts/list-and-panel.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { useReading } from '../../remote.ts';
import { useServices } from '../../services.ts';
import { useZone } from '../../use-zone.ts';
import { WORDS } from '../../words.ts';
import { dayText, timeText } from '../../zone.ts';
import type { Call } from './answers.ts';
import { CallPanel } from './call-panel.tsx';
import { COLUMNS } from './columns.tsx';
import { PlaceForm } from './place-form.tsx';
import { words } from './words.ts';
import './page.css';

const REFRESH_MS = 10_000;
const MAX_CALLS = 500;

/** The calls that were placed through the relay, and which of them is open. */
function useCalls() {
  const { calls, now } = useServices();
  const zone = useZone();
  const address = usePageAddress();
  const list = useReading(
    'calls',
    (signal) => calls.own('GET', '/outbound-calls', { query: { limit: MAX_CALLS } }, signal),
    REFRESH_MS,
  );
  const all = list.remote.value.value?.calls ?? [];
  const pages = useMemo(() => [all], [list.remote.value.value]);
  const hrefOf = useCallback(
    ({ callSid }: Call) => address.with({ call: callSid }),
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
  return { list, all, pages, hrefOf, nameOf, open: address.query.get('call') ?? undefined, address };
}

interface CallActionsProps {
  readonly calls: readonly Call[];
  readonly mayCall: boolean;
  onPlace(): void;
}

/** Saves the list, and opens the form for a new call. */
function CallActions({ calls, mayCall, onPlace }: CallActionsProps) {
  const rows = () => [
    COLUMNS.map(({ name }) => name),
    ...calls.map((call) => COLUMNS.map(({ value }) => value(call))),
  ];
  return (
    <p class="page-action">
      {calls.length > 0 && <CsvButton name="calls" rows={rows} />}{' '}
      {mayCall ? (
        <button type="button" class="primary" onClick={onPlace}>
          {words.place}
        </button>
      ) : (
        <span class="hint">{words.needsCall}</span>
      )}
    </p>
  );
}

const idOf = ({ callSid }: Call) => callSid;

/** The calls that were placed through the relay, and the one that is followed. */
export function CallsPage() {
  const { list, all, pages, hrefOf, nameOf, open, address } = useCalls();
  const mayCall = useServices().session.scopes.includes('call');
  /** The number that the form begins with; undefined: no form. */
  const [placing, setPlacing] = useState<string>();
  return (
    <>
      <ListAndPanel
        open={open}
        panel={
          <CallPanel
            callSid={open ?? ''}
            call={all.find((call) => call.callSid === open)}
            onEnded={list.reload}
            onCallAgain={mayCall ? setPlacing : undefined}
          />
        }
      >
        <CallActions calls={all} mayCall={mayCall} onPlace={() => setPlacing('')} />
        <RemoteView remote={list.remote.value} onRetry={list.reload}>
          {({ calls }) =>
            calls.length === 0 ? (
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
      </ListAndPanel>
      {placing !== undefined && (
        <PlaceForm
          number={placing}
          host={all[0]?.host === 'agents' ? 'agents' : 'legacy'}
          onPlaced={(callSid) => {
            list.reload();
            address.change({ call: callSid });
          }}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </>
  );
}
