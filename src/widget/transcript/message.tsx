import type { ReadonlySignal } from '@preact/signals';
import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { interpolate } from '../locales/strings.ts';
import { timeOfDay } from '../locales/time-of-day.ts';
import { useScope } from '../scope.ts';
import { AuthorAvatar } from './author-avatar.tsx';
import { authorName } from './author-name.ts';
import { Delivery } from './delivery.tsx';
import { DeliveryError, InterruptedHint } from './delivery-error.tsx';
import { MessageAttachments } from './message-attachments.tsx';
import type { PaintScheduler } from './paint-scheduler.ts';
import type { MessageView } from './row-view.ts';
import { StreamingText } from './streaming-text.tsx';

export function Message({
  message,
  scheduler,
}: {
  readonly message: MessageView;
  readonly scheduler: ReadonlySignal<PaintScheduler | null>;
}) {
  const scope = useScope();
  const { author, delivery, hasText, startsGroup, streaming } = message;
  const texts = withDeferredStrings(scope.strings.value);
  const isOwn = author === 'user';
  const hasMore = message.attachments.length + message.callActions.length > 0;
  const name = authorName(message, scope);
  return (
    <div
      class="row"
      data-message-id={message.id}
      data-author={author}
      data-delivery={delivery}
      data-streaming={streaming || undefined}
      data-first={startsGroup || undefined}
      aria-busy={streaming || undefined}
    >
      {startsGroup && (
        <div class="meta" aria-hidden="true">
          {!isOwn && <bdi>{name}</bdi>}
          <time dateTime={new Date(message.at).toISOString()}>
            {timeOfDay(message.at, scope.locale.value, scope.clock)}
          </time>
        </div>
      )}
      <span class="visually-hidden">{interpolate(texts.said, { name })}</span>
      <div class="message-line">
        {!isOwn && startsGroup && <AuthorAvatar author={message} name={name} />}
        <div class="message-body">
          {hasText && (
            <div class="bubble" part="message" dir="auto">
              {isOwn ? message.ownText : <StreamingText id={message.id} scheduler={scheduler} />}
              {delivery && delivery !== 'failed' && <Delivery delivery={delivery} />}
            </div>
          )}
          {hasMore && <MessageAttachments message={message} />}
          {message.interrupted && <InterruptedHint />}
          {(delivery === 'failed' || message.canRetry) && <DeliveryError message={message} />}
        </div>
      </div>
    </div>
  );
}
