import { computed, type ReadonlySignal } from '@preact/signals';
import type { ShownChat } from '../context/widget-context.ts';

/** Id of the agent's first message in a conversation. */
export const firstAnswerOf = (chat: ShownChat): ReadonlySignal<string | undefined> =>
  computed(() =>
    chat.order.value.find((id) => {
      const entry = chat.entry(id).peek();
      return entry?.kind === 'message' && entry.author === 'agent';
    }),
  );
