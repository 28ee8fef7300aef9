import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Feedback, MAX_FEEDBACK_TEXT, STARS, type Thumb } from '../../protocol/relay.ts';
import { scaleOf } from '../../protocol/widget-config.ts';
import { useLazy, useWidget } from '../context/widget-context.ts';
import { Icon } from '../elements/icon.tsx';

const STAR = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z';

/** Thumb up or down, or one to five stars, and an optional line of text about the ended chat (contract §9). */
export function FeedbackForm() {
  const { chat, config, locale, strings, ui } = useWidget();
  const { plural, thumbIcons } = useLazy();
  const isStars = scaleOf(config.value) === 'stars';
  const texts = strings.value;
  const rating = useSignal<Feedback['rating'] | null>(null);
  const state = useSignal<'open' | 'sending' | 'failed' | 'sent'>('open');
  const line = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const isSent = state.value === 'sent';

  // The form had the focus and was removed.
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

  const thumb = (value: Thumb, label: string) => (
    <button
      type="button"
      class="thumb"
      aria-label={label}
      aria-pressed={rating.value === value}
      onClick={() => {
        rating.value = value;
      }}
    >
      <Icon path={thumbIcons[value]} />
    </button>
  );

  // Native radio buttons: the arrow keys select.
  const stars = (
    <div class="stars">
      {STARS.map((count) => (
        <label key={count} class="star" data-on={Number(rating.value) >= count || undefined}>
          <input
            type="radio"
            name="stars"
            aria-label={plural(texts.stars, count, locale.value)}
            checked={rating.value === count}
            onChange={() => {
              rating.value = count;
            }}
          />
          <Icon path={STAR} />
        </label>
      ))}
    </div>
  );
  const thumbs = (
    <>
      {thumb('up', texts.good)}
      {thumb('down', texts.bad)}
    </>
  );

  return (
    <form class="feedback" aria-label={texts.feedback} onSubmit={submit}>
      <fieldset role={isStars ? 'radiogroup' : undefined}>
        <legend>{texts.feedback}</legend>
        {isStars ? stars : thumbs}
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
