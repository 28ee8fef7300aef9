import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { withExtras } from './extra-strings.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

/** The header's menu button; the menu itself loads when it is opened. */
export function Menu() {
  const { needOccasional, occasional, strings } = useScope();
  const { MenuList } = occasional.value ?? {};
  /** The first or the last item, on which the menu opens; null while it is closed. */
  const start = useSignal<0 | -1 | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = start.value !== null;

  function open(at: 0 | -1): void {
    needOccasional();
    start.value = at;
  }

  function close(): void {
    start.value = null;
  }

  return (
    <div class="menu">
      <button
        type="button"
        class="quiet"
        ref={button}
        aria-label={withExtras(strings.value).menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 0 : -1);
        }}
      >
        <Icon name="more" />
      </button>
      {start.value !== null && MenuList && <MenuList start={start.value} button={button} close={close} />}
    </div>
  );
}
