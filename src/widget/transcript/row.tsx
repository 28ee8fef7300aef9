import { useMemo } from 'preact/hooks';
import type { TranscriptBlocksProps } from '../context/lazy-views.ts';
import { useWidget } from '../context/widget-context.ts';
import { DaySeparator } from './day-separator.tsx';
import { Message } from './message.tsx';
import { Notice } from './notice.tsx';
import { rowView } from './row-view.ts';

interface RowProps extends Pick<TranscriptBlocksProps, 'scheduler'> {
  /** Id of the entry. */
  readonly id: string;
  readonly previousId: string | undefined;
  readonly nextId: string | undefined;
}

/** An entry of the transcript. */
export function Row({ id, previousId, nextId, scheduler }: RowProps) {
  const context = useWidget();
  const view = useMemo(
    () => rowView(context, id, previousId, nextId),
    [context, id, previousId, nextId],
  ).value;
  if (view === undefined) return null;
  if (view.kind === 'notice') return <Notice notice={view} />;
  return (
    <>
      {view.startsDay && <DaySeparator at={view.at} />}
      <Message message={view} scheduler={scheduler} />
    </>
  );
}
