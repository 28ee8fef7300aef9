import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useWidget } from '../context/widget-context.ts';
import { timeOfDay } from '../locales/time-of-day.ts';

/**
 * Follows the message that is under the pointer, was tapped or has the focus. Its row gets its time in the attribute `data-time`,
 * and `ui.pointed` gets its id.
 */
export function usePointedMessage(scroller: RefObject<HTMLElement | null>): void {
  const { chat, clock, locale, ui } = useWidget();
  useEffect(() => {
    const aborter = new AbortController();
    let shown: HTMLElement | null = null;
    const show = (event: Event): void => {
      const isLeaving = event.type === 'pointerleave';
      // Lifting a finger fires `pointerleave`, too. A tapped message stays pointed at.
      if (isLeaving && (event as PointerEvent).pointerType === 'touch') return;
      const target = event.target as Element;
      // A press on a row gives the focus to the transcript.
      if (event.type === 'focusin' && target === scroller.current) return;
      const row = isLeaving ? null : target.closest<HTMLElement>('[data-message-id]');
      if (row === shown) return;
      shown?.removeAttribute('data-time');
      shown = row;
      const entry = row && chat.entry(row.dataset['messageId'] ?? '').peek();
      if (row && entry) row.dataset['time'] = `${timeOfDay(entry.at, locale.peek(), clock)}`;
      ui.pointed.value = entry?.id ?? null;
    };
    for (const type of ['pointerover', 'pointerleave', 'focusin'])
      scroller.current?.addEventListener(type, show, aborter);
    return () => {
      aborter.abort();
      ui.pointed.value = null;
    };
  }, [chat, ui]);
}
