import { interpolate } from '../locales/strings.ts';
import { useScope } from '../scope.ts';
import { Avatar } from '../shell/avatar.tsx';
import { stripBidiControls } from '../text/bidi.ts';
import { initialOf } from './author-avatar.tsx';
import { authorName } from './author-name.ts';

/** Shows that an answer is being written. The live region is permanent, so that assistive technology announces its changes. */
export function TypingIndicator() {
  const scope = useScope();
  const typist = scope.chat.typing.value;
  return (
    <div role="status" class="typing">
      {typist && (
        <div class="message-line">
          <Avatar initial={typist.author === 'live-agent' ? initialOf(typist.name) : undefined} />
          <div class="bubble typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
          <span class="hint">
            {interpolate(scope.strings.value.typing, {
              name: stripBidiControls(
                authorName({ author: typist.author, person: { name: typist.name } }, scope),
              ),
            })}
          </span>
        </div>
      )}
    </div>
  );
}
