import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import './popover.css';

interface PopoverProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly button: ComponentChildren;
  /** Class of the button. */
  readonly look: 'quiet' | 'select';
  /** Renders the content; `close` closes the popover. */
  readonly children: (close: () => void) => ComponentChildren;
}

const GAP_PX = 4;

/** Puts `popover` below `anchor`, or above it where there is more room, within the window. */
function place(popover: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const x = left + width > innerWidth ? Math.max(GAP_PX, right - width) : left;
  const y = bottom + height > innerHeight ? Math.max(GAP_PX, top - height - GAP_PX) : bottom + GAP_PX;
  popover.style.left = `${x}px`;
  popover.style.top = `${y}px`;
}

/** A button, and what it opens above the page. */
export function Popover({ label, button, look, children }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button ref={anchor} type="button" class={look} aria-label={label} popovertarget={id}>
        {button}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        class="popover"
        onToggle={({ newState }) => {
          if (newState === 'open' && popover.current && anchor.current)
            place(popover.current, anchor.current);
        }}
      >
        {children(() => popover.current?.hidePopover())}
      </div>
    </>
  );
}
