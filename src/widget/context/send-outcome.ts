import type { Chat } from '../../chat/chat.ts';

/** Outcome of sending a text. `cancelled`: it is empty or no string, or a listener of `before-send` has objected. */
export type SendOutcome = 'sent' | 'failed' | 'cancelled';

/** Resolves once the platform has confirmed a message of the visitor, or it has failed for the first time. */
export const outcomeOf = (chat: Pick<Chat, 'entry'>, id: string | undefined): Promise<SendOutcome> =>
  new Promise((resolve) => {
    if (id === undefined) return resolve('cancelled');
    let unsubscribe = () => {};
    unsubscribe = chat.entry(id).subscribe((entry) => {
      const delivery = entry?.kind === 'message' ? entry.delivery : 'failed';
      if (delivery === 'sending') return;
      resolve(delivery === 'failed' ? 'failed' : 'sent');
      // The listener is called before there is an unsubscribe function.
      queueMicrotask(() => unsubscribe());
    });
  });
