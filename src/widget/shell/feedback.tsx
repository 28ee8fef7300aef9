import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Feedback, MAX_FEEDBACK_TEXT } from '../../protocol/relay.ts';
import { useScope } from '../scope.ts';
import { Icon } from './icons.tsx';
import { THUMB_DOWN_ICON, THUMB_UP_ICON } from './thumb-icons.ts';

/** Thumb up or down and an optional line of text about the chat that has ended (contract §9). */
export function FeedbackForm() {
  const { chat, strings, ui } = useScope();
  const texts = strings.value;
  const rating = useSignal<Feedback['rating'] | null>(null);
  const state = useSignal<'open' | 'sending' | 'failed' | 'sent'>('open');
  const line = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const isSent = state.value === 'sent';

  // The form, which had the focus, is gone.
  useEffect(() => {
    if (isSent) thanks.current?.focus();
  }, [isSent]);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (rating.value === null || state.value === 'sending') return;
    const text = line.current?.value.trim();
    state.value = 'sending';
    const isTaken = await chat.rate({ rating: rating.value, ...(text && { text }) });
    state.value = isTaken ? 'sent' : 'failed';
    if (state.value === 'failed') ui.announcement.value = texts.unreachable;
  }

  if (isSent) {
    return (
      <p class="feedback" tabIndex={-1} ref={thanks}>
        {texts.thanks}
      </p>
    );
  }

  const thumb = (value: Feedback['rating'], label: string, path: string) => (
    <button
      type="button"
      class="thumb"
      aria-label={label}
      aria-pressed={rating.value === value}
      onClick={() => {
        rating.value = value;
      }}
    >
      <Icon path={path} />
    </button>
  );

  return (
    <form class="feedback" aria-label={texts.feedback} onSubmit={submit}>
      <fieldset>
        <legend>{texts.feedback}</legend>
        {thumb('up', texts.good, THUMB_UP_ICON)}
        {thumb('down', texts.bad, THUMB_DOWN_ICON)}
      </fieldset>
      {rating.value && (
        <>
          <input
            class="feedback-line"
            type="text"
            dir="auto"
            maxLength={MAX_FEEDBACK_TEXT}
            aria-label={texts.feedbackLine}
            placeholder={texts.feedbackLine}
            ref={line}
          />
          {state.value === 'failed' && <p class="feedback-error">{texts.unreachable}</p>}
          <button type="submit" class="secondary-button">
            {texts.sendFeedback}
          </button>
        </>
      )}
    </form>
  );
}
