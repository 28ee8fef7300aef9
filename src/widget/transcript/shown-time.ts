import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { timeOfDay } from '../locales/time-of-day.ts';
import { useScope } from '../scope.ts';

/** Shows the time of the message that is under the pointer, was tapped or has the focus, in the attribute `data-time` of its row. */
export function useShownTime(scroller: RefObject<HTMLElement | null>): void {
  const { chat, clock, locale } = useScope();
  useEffect(() => {
    const aborter = new AbortController();
    let shown: HTMLElement | undefined;
    const show = ({ target, type }: Event): void => {
      shown?.removeAttribute('data-time');
      const row = (target as Element).closest<HTMLElement>('[data-message-id]');
      shown = (type !== 'pointerleave' && row) || undefined;
      const entry = shown && chat.entry(shown.dataset['messageId'] ?? '').peek();
      if (shown && entry) shown.dataset['time'] = `${timeOfDay(entry.at, locale.peek(), clock)}`;
    };
    for (const type of ['pointerover', 'pointerleave', 'focusin'])
      scroller.current?.addEventListener(type, show, aborter);
    return () => aborter.abort();
  }, [chat]);
}
