import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import './popover.css';

interface PopoverProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly button: ComponentChildren;
  /** Class of the button. */
  readonly look: 'quiet' | 'select';
  /** A press on a link or a button of it closes it, unless the button has `data-stays`. */
  readonly children: ComponentChildren;
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

/** Closes the popover that a form is in. */
export const closePopover = (form: Element): void => form.closest<HTMLElement>('[popover]')?.hidePopover();

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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on one of its buttons is a click. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons and links are pressed. */}
      <div
        ref={popover}
        id={id}
        popover="auto"
        class="popover"
        onToggle={({ newState }) => {
          if (newState === 'open' && popover.current && anchor.current)
            place(popover.current, anchor.current);
        }}
        onClick={({ target }) => {
          if ((target as Element).closest('a, button[type="button"]:not([data-stays])'))
            popover.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}
