import { useMemo } from 'preact/hooks';
import type { Message } from '../../chat/model/model.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { firstWords } from '../../text/plain-text.ts';
import { useWidget } from '../context/widget-context.ts';
import { avatarOf } from '../elements/author-avatar.ts';
import { authorName } from '../elements/author-name.ts';
import { Avatar } from '../elements/avatar.tsx';
import { BubbleFrame } from '../elements/bubble-frame.tsx';
import { directionOf } from '../locales/localization.ts';

/** Text of a message, else the text of its card or call action; may be empty. */
const wordsOf = ({ text, attachments, callActions }: Message): string =>
  firstWords(text) || [...attachments, ...callActions].find(({ title }) => title)?.title || '';

/** An unread message beside the launcher while the chat is closed: its author and two lines. */
export function MessagePreview({ message }: { readonly message: Message }) {
  const context = useWidget();
  const { locale, open, strings, ui } = context;
  const texts = strings.value;
  const name = stripBidiControls(authorName(message, context));
  const words = useMemo(() => wordsOf(message), [message]) || texts.newMessages;

  return (
    <BubbleFrame
      announcement={`${interpolate(texts.said, { name })} ${words}`}
      lang={locale.value}
      dir={directionOf(locale.value)}
      onOpen={open}
      onDismiss={() => {
        ui.preview.value = null;
      }}
      text={
        <span class="preview">
          <Avatar {...avatarOf(message, context)} />
          <bdi class="preview-author">{name}</bdi>
          <span class="preview-words" dir="auto">
            {words}
          </span>
        </span>
      }
    />
  );
}
