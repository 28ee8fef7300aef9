import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { NEWEST_ROWS } from '../../protocol/limits.ts';
import type { FollowEndProps } from '../context/lazy-views.ts';
import { createPaintScheduler } from '../context/paint-scheduler.ts';
import { useWidget } from '../context/widget-context.ts';
import { type AutoScroll, createAutoScroll } from './auto-scroll.ts';
import { NewMessages } from './new-messages.tsx';
import { watchSeen } from './watch-seen.ts';

/** Number of the latest entries to search for new ones. */
const LATEST = 200;

/** Follows new content. If the visitor has scrolled up, shows a button that scrolls to it instead. */
export function FollowEnd({ scroller, content, end, scheduler }: FollowEndProps) {
  const context = useWidget();
  const { chat, clock, nextFrame } = context;
  const autoScroll = useSignal<AutoScroll | null>(null);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !end.current) return;
    const created = createAutoScroll(scroller.current, content.current, end.current, clock);
    const paints = createPaintScheduler(nextFrame, clock, created.textPainted);
    created.showLast();
    // Texts that change at the same moment request their paints after this.
    const unsubscribeSuggestions = chat.suggestions.subscribe(() => queueMicrotask(paints.flush));
    const unsubscribeCard = context.ui.handoffCard.subscribe(created.coverChanged);
    const stopSeeing = watchSeen(context, created.isAtEnd);
    autoScroll.value = created;
    scheduler.value = paints;
    const authorOf = (id: string) => {
      const entry = chat.entry(id).peek();
      return entry?.kind === 'message' ? entry.author : undefined;
    };
    let known = new Set(chat.order.peek().slice(-LATEST));
    // The visitor's own message scrolls to the end. A message of others never moves a visitor who has scrolled up.
    const unsubscribe = chat.order.subscribe((order) => {
      const latest = order.slice(-LATEST);
      // Not only the last one: messages that are being sent stay below all others (I7).
      // Those above the newest ones of a history (M-4.15) are not new.
      const from = known.size < NEWEST_ROWS ? 0 : latest.findIndex((id) => known.has(id));
      const added = latest.slice(Math.max(0, from)).filter((id) => !known.has(id));
      const newest = added.at(-1);
      if (newest === undefined) return;
      known = new Set(latest);
      paints.flush();
      if (authorOf(newest) === 'user') return created.scrollToEnd();
      const authors = added.map(authorOf);
      created.entriesAdded(
        newest,
        authors.filter((author) => author !== undefined && author !== 'user').length,
      );
    });
    return () => {
      stopSeeing();
      unsubscribeSuggestions();
      unsubscribeCard();
      unsubscribe();
      created.dispose();
      paints.dispose();
    };
  }, [scroller, content, end, autoScroll, scheduler, context, chat, clock, nextFrame]);

  const { unseen, scrollToEnd } = autoScroll.value ?? {};
  if (!scrollToEnd || unseen?.value == null) return null;
  return <NewMessages count={unseen.value} scrollToEnd={scrollToEnd} />;
}
