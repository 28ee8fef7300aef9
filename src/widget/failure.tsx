import type { DeliveryFailure } from '../chat/model.ts';
import { type ExtraStrings, withExtras } from './extra-strings.ts';
import type { MessageView } from './row-view.ts';
import { useScope } from './scope.ts';

const REASON: Record<DeliveryFailure, keyof ExtraStrings> = {
  too_large: 'tooLarge',
  queue_full: 'queueFull',
  unconfirmed: 'unconfirmed',
  ended: 'chatEnded',
};

/** Why the visitor's message was not delivered, and a way on where there is one. */
export function Failure({ message }: { readonly message: MessageView }) {
  const { chat, strings } = useScope();
  const words = withExtras(strings.value);
  const { failure } = message;
  return (
    <div class="failure">
      {message.delivery === 'failed' && <span>{words[failure ? REASON[failure] : 'notSent']}</span>}
      {message.canRetry && (
        <button type="button" class="small" onClick={() => chat.retry(message.id)}>
          {words.retry}
        </button>
      )}
    </div>
  );
}

/** The answer stopped without its end. */
export function Interrupted() {
  return <p class="hint">{withExtras(useScope().strings.value).interrupted}</p>;
}
