import { useEffect, useRef } from 'preact/hooks';
import { useScope } from '../scope.ts';
import { saveTranscript } from '../transcript/download.ts';
import { FeedbackForm } from './feedback.tsx';

/** Takes the place of the composer once the chat has ended. The notice in the transcript says that it has. */
export function EndCard() {
  const scope = useScope();
  const { chat, config, strings, ui } = scope;
  const texts = strings.value;
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = chat.order.value.length === 0;

  useEffect(() => {
    // The composer had the focus.
    if (ui.takesFocus.peek()) button.current?.focus({ preventScroll: true });
    // When another page starts the next chat, the composer leaves the focus where it is.
    ui.takesFocus.value = false;
  }, [ui]);

  function restart(): void {
    // Contract §9: typed text is never lost.
    const unsent = chat.transcript
      .peek()
      .flatMap((it) => (it.kind === 'message' && it.failure === 'ended' ? [it.text] : []));
    ui.draft.value = [...unsent, ui.draft.peek()].filter(Boolean).join('\n');
    ui.takesFocus.value = true;
    chat.restart();
  }

  return (
    <div class="end-card">
      {config.value?.feedback && chat.endedSessionId.value !== null && <FeedbackForm />}
      <button type="button" class="primary-button" ref={button} onClick={restart}>
        {texts.restart}
      </button>
      {!isEmpty && (
        <button type="button" class="secondary-button" onClick={() => saveTranscript(scope)}>
          {texts.download}
        </button>
      )}
    </div>
  );
}
