import { type ReadonlySignal, signal } from '@preact/signals';
import type { Chat } from '../chat/chat.ts';
import type { Message } from '../chat/model/model.ts';
import type { Ui } from '../widget/context/ui.ts';
import type { PanelContext } from './panel-port.ts';

export interface Unread {
  readonly count: ReadonlySignal<number>;
  /** Marks every message as read. */
  clear(): void;
  /** Marks a message and all earlier ones as seen on another page. */
  seen(id: string): void;
  dispose(): void;
}

/** Counts the messages that came while the panel was closed, and plays the sound for messages that the visitor did not see arrive. */
export function countUnread(chat: Chat, ui: Ui, emit: PanelContext['emit']): Unread {
  const count = signal(0);
  let ids: readonly string[] = [];
  /** Id of a message that may have been seen on another page before it arrives here. */
  let seenElsewhere: string | undefined;

  function set(next: readonly string[], preview: Message | null): void {
    const { length } = next;
    ui.preview.value = length > 0 ? preview : null;
    ids = next;
    if (count.value === length) return;
    count.value = length;
    emit('unread', { count: length }, { unread: length });
  }

  const clear = () => set([], null);

  const stop = chat.on('message', (message) => {
    // A message of the visitor from another page shows that they have read the earlier ones.
    if (message.author === 'user' || message.id === seenElsewhere) return clear();
    if (!ui.isOpen.value) set([...ids, message.id], message);
    if (!ui.isOpen.value || document.hidden) ui.sound.value?.play();
  });

  return {
    count,
    clear,
    seen(id) {
      seenElsewhere = id;
      set(ids.slice(ids.indexOf(id) + 1), ui.preview.value);
    },
    dispose() {
      stop();
      count.value = 0;
    },
  };
}
