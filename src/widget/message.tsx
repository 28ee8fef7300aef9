import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Delivery as DeliveryWord } from '../chat/model.ts';
import { Avatar } from './avatar.tsx';
import { Icon } from './icons.tsx';
import { showLiveText } from './live-text.ts';
import type { Painter } from './painter.ts';
import { nameOf } from './people.ts';
import type { MessageView } from './row-view.ts';
import { useScope } from './scope.ts';
import { fill } from './strings.ts';
import { clockTime } from './time.ts';

/** The agent's text: an empty element to Preact, filled from the entry's signal. */
function LiveText({ id, painter }: { readonly id: string; readonly painter: Painter }) {
  const scope = useScope();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) return showLiveText(element.current, scope, id, painter);
  }, [id, painter, scope]);
  return <div class="text" ref={element} />;
}

/** How far the visitor's message has come. `sent` means that the platform has echoed it, nothing more. */
function Delivery({ delivery }: { readonly delivery: Exclude<DeliveryWord, 'failed'> }) {
  const words = useScope().strings.value;
  return (
    <span class="delivery">
      <Icon name={delivery === 'read' ? 'delivered' : delivery} />
      <span class="sr">{words[delivery]}</span>
    </span>
  );
}

export function Message({ message, painter }: { readonly message: MessageView; readonly painter: Painter }) {
  const scope = useScope();
  const { author, delivery, hasText, startsGroup, streaming } = message;
  const words = scope.strings.value;
  const { Enclosures, Failure, Interrupted } = scope.extras.value ?? {};
  const isOwn = author === 'user';
  const hasMore = message.attachments.length + message.callActions.length > 0;
  const name = nameOf(message, scope);
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
            {clockTime(message.at, scope.locale.value)}
          </time>
        </div>
      )}
      <span class="sr">{fill(words.said, { name })}</span>
      <div class="line">
        {!isOwn && startsGroup && (
          <Avatar
            name={name}
            url={
              message.person.avatarUrl ?? (author === 'agent' ? scope.chat.agent.value?.avatarUrl : undefined)
            }
            trusted={author === 'agent' ? scope.config.value?.agent?.avatar : undefined}
            isPerson={author === 'live-agent'}
          />
        )}
        <div class="stack">
          {hasText && (
            <div class="bubble" part="message" dir="auto">
              {isOwn ? message.ownText : <LiveText id={message.id} painter={painter} />}
              {delivery && delivery !== 'failed' && <Delivery delivery={delivery} />}
            </div>
          )}
          {Enclosures && hasMore && <Enclosures message={message} />}
          {message.interrupted && Interrupted && <Interrupted />}
          {(delivery === 'failed' || message.canRetry) && Failure && <Failure message={message} />}
        </div>
      </div>
    </div>
  );
}
