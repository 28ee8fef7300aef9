import { useEffect, useRef } from 'preact/hooks';

/** Returns a reference to the list, in which the focus returns to the row whose panel has been closed. */
export function useReturningFocus(open: string | undefined) {
  const root = useRef<HTMLDivElement>(null);
  const opened = useRef(open);
  useEffect(() => {
    const closed = opened.current;
    opened.current = open;
    if (open === undefined && closed !== undefined)
      root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
  }, [open]);
  return root;
}
