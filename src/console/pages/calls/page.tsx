import { useState } from 'preact/hooks';
import { DataTable } from '../../parts/data-table.tsx';
import { ListAndPanel } from '../../parts/list-and-panel.tsx';
import { Notice, RemoteView } from '../../parts/states.tsx';
import { useServices } from '../../services.ts';
import { WORDS } from '../../words.ts';
import type { Call } from './answers.ts';
import { CallActions } from './call-actions.tsx';
import { CallPanel } from './call-panel.tsx';
import { COLUMNS } from './columns.tsx';
import { PlaceForm } from './place-form.tsx';
import { useCalls } from './use-calls.ts';
import { words } from './words.ts';
import './page.css';

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
