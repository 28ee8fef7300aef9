import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { useWidget } from '../context/widget-context.ts';
import { avatarOf } from '../elements/author-avatar.ts';
import { authorName } from '../elements/author-name.ts';
import { Avatar } from '../elements/avatar.tsx';

export const TypingDots = () => (
  <div class="typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);

/**
 * Typing indicator, in the form of the coming answer's row: the answer's bubble replaces the dots. The live region is permanent, so
 * that assistive technology announces its changes.
 */
export function TypingIndicator() {
  const context = useWidget();
  const typist = context.chat.typing.value;
  const live = context.chat.liveAgent.value;
  // Typing events contain no picture.
  const person = live && live.name === typist?.name ? live : { name: typist?.name };
  const author = typist && { author: typist.author, person };
  // Without a typist the last message is not read: the text of an answer changes with each chunk.
  const lastId = author ? context.chat.order.value.at(-1) : undefined;
  const last = lastId === undefined ? undefined : context.chat.entry(lastId).value;
  const startsGroup = last?.kind !== 'message' || last.author !== typist?.author;
  const hint = author && (
    <span class="hint">
      {interpolate(context.strings.value.typing, {
        name: stripBidiControls(authorName(author, context)),
      })}
    </span>
  );
  return (
    <div role="status" class="typing">
      {author && (
        <div class="row typing-line" data-first={startsGroup || undefined} data-last>
          {startsGroup && <div class="meta">{hint}</div>}
          <Avatar {...avatarOf(author, context)} />
          <div class="typing-bubble">
            <div class="bubble">
              <TypingDots />
            </div>
            {!startsGroup && hint}
          </div>
        </div>
      )}
    </div>
  );
}
