import { encode, frameBytes } from '../../protocol/codec.ts';
import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { plural } from '../locales/plural.ts';
import { useScope } from '../scope.ts';

/** Share of the size limit from which the counter is visible. */
const VISIBLE_FROM = 0.8;
/** Stands for the client id in the measured frame: every client id has this length. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

/** Characters left before the frame reaches the size limit, or an error once the draft exceeds it. */
export function CharacterCounter() {
  const { chat, locale, strings, ui } = useScope();
  const limit = chat.maxFrameBytes.value;
  const text = ui.draft.value;
  const bytes = frameBytes(encode({ kind: 'userMessage', text, clientEventId: SAMPLE_ID }, 'service'));
  if (bytes < limit * VISIBLE_FROM) return null;
  const texts = withDeferredStrings(strings.value);
  const isOver = bytes > limit;
  return (
    <p class="character-counter" role="status" data-over={isOver}>
      {isOver ? texts.tooLarge : plural(texts.remaining, limit - bytes, locale.value)}
    </p>
  );
}
