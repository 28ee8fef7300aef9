import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { withExtras } from './extra-strings.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

/** The header's menu button: arrow keys move, Escape and Tab close, focus returns to the button. */
export function Menu() {
  const { needOccasional, occasional, strings } = useScope();
  const { MenuItems } = occasional.value ?? {};
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Which item is to have the focus once there are items. */
  const enter = useRef<0 | -1 | null>(null);
  const words = withExtras(strings.value);

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('button:not([disabled]), a') ?? [])];

  function open(at: 0 | -1): void {
    needOccasional();
    enter.current = at;
    isOpen.value = true;
  }

  // The items may come a moment after the menu.
  useEffect(() => {
    if (isOpen.value && MenuItems && enter.current !== null) {
      items().at(enter.current)?.focus();
      enter.current = null;
    }
  });

  function close(): void {
    isOpen.value = false;
    button.current?.focus();
  }

  function choose(act: () => void): void {
    close();
    act();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') isOpen.value = false;
    else if (to !== undefined) all.at(to % all.length)?.focus();
    if (event.key === 'Escape' || to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  useEffect(() => {
    if (!isOpen.value) return;
    const root = button.current?.getRootNode();
    const onPress = (event: Event) => {
      const inside = event.composedPath();
      if (!inside.includes(list.current as Node) && !inside.includes(button.current as Node))
        isOpen.value = false;
    };
    root?.addEventListener('pointerdown', onPress);
    return () => root?.removeEventListener('pointerdown', onPress);
  }, [isOpen.value, isOpen]);

  return (
    <div class="menu">
      <button
        type="button"
        class="quiet"
        ref={button}
        aria-label={words.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value ? close() : open(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 0 : -1);
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen.value && (
        <div role="menu" aria-label={words.menu} ref={list} onKeyDown={onKeyDown}>
          {MenuItems && <MenuItems choose={choose} />}
        </div>
      )}
    </div>
  );
}
