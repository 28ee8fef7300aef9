import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { OnDemandParts } from '../parts.ts';
import { useScope } from '../scope.ts';

/** The on-demand parts, none until their chunk has loaded. The first view that uses them loads it. */
export function useOnDemand(): Partial<OnDemandParts> {
  const { chat, loadOnDemand, onDemand } = useScope();
  const isOnline = chat.connection.value === 'online';
  // Repeats a failed load once the connection is back.
  useEffect(() => loadOnDemand(), [isOnline]);
  return onDemand.value ?? {};
}

/** Component that renders one of the on-demand parts, and nothing until their chunk has loaded. */
export const onDemandPart =
  <Props extends object>(
    select: (parts: Partial<OnDemandParts>) => FunctionComponent<Props> | undefined,
  ): FunctionComponent<Props> =>
  (props) => {
    const Part = select(useOnDemand());
    return Part ? <Part {...props} /> : null;
  };
