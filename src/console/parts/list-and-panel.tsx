import type { ComponentChildren } from 'preact';
import { useReturningFocus } from './use-returning-focus.ts';
import './list-and-panel.css';

interface ListAndPanelProps {
  /** The key of the row whose panel is open. */
  readonly open: string | undefined;
  /** The list, with what stands above it. */
  readonly children: ComponentChildren;
  readonly panel: ComponentChildren;
}

/** A list, and beside it the panel of the open row. The focus returns to the row when the panel is closed. */
export function ListAndPanel({ open, children, panel }: ListAndPanelProps) {
  const list = useReturningFocus(open);
  return (
    <div class="list-and-panel" data-open={open !== undefined}>
      <div class="list-side" ref={list}>
        {children}
      </div>
      {open !== undefined && panel}
    </div>
  );
}
