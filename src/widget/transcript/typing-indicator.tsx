import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { useScope } from '../scope.ts';
import { Avatar } from '../shell/avatar.tsx';
import { avatarOf } from './author-avatar.ts';
import { authorName } from './author-name.ts';

export const TypingDots = () => (
  <div class="typing-dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);

/** Shows that an answer is being written. The live region is permanent, so that assistive technology announces its changes. */
export function TypingIndicator() {
  const scope = useScope();
  const typist = scope.chat.typing.value;
  const live = scope.chat.liveAgent.value;
  // Typing events carry no picture.
  const person = live && live.name === typist?.name ? live : { name: typist?.name };
  const author = typist && { author: typist.author, person };
  return (
    <div role="status" class="typing">
      {author && (
        <div class="typing-line">
          <Avatar {...avatarOf(author, scope)} />
          <div class="bubble">
            <TypingDots />
          </div>
          <span class="hint">
            {interpolate(scope.strings.value.typing, {
              name: stripBidiControls(authorName(author, scope)),
            })}
          </span>
        </div>
      )}
    </div>
  );
}
