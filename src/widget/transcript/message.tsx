import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { PaintScheduler } from '../context/paint-scheduler.ts';
import { useWidget } from '../context/widget-context.ts';
import { avatarOf } from '../elements/author-avatar.ts';
import { namesAbove, saidBy } from '../elements/author-name.ts';
import { Avatar } from '../elements/avatar.tsx';
import { timeOfDay } from '../locales/time-of-day.ts';
import { AnswerActions } from './answer-actions.tsx';
import { Attachments, CallActions } from './attachments.tsx';
import { Delivery } from './delivery.tsx';
import { MessageIssue } from './message-issue.tsx';
import type { MessageView } from './row-view.ts';
import { StreamingText } from './streaming-text.tsx';
import { TypingDots } from './typing-indicator.tsx';

export function Message({
  message,
  scheduler,
}: {
  readonly message: MessageView;
  readonly scheduler: ReadonlySignal<PaintScheduler | null>;
}) {
  const context = useWidget();
  const { author, delivery, hasText, startsGroup, endsGroup, showsTime, streaming } = message;
  const isOwn = author === 'user';
  const [name, kind] = namesAbove(message, context);
  const isPointed = useComputed(() => context.ui.pointed.value === message.id);
  // All are children of one grid, to save elements: a long conversation has thousands of rows.
  return (
    <div
      class="row"
      data-message-id={message.id}
      data-author={author}
      data-delivery={delivery}
      data-streaming={streaming || undefined}
      data-first={startsGroup || undefined}
      data-last={endsGroup || undefined}
      aria-busy={streaming || undefined}
    >
      {(showsTime || (startsGroup && !isOwn)) && (
        <div class="meta" aria-hidden="true">
          {!isOwn && <bdi>{name}</bdi>}
          {kind && <span class="kind">{kind}</span>}
          {showsTime && timeOfDay(message.at, context.locale.value, context.clock)}
        </div>
      )}
      {endsGroup && !isOwn && <Avatar {...avatarOf(message, context)} />}
      <span class="visually-hidden">{saidBy(message, context)}</span>
      {hasText && (
        <div class="bubble" part="message" dir="auto">
          {isOwn ? message.ownText : <StreamingText id={message.id} scheduler={scheduler} />}
          {streaming && <TypingDots />}
          {delivery && delivery !== 'failed' && <Delivery delivery={delivery} />}
        </div>
      )}
      {context.ui.asked.value.has(message.id) && (
        <div class="meta">{context.strings.value.askedByBrowser}</div>
      )}
      <Attachments attachments={message.attachments} />
      <CallActions actions={message.callActions} />
      {hasText && !isOwn && !streaming && (message.isLast || isPointed.value) && (
        <AnswerActions id={message.id} />
      )}
      {(message.interrupted || delivery === 'failed' || message.canRetry) && (
        <MessageIssue message={message} />
      )}
    </div>
  );
}
