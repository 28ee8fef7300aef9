import type { Signal } from '@preact/signals';
import { interpolate } from '../locales/strings.ts';
import { timeOfDay } from '../locales/time-of-day.ts';
import { useScope } from '../scope.ts';
import { Avatar } from '../shell/avatar.tsx';
import { authorName } from './author-name.ts';
import type { PaintScheduler } from './paint-scheduler.ts';
import type { MessageView } from './row-view.ts';

/** Unformatted text of an agent's message, until the deferred chunk has loaded. */
function PlainText({ id }: { readonly id: string }) {
  const entry = useScope().chat.entry(id).value;
  return (
    <div class="text">
      <span>{entry?.kind === 'message' && entry.text}</span>
    </div>
  );
}

export function Message({
  message,
  scheduler,
}: {
  readonly message: MessageView;
  readonly scheduler: Signal<PaintScheduler | null>;
}) {
  const scope = useScope();
  const { author, delivery, hasText, startsGroup, streaming } = message;
  const texts = scope.strings.value;
  const {
    StreamingText = PlainText,
    Delivery,
    MessageAttachments,
    DeliveryError,
    InterruptedHint,
  } = scope.deferred.value ?? {};
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
            {timeOfDay(message.at, scope.locale.value)}
          </time>
        </div>
      )}
      <span class="visually-hidden">{interpolate(texts.said, { name })}</span>
      <div class="message-line">
        {!isOwn && startsGroup && (
          <Avatar
            name={name}
            url={
              message.person.avatarUrl ?? (author === 'agent' ? scope.chat.agent.value?.avatarUrl : undefined)
            }
            configuredUrl={author === 'agent' ? scope.config.value?.agent?.avatar : undefined}
            isPerson={author === 'live-agent'}
          />
        )}
        <div class="message-body">
          {hasText && (
            <div class="bubble" part="message" dir="auto">
              {isOwn ? message.ownText : <StreamingText id={message.id} scheduler={scheduler} />}
              {Delivery && delivery && delivery !== 'failed' && <Delivery delivery={delivery} />}
            </div>
          )}
          {MessageAttachments && hasMore && <MessageAttachments message={message} />}
          {message.interrupted && InterruptedHint && <InterruptedHint />}
          {(delivery === 'failed' || message.canRetry) && DeliveryError && (
            <DeliveryError message={message} />
          )}
        </div>
      </div>
    </div>
  );
}
