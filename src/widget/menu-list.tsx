import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { withExtras } from './extras.ts';
import { MenuItems } from './menu-items.tsx';
import { useScope } from './scope.ts';

interface MenuListProps {
  /** The item that gets the focus: the first or the last. */
  readonly start: 0 | -1;
  readonly button: RefObject<HTMLButtonElement | null>;
  close(): void;
}

/** The open menu: arrow keys move, Escape and Tab close, focus returns to the button. */
export function MenuList({ start, button, close }: MenuListProps) {
  const { strings } = useScope();
  const list = useRef<HTMLDivElement>(null);

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('button:not([disabled]), a') ?? [])];

  useEffect(() => items().at(start)?.focus(), [start]);

  function leave(): void {
    close();
    button.current?.focus();
  }

  function choose(act: () => void): void {
    leave();
    act();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') leave();
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
      const inside = event.composedPath();
      if (!inside.includes(list.current as Node) && !inside.includes(button.current as Node)) close();
    };
    root?.addEventListener('pointerdown', onPress);
    return () => root?.removeEventListener('pointerdown', onPress);
  }, [button]);

  return (
    <div role="menu" aria-label={withExtras(strings.value).menu} ref={list} onKeyDown={onKeyDown}>
      <MenuItems choose={choose} />
    </div>
  );
}
