import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';
import { MenuList } from './menu-list.tsx';

const MORE_ICON = 'M12 5.5h.01M12 12h.01M12 18.5h.01';

/** Menu of the header. */
export function Menu() {
  const { loadSeldom, strings } = useWidget();
  /** Index of the item that gets the focus: the first or the last; null while the menu is closed. */
  const firstFocus = useSignal<0 | -1 | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = firstFocus.value !== null;

  function open(at: 0 | -1): void {
    firstFocus.value = at;
  }

  function close(): void {
    firstFocus.value = null;
  }

  return (
    <div class="menu">
      <button
        type="button"
        class="icon-button"
        ref={button}
        aria-label={strings.value.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // So that its items act at once.
        onPointerEnter={loadSeldom}
        onFocus={loadSeldom}
        onClick={() => (isOpen ? close() : open(0))}
        onKeyDown={(event) => {
          const { key } = event;
          // The list closes itself, but only once it has the focus.
          if (key === 'Escape' && isOpen) close();
          else if (key === 'ArrowDown') open(0);
          else if (key === 'ArrowUp') open(-1);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Icon path={MORE_ICON} />
      </button>
      {firstFocus.value !== null && <MenuList firstFocus={firstFocus.value} button={button} close={close} />}
    </div>
  );
}
