import { type ReadonlySignal, signal } from '@preact/signals';
import type { Chat } from '../chat/chat.ts';
import type { Message } from '../chat/model/model.ts';
import type { Ui } from '../widget/ui.ts';
import type { PanelContext } from './panel-port.ts';

export interface Unread {
  readonly count: ReadonlySignal<number>;
  /** Says that the visitor has read every message. */
  clear(): void;
  dispose(): void;
}

/** Counts the messages that came while the panel was closed, and plays the sound for those that the visitor did not see come. */
export function countUnread(chat: Chat, ui: Ui, emit: PanelContext['emit']): Unread {
  const count = signal(0);

  function set(next: number, preview: Message | null): void {
    ui.preview.value = preview;
    if (count.value === next) return;
    count.value = next;
    emit('unread', { count: next }, { unread: next });
  }

  const stop = chat.on('message', (message) => {
    // A message that the visitor wrote on another page shows that they have read the earlier ones.
    if (message.author === 'user') return set(0, null);
    if (!ui.isOpen.value) set(count.value + 1, message);
    if (!ui.isOpen.value || document.hidden) ui.sound.value?.play();
  });

  return {
    count,
    clear: () => set(0, null),
    dispose() {
      stop();
      count.value = 0;
    },
  };
}
