import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { onDemandPart } from '../deferred/on-demand-part.tsx';
import type { FollowEndProps } from '../parts.ts';
import { useScope } from '../scope.ts';
import { type AutoScroll, createAutoScroll } from './auto-scroll.ts';
import { createPaintScheduler } from './paint-scheduler.ts';

const NewMessages = onDemandPart((parts) => parts.NewMessages);

/** Follows new content, unless the visitor has scrolled up: then a button leads to it. */
export function FollowEnd({ scroller, content, end, scheduler }: FollowEndProps) {
  const { chat, clock, nextFrame } = useScope();
  const autoScroll = useSignal<AutoScroll | null>(null);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !end.current) return;
    const created = createAutoScroll(scroller.current, content.current, end.current, clock);
    const paints = createPaintScheduler(nextFrame, created.textPainted);
    created.scrollToEnd();
    const unsubscribeSuggestions = chat.suggestions.subscribe(paints.flush);
    autoScroll.value = created;
    scheduler.value = paints;
    let lastId = chat.order.peek().at(-1);
    // The visitor's own message scrolls to the end. A message of others never moves a visitor who has scrolled up.
    const unsubscribe = chat.order.subscribe((order) => {
      const id = order.at(-1);
      if (id === undefined || id === lastId) return;
      lastId = id;
      paints.flush();
      const entry = chat.entry(id).peek();
      if (entry?.kind === 'message' && entry.author === 'user') created.scrollToEnd();
      else created.entryAdded();
    });
    return () => {
      unsubscribeSuggestions();
      unsubscribe();
      created.dispose();
      paints.dispose();
    };
  }, [scroller, content, end, autoScroll, scheduler, chat, clock, nextFrame]);

  if (!autoScroll.value?.hasUnseen.value) return null;
  return <NewMessages scrollToEnd={autoScroll.value.scrollToEnd} />;
}
