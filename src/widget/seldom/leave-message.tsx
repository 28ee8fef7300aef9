import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { own } from '../../base/own.ts';
import {
  isContact,
  type LeftMessage,
  MAX_CONTACT,
  MAX_LEFT_TEXT,
  type MessageReason,
} from '../../protocol/left-message.ts';
import { useLazy, useWidget } from '../context/widget-context.ts';
import { guardOf } from '../elements/guard.ts';

/** M-14.19: a form for a message where nobody answers. What was typed stays until the relay has it. */
export function LeaveMessage({ reason }: { readonly reason: MessageReason }) {
  const { announce, maskSensitive, SensitiveWarning } = useLazy();
  const { config, options, strings, ui } = useWidget();
  const { contact, state, text } = ui.leaving;
  const texts = strings.value;
  const isSending = useSignal(false);
  const error = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const thanks = useRef<HTMLParagraphElement>(null);
  const isSent = state.value === 'sent';

  useEffect(() => {
    // The form had the focus and was removed, or the button has opened it.
    (thanks.current ?? field.current)?.focus();
  }, [isSent]);

  function refuse(words: string): void {
    error.value = words;
    announce(ui, words);
  }

  function refuseContact(): void {
    refuse(texts.contactWrong);
    field.current?.focus();
  }

  async function post(body: LeftMessage): Promise<number | undefined> {
    const init = own<RequestInit>({
      method: 'POST',
      headers: own({ 'Content-Type': 'application/json' }),
      body: JSON.stringify(body),
    });
    return fetch(`${options.relay}/chat/messages`, init).then(
      ({ status }) => status,
      () => undefined,
    );
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (isSending.value || !text.value.trim()) return;
    const given = contact.value.trim();
    if (!isContact(given)) return refuseContact();
    isSending.value = true;
    error.value = '';
    const isMasked = guardOf(options, config.value) === 'mask';
    const words = isMasked ? maskSensitive(text.value) : text.value;
    const status = await post({ contact: given, text: words, reason });
    isSending.value = false;
    if (status === 400) return refuseContact();
    if (status !== 201) return refuse(`${texts.notSent} ${texts.unreachable}`);
    if (ui.draft.peek() === text.value) ui.draft.value = '';
    text.value = '';
    state.value = 'sent';
  }

  if (isSent)
    return (
      <p class="leaving" tabIndex={-1} ref={thanks}>
        {texts.messageLeft}
      </p>
    );
  return (
    <div class="leaving">
      <form class="feedback" aria-label={texts.leaveMessage} onSubmit={submit}>
        <input
          class="feedback-line"
          dir="auto"
          autocomplete="email"
          maxLength={MAX_CONTACT}
          aria-label={texts.contact}
          aria-invalid={error.value === texts.contactWrong}
          placeholder={texts.contact}
          value={contact}
          onInput={({ currentTarget }) => {
            contact.value = currentTarget.value;
          }}
          ref={field}
        />
        <textarea
          class="feedback-line"
          dir="auto"
          rows={3}
          maxLength={MAX_LEFT_TEXT}
          aria-label={texts.message}
          placeholder={texts.placeholder}
          value={text}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        {error.value && <p class="feedback-error">{error.value}</p>}
        <button type="submit" class="secondary-button">
          {texts.send}
        </button>
      </form>
      <SensitiveWarning text={text} />
    </div>
  );
}
