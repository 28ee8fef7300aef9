import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Actions that are seldom needed, behind one button. A press on one of them closes the menu. */
export function Menu({ label, children }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <span class="menu-anchor">
      <button type="button" class="quiet" aria-label={label} popovertarget={id}>
        ⋯
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it are pressed by keys. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
      <div ref={menu} id={id} popover="auto" class="menu at-end" onClick={() => menu.current?.hidePopover()}>
        {children}
      </div>
    </span>
  );
}
