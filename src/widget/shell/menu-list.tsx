import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { MenuItems } from './menu-items.tsx';

interface MenuListProps {
  /** Index of the item that gets the focus: the first or the last. */
  readonly firstFocus: 0 | -1;
  readonly button: RefObject<HTMLButtonElement | null>;
  close(): void;
}

/** The open menu. Arrow keys move the focus, Escape and Tab close the menu, and the focus returns to the button. */
export function MenuList({ firstFocus, button, close }: MenuListProps) {
  const { strings } = useWidget();
  const list = useRef<HTMLDivElement>(null);

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('button:not([disabled]), a') ?? [])];

  useEffect(() => items().at(firstFocus)?.focus(), [firstFocus]);

  function closeAndFocusButton(): void {
    close();
    button.current?.focus();
  }

  function choose(action: () => void): void {
    closeAndFocusButton();
    action();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const index = all.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') closeAndFocusButton();
    else if (event.key === 'Tab') close();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    if (event.key === 'Escape' || to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  useEffect(() => {
    const root = button.current?.getRootNode();
    const onPress = (event: Event) => {
      const path = event.composedPath();
      if (!path.includes(list.current as Node) && !path.includes(button.current as Node)) close();
    };
    root?.addEventListener('pointerdown', onPress);
    return () => root?.removeEventListener('pointerdown', onPress);
  }, [button]);

  return (
    <div role="menu" aria-label={strings.value.menu} ref={list} onKeyDown={onKeyDown}>
      <MenuItems choose={choose} />
    </div>
  );
}
