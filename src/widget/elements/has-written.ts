import { useComputed } from '@preact/signals';
import { useWidget } from '../context/widget-context.ts';

/** True if the visitor has written in this conversation. Renders its view for new entries, not for chunks. */
export function useHasWritten(): boolean {
  const { chat } = useWidget();
  return useComputed(() =>
    chat.order.value.some((id) => {
      const entry = chat.entry(id).peek();
      return entry?.kind === 'message' && entry.author === 'user';
    }),
  ).value;
}
