import { effect, type ReadonlySignal } from '@preact/signals';
import type { WidgetContext } from '../context/widget-context.ts';

/** Time for which the end must be visible. A shorter visit does not count. */
const IN_SIGHT_MS = 500;

/** M-3.18: reports to the chat that the visitor sees the end of the conversation, in an open panel of a visible page. */
export function watchSeen(
  { chat, clock, ui }: Pick<WidgetContext, 'chat' | 'clock' | 'ui'>,
  isAtEnd: ReadonlySignal<boolean>,
): () => void {
  let cancel = () => {};
  const isInSight = () =>
    ui.isOpen.peek() && isAtEnd.peek() && !document.hidden && chat.order.peek().length > 0;
  const isComplete = (id: string) => {
    const entry = chat.entry(id).peek();
    return entry?.kind === 'message' && entry.author !== 'user' && !entry.streaming;
  };
  function see(): void {
    if (!isInSight()) return;
    chat.seen();
    ui.seen.value = chat.order.peek().findLast(isComplete) ?? null;
  }
  function look(): void {
    cancel();
    if (isInSight()) cancel = clock.after(IN_SIGHT_MS, see);
  }
  const stopLooking = effect(() => {
    void [chat.order.value, ui.isOpen.value, isAtEnd.value];
    look();
  });
  const stopMessages = chat.on('message', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    cancel();
    stopLooking();
    stopMessages();
    document.removeEventListener('visibilitychange', look);
  };
}
