import { useLayoutEffect, useRef } from 'preact/hooks';
import { encode, frameBytes } from '../../protocol/codec.ts';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { plural } from '../locales/plural.ts';

/** Share of the size limit from which the counter is visible. */
const VISIBLE_FROM = 0.9;

/** Placeholder for the client id in the measured frame: every client id has this length. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

/** Room that the draft has left, in bytes. Negative when it is too long; null while it is far from the limit. */
function roomLeft({ chat, ui }: Pick<WidgetContext, 'chat' | 'ui'>): number | null {
  const limit = chat.maxFrameBytes.value;
  const text = ui.draft.value;
  // A character takes at most 6 bytes of the frame.
  if (text.length * 12 < limit) return null;
  const left = limit - frameBytes(encode({ kind: 'userMessage', text, clientEventId: SAMPLE_ID }, 'service'));
  return left > limit * (1 - VISIBLE_FROM) ? null : left;
}

function describe(left: number, { locale, strings }: Pick<WidgetContext, 'locale' | 'strings'>): string {
  const texts = strings.value;
  return plural(left < 0 ? texts.tooLong : texts.remaining, Math.abs(left), locale.value);
}

const COUNTER_ID = 'foyer-counter';

/** Rejects submissions of the form, and calls `explain` for each attempt. Returns a function that allows them again. */
function refuseToSubmit(form: HTMLFormElement, explain: () => void): () => void {
  const field = form.querySelector('textarea');
  const button = form.querySelector('[type="submit"]');
  const description = field?.getAttribute('aria-describedby') ?? '';
  const refuse = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    explain();
  };
  // In the capture phase, before the composer's handler.
  form.parentElement?.addEventListener('submit', refuse, { capture: true });
  field?.setAttribute('aria-invalid', 'true');
  field?.setAttribute('aria-describedby', `${description} ${COUNTER_ID}`);
  button?.setAttribute('aria-disabled', 'true');
  return () => {
    form.parentElement?.removeEventListener('submit', refuse, { capture: true });
    field?.removeAttribute('aria-invalid');
    field?.setAttribute('aria-describedby', description);
    button?.removeAttribute('aria-disabled');
  };
}

/** Characters left before the frame reaches the size limit, or the excess. A draft that is too long cannot be sent. */
export function CharacterCounter() {
  const context = useWidget();
  const { ui } = context;
  const counter = useRef<HTMLParagraphElement>(null);
  const left = roomLeft(context);
  const isNear = left !== null;
  const isOver = isNear && left < 0;

  useLayoutEffect(() => {
    const explain = () => announce(ui, describe(roomLeft(context) ?? 0, context));
    // Not at each key: only when the limit comes near and when it is exceeded.
    if (isNear) explain();
    const form = counter.current?.closest('form');
    if (!isOver || !form) return;
    return refuseToSubmit(form, explain);
  }, [isNear, isOver, context, ui]);

  return isNear ? (
    <p class="character-counter" id={COUNTER_ID} ref={counter} data-over={isOver}>
      {describe(left, context)}
    </p>
  ) : null;
}
