import { encode, frameBytes } from '../protocol/codec.ts';
import { withExtras } from './extra-strings.ts';
import { plural } from './plural.ts';
import { useScope } from './scope.ts';

/** From here on the composer tells how much room is left. */
const NEAR = 0.8;
/** As long as any client id. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** How much more can be written, near the largest frame that may be sent; what is too long is said before it is sent. */
export function Remaining() {
  const { chat, locale, strings, ui } = useScope();
  const limit = chat.maxFrameBytes.value;
  const text = ui.draft.value;
  // One character is at least one byte: short drafts are not worth encoding on every key.
  if (text.length * 6 < limit * NEAR) return null;
  const bytes = frameBytes(encode({ kind: 'userMessage', text, clientEventId: ANY_ID }, 'service'));
  if (bytes < limit * NEAR) return null;
  const words = withExtras(strings.value);
  const isOver = bytes > limit;
  return (
    <p class="remaining" role="status" data-over={isOver}>
      {isOver ? words.tooLarge : plural(words.remaining, limit - bytes, locale.value)}
    </p>
  );
}
