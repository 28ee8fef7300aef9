import { useEffect } from 'preact/hooks';
import type { DeliveryFailure } from '../../chat/model/model.ts';
import { type ShownChat, useWidget } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import type { Catalogue } from '../locales/translations/strings.ts';
import { EditButton } from './edit-button.tsx';
import type { MessageView } from './row-view.ts';

const TEXTS: Record<DeliveryFailure, keyof Catalogue> = {
  too_large: 'tooLarge',
  queue_full: 'queueFull',
  unconfirmed: 'unconfirmed',
  configuration: 'notSent',
  ended: 'chatEnded',
};

/** Ids of the failed messages that have been announced. A panel that opens again shows them without announcing them. */
const announcedIds = new WeakMap<ShownChat, Set<string>>();

function announcedIn(chat: ShownChat): Set<string> {
  const ids = announcedIds.get(chat) ?? new Set();
  announcedIds.set(chat, ids);
  return ids;
}

/**
 * Hint that an answer stopped before its end, or the reason why the visitor's message was not delivered, with a retry button
 * if a retry can help, and an edit button (M-9.13).
 */
export function MessageIssue({ message }: { readonly message: MessageView }) {
  const { chat, strings, ui } = useWidget();
  const texts = strings.value;
  const { canRetry, failure, id, interrupted } = message;
  const isFailed = message.delivery === 'failed';
  const reason = texts[failure ? TEXTS[failure] : 'notSent'];
  const announced = announcedIn(chat);

  useEffect(() => {
    if (!isFailed || announced.has(id)) return;
    announced.add(id);
    announce(ui, reason);
  }, [isFailed]);

  function retry(): void {
    announced.delete(id);
    chat.retry(id);
  }

  return (
    <>
      {interrupted && <p class="hint">{texts.interrupted}</p>}
      {(isFailed || canRetry) && (
        <div class="delivery-error">
          {isFailed && <span>{reason}</span>}
          {canRetry && (
            <button type="button" class="small-button" onClick={retry}>
              {texts.retry}
            </button>
          )}
          {isFailed && <EditButton message={message} />}
        </div>
      )}
    </>
  );
}
