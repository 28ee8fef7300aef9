import { useMemo } from 'preact/hooks';
import { onDemandPart } from '../deferred/on-demand-part.tsx';
import type { RowProps } from '../parts.ts';
import { useScope } from '../scope.ts';
import { Message } from './message.tsx';
import { rowView } from './row-view.ts';

const DaySeparator = onDemandPart((parts) => parts.DaySeparator);
const Notice = onDemandPart((parts) => parts.Notice);

/** An entry of the transcript. */
export function Row({ id, previousId, scheduler }: RowProps) {
  const scope = useScope();
  const view = useMemo(() => rowView(scope, id, previousId), [scope, id, previousId]).value;
  if (view === undefined) return null;
  if (view.kind === 'notice') return <Notice notice={view} />;
  return (
    <>
      {view.startsDay && <DaySeparator at={view.at} />}
      <Message message={view} scheduler={scheduler} />
    </>
  );
}
