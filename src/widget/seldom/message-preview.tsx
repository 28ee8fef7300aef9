import { useMemo } from 'preact/hooks';
import type { Message } from '../../chat/model/model.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import type { LazyViews } from '../context/lazy-views.ts';
import { useLazy, useWidget } from '../context/widget-context.ts';
import { Avatar } from '../elements/avatar.tsx';
import { directionOf } from '../locales/localization.ts';
import { BubbleFrame } from './bubble-frame.tsx';

/** Text of a message, else the text of its card or call action; may be empty. */
const wordsOf = ({ text, attachments, callActions }: Message, { firstWords }: LazyViews): string =>
  firstWords(text) || [...attachments, ...callActions].find(({ title }) => title)?.title || '';

/** An unread message beside the launcher while the chat is closed: its author and two lines. */
export function MessagePreview({ message }: { readonly message: Message }) {
  const context = useWidget();
  const lazy = useLazy();
  const { locale, open, strings, ui } = context;
  const texts = strings.value;
  const name = stripBidiControls(lazy.authorName(message, context));
  const words = useMemo(() => wordsOf(message, lazy), [message, lazy]) || texts.newMessages;

  return (
    <BubbleFrame
      announcement={`${lazy.interpolate(texts.said, { name })} ${words}`}
      lang={locale.value}
      dir={directionOf(locale.value)}
      onOpen={open}
      onDismiss={() => {
        ui.preview.value = null;
      }}
      text={
        <span class="preview">
          <Avatar {...lazy.avatarOf(message, context)} />
          <bdi class="preview-author">{name}</bdi>
          <span class="preview-words" dir="auto">
            {words}
          </span>
        </span>
      }
    />
  );
}
