import type { DeliveryFailure } from '../../chat/model.ts';
import { type AllStrings, withAllStrings } from '../locales/on-demand-strings.ts';
import { useScope } from '../scope.ts';
import { EditButton } from './edit-button.tsx';
import type { MessageView } from './row-view.ts';

const TEXTS: Record<DeliveryFailure, keyof AllStrings> = {
  too_large: 'tooLarge',
  queue_full: 'queueFull',
  unconfirmed: 'unconfirmed',
  configuration: 'notSent',
  ended: 'chatEnded',
};

/**
 * Hint that an answer stopped before its end, or the reason why the visitor's message was not delivered, with a retry button
 * if a retry can help, and one to change its words (M-9.13).
 */
export function MessageIssue({ message }: { readonly message: MessageView }) {
  const { chat, strings } = useScope();
  const texts = withAllStrings(strings.value);
  const { canRetry, failure, interrupted } = message;
  const isFailed = message.delivery === 'failed';
  return (
    <>
      {interrupted && <p class="hint">{texts.interrupted}</p>}
      {(isFailed || canRetry) && (
        <div class="delivery-error">
          {isFailed && <span>{texts[failure ? TEXTS[failure] : 'notSent']}</span>}
          {canRetry && (
            <button type="button" class="small-button" onClick={() => chat.retry(message.id)}>
              {texts.retry}
            </button>
          )}
          {isFailed && <EditButton message={message} />}
        </div>
      )}
    </>
  );
}
