import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { FollowEndProps } from '../parts.ts';
import { useScope } from '../scope.ts';
import { type AutoScroll, createAutoScroll } from './auto-scroll.ts';
import { NewMessages } from './new-messages.tsx';
import { createPaintScheduler } from './paint-scheduler.ts';

/** Follows new content, unless the visitor has scrolled up: then a button leads to it. */
export function FollowEnd({ scroller, content, end, scheduler }: FollowEndProps) {
  const { chat, clock, nextFrame } = useScope();
  const autoScroll = useSignal<AutoScroll | null>(null);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !end.current) return;
    const created = createAutoScroll(scroller.current, content.current, end.current, clock);
    const paints = createPaintScheduler(nextFrame, clock, created.textPainted);
    created.showLast();
    // Texts that change at the same moment request their paints after this.
    const unsubscribeSuggestions = chat.suggestions.subscribe(() => queueMicrotask(paints.flush));
    autoScroll.value = created;
    scheduler.value = paints;
    const authorOf = (id: string) => {
      const entry = chat.entry(id).peek();
      return entry?.kind === 'message' ? entry.author : undefined;
    };
    let lastId = chat.order.peek().at(-1);
    // The visitor's own message scrolls to the end. A message of others never moves a visitor who has scrolled up.
    const unsubscribe = chat.order.subscribe((order) => {
      const id = order.at(-1);
      if (id === undefined || id === lastId) return;
      const added = order.slice(lastId === undefined ? 0 : order.lastIndexOf(lastId) + 1);
      lastId = id;
      paints.flush();
      if (authorOf(id) === 'user') return created.scrollToEnd();
      const authors = added.map(authorOf);
      created.entriesAdded(authors.filter((it) => it !== undefined && it !== 'user').length);
    });
    return () => {
      unsubscribeSuggestions();
      unsubscribe();
      created.dispose();
      paints.dispose();
    };
  }, [scroller, content, end, autoScroll, scheduler, chat, clock, nextFrame]);

  const { unseen, scrollToEnd } = autoScroll.value ?? {};
  if (!scrollToEnd || unseen?.value == null) return null;
  return <NewMessages count={unseen.value} scrollToEnd={scrollToEnd} />;
}
