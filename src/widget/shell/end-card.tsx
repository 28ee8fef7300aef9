import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useSeldom, useWidget } from '../context/widget-context.ts';

/** The notice of a closed site. */
function Closed() {
  const { strings } = useWidget();
  const isMissing = useSignal(false);
  const parts = useSeldom(true, () => {
    isMissing.value = true;
  });
  return (
    <div class="end-card">
      {parts ? <parts.ClosedNotice /> : isMissing.value && <p>{strings.value.closed}</p>}
    </div>
  );
}

/** Replaces the composer once the chat has ended, and while the site is closed. */
export const EndCard = () => (useWidget().chat.trouble.value?.code === 'closed' ? <Closed /> : <EndOfChat />);

/** The notice in the transcript tells the end. */
function EndOfChat() {
  const context = useWidget();
  const { chat, strings, ui } = context;
  const texts = strings.value;
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = chat.order.value.length === 0;
  const { EndSummary, saveTranscript } = useSeldom(true) ?? {};

  useEffect(() => {
    // The composer had the focus.
    if (ui.focusOnOpen.peek()) button.current?.focus({ preventScroll: true });
    // When another page starts the next chat, the composer must not take the focus.
    ui.focusOnOpen.value = false;
  }, [ui]);

  function restart(): void {
    // Contract §9: typed text is never lost.
    const unsent = chat.transcript
      .peek()
      .flatMap((entry) => (entry.kind === 'message' && entry.failure === 'ended' ? [entry.text] : []));
    ui.draft.value = [...unsent, ui.draft.peek()].filter(Boolean).join('\n');
    ui.focusOnOpen.value = true;
    chat.restart();
  }

  return (
    <div class="end-card">
      {EndSummary && <EndSummary />}
      <button type="button" class="secondary-button" ref={button} onClick={restart}>
        {texts.restart}
      </button>
      {!isEmpty && saveTranscript && (
        <button type="button" class="secondary-button" onClick={() => saveTranscript(context)}>
          {texts.download}
        </button>
      )}
    </div>
  );
}
