import type { DeliveryFailure } from '../../chat/model.ts';
import { onDemandPart } from '../deferred/on-demand-part.tsx';
import { type DeferredStrings, withDeferredStrings } from '../locales/deferred-strings.ts';
import { useScope } from '../scope.ts';
import type { MessageView } from './row-view.ts';

const EditButton = onDemandPart((parts) => parts.EditButton);

const TEXTS: Record<DeliveryFailure, keyof DeferredStrings> = {
  too_large: 'tooLarge',
  queue_full: 'queueFull',
  unconfirmed: 'unconfirmed',
  configuration: 'notSent',
  ended: 'chatEnded',
};

/** Reason why the visitor's message was not delivered, with a retry button if a retry can help, and one to change its words (M-9.13). */
export function DeliveryError({ message }: { readonly message: MessageView }) {
  const { chat, strings } = useScope();
  const texts = withDeferredStrings(strings.value);
  const { failure } = message;
  return (
    <div class="delivery-error">
      {message.delivery === 'failed' && <span>{texts[failure ? TEXTS[failure] : 'notSent']}</span>}
      {message.canRetry && (
        <button type="button" class="small-button" onClick={() => chat.retry(message.id)}>
          {texts.retry}
        </button>
      )}
      {message.delivery === 'failed' && <EditButton message={message} />}
    </div>
  );
}

/** Hint that an answer stopped before its end. */
export function InterruptedHint() {
  return <p class="hint">{withDeferredStrings(useScope().strings.value).interrupted}</p>;
}
