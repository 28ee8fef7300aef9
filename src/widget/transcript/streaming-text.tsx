import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Markdown } from '../../text/markdown.ts';
import type { PaintScheduler } from '../context/paint-scheduler.ts';
import { reducesMotion } from '../context/reduced-motion.ts';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import { createFormattedText } from '../text/formatted-text.ts';
import { createFadingText } from './fading-text.ts';
import { arrived, lengthAt, released } from './release-schedule.ts';

/** Maximum number of characters per frame. Half a megabyte at once would block the page. */
const MAX_PER_FRAME = 65_536;

/** Number of characters from which a bubble has the full width: otherwise each new word would cause a measurement of the whole text. */
const FULL_WIDTH_FROM = 400;

/** Time without new text after which everything is shown, including text that may still become a mark or a link. */
const STALL_MS = 800;

/** Elements that are visible without a text. */
const SEEN_WITHOUT_TEXT = 'img, button, hr, li, pre, td, th';

/** Fills `element` while it is detached, where changes cost no layout (S-108). */
function detached(element: Element, fill: () => void): void {
  const { parentNode, nextSibling } = element;
  element.remove();
  fill();
  parentNode?.insertBefore(element, nextSibling);
}

/**
 * Updates `element` with the text of an agent's or a live agent's message, outside of Preact's rendering: a chunk
 * costs only the parsing of its own characters. Returns a dispose function.
 */
export function renderStreamingText(
  element: Element,
  context: Pick<WidgetContext, 'chat' | 'clock' | 'config' | 'strings' | 'ui'>,
  id: string,
  scheduler: ReadonlySignal<PaintScheduler | null>,
  isCalm = reducesMotion,
): () => void {
  const entry = context.chat.entry(id);
  let shown = '';
  let isEnded = false;
  /** True once any part of the text is visible. */
  let isSeen = false;
  let cancelStall = () => {};
  const fading = createFadingText(element);
  let schedule = released(0);
  /** Time of the first change since the last paint. */
  let grownAt: number | undefined;
  let markdown = begin();

  function begin(): Markdown {
    fading.clear();
    element.replaceChildren();
    shown = '';
    isEnded = false;
    isSeen = false;
    return createFormattedText(element, context);
  }

  /** Schedules new text. The initial text, and with reduced motion all text, is shown at once. */
  function plan(length: number): void {
    const isGrowing = length > schedule.length && schedule.length > 0 && !isCalm();
    if (isGrowing) schedule = arrived(schedule, length, grownAt ?? context.clock.now());
    else if (length !== schedule.length) schedule = released(length);
    grownAt = undefined;
  }

  function draw(isWhole: boolean): void {
    const message = entry.peek();
    if (message?.kind !== 'message') return;
    const { text, streaming } = message;
    if (isEnded && text === shown) {
      fading.age();
      if (fading.isFading()) scheduler.peek()?.request(paint);
      return;
    }
    cancelStall();
    // M-8.6: a full message replaces the text of its chunks.
    if (isEnded || !text.startsWith(shown)) markdown = begin();
    plan(text.length);
    const due = isWhole ? text.length : Math.max(lengthAt(schedule, context.clock.now()), shown.length);
    const end = Math.min(text.length, due, shown.length + MAX_PER_FRAME);
    const write = () => markdown.write(text.slice(shown.length, end));
    if (!shown) detached(element, write);
    else if (end === shown.length) fading.age();
    else if (isCalm()) write();
    else fading.write(write);
    shown = text.slice(0, end);
    element.parentElement?.toggleAttribute('data-long', end >= FULL_WIDTH_FROM);
    if (end < text.length) return scheduler.peek()?.request(paint);
    if (fading.isFading()) scheduler.peek()?.request(paint);
    isEnded = !streaming;
    if (isEnded) markdown.end();
    else
      cancelStall = context.clock.after(STALL_MS, () => {
        markdown.showUndecided();
        reveal();
      });
    reveal();
  }

  /** Shows typing dots until there is visible text, and removes a bubble that stays empty. */
  function reveal(): void {
    isSeen =
      (isSeen && !isEnded) ||
      element.textContent.trim() !== '' ||
      element.querySelector(SEEN_WITHOUT_TEXT) !== null;
    (element as HTMLElement).hidden = !isSeen;
    element.parentElement?.toggleAttribute('data-empty', isEnded && !isSeen);
  }

  /** M-12.21: Preact does not catch errors of a frame. The next change of the text draws it from its beginning. */
  function paint(isWhole = false): void {
    try {
      draw(isWhole);
    } catch (error) {
      isEnded = true;
      context.chat.fail(error);
    }
  }

  paint(true);
  let isFirst = true;
  const dispose = effect(() => {
    void entry.value;
    grownAt ??= context.clock.now();
    // Rows are drawn before there is a scheduler: it gets the remaining text that takes more than one frame.
    const paints = scheduler.value;
    if (!isFirst) paints?.request(paint);
    isFirst = false;
  });
  return () => {
    dispose();
    cancelStall();
    fading.clear();
  };
}

interface StreamingTextProps {
  /** Id of a message of an agent or a live agent. */
  readonly id: string;
  readonly scheduler: ReadonlySignal<PaintScheduler | null>;
}

/** Formatted text of a message. Preact renders an empty element; `renderStreamingText` fills it. */
export function StreamingText({ id, scheduler }: StreamingTextProps) {
  const context = useWidget();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) return renderStreamingText(element.current, context, id, scheduler);
  }, [id, scheduler, context]);
  return <div class="text" ref={element} />;
}
