import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';

const BACK_ICON = 'M14.5 6l-6 6 6 6';
const FORWARD_ICON = 'M9.5 6l6 6-6 6';

/** Maximum number of dots. More would be wider than the panel. */
const MAX_DOTS = 10;

/** Fractions of a pixel by which browsers miss an end. */
const TOLERANCE_PX = 2;

/** Cards side by side. The visitor moves them by swiping, by arrow keys, or one at a time by two buttons. Buttons and dots are shown only if the cards do not fit. */
export function Carousel({ cards }: { readonly cards: readonly VNode[] }) {
  const { locale, nextFrame, strings } = useWidget();
  const texts = strings.value;
  const list = useRef<HTMLUListElement>(null);
  const isAtStart = useSignal(true);
  const isAtEnd = useSignal(true);
  const current = useSignal(0);

  /** Distance of two cards. From right to left, it is negative. */
  function pitch(): number {
    const [first, second] = (list.current?.children ?? []) as unknown as HTMLElement[];
    return first && second ? second.offsetLeft - first.offsetLeft : 0;
  }

  function update(): void {
    const { scrollLeft, scrollWidth, clientWidth } = list.current as HTMLElement;
    const before = Math.abs(scrollLeft);
    isAtStart.value = before < TOLERANCE_PX;
    isAtEnd.value = before > scrollWidth - clientWidth - TOLERANCE_PX;
    current.value = isAtEnd.value ? cards.length - 1 : Math.round(scrollLeft / (pitch() || 1));
  }

  useLayoutEffect(() => {
    let cancel = () => {};
    // In the next frame: the buttons change the height, and the page would get a ResizeObserver loop error.
    const observer = new ResizeObserver(() => {
      cancel();
      cancel = nextFrame(update);
    });
    if (list.current) observer.observe(list.current);
    update();
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [cards.length, nextFrame]);

  const move = (step: 1 | -1) => list.current?.scrollBy({ left: step * pitch() });

  // Not disabled: the focused button would lose the focus.
  const button = (label: string, path: string, isOver: boolean, step: 1 | -1) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-disabled={isOver}
      onClick={() => move(step)}
    >
      <Icon path={path} />
    </button>
  );

  return (
    <div class="carousel">
      <ul
        class="cards"
        aria-label={texts.cards}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard.
        tabIndex={0}
        ref={list}
        onScroll={update}
      >
        {cards.map((card) => (
          <li key={card.key}>{card}</li>
        ))}
      </ul>
      {!(isAtStart.value && isAtEnd.value) && (
        <>
          <div class="carousel-buttons">
            {button(texts.previousCard, BACK_ICON, isAtStart.value, -1)}
            {button(texts.nextCard, FORWARD_ICON, isAtEnd.value, 1)}
          </div>
          <div class="dots" aria-hidden="true">
            {cards.length > MAX_DOTS
              ? [current.value + 1, cards.length]
                  .map((position) => position.toLocaleString(locale.value))
                  .join(' / ')
              : cards.map(({ key }, index) => (
                  <i key={key} data-current={index === current.value || undefined} />
                ))}
          </div>
        </>
      )}
    </div>
  );
}
