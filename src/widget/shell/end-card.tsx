import { useEffect, useRef } from 'preact/hooks';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { durationText } from '../locales/duration.ts';
import { type Scope, useScope } from '../scope.ts';
import { authorName } from '../transcript/author-name.ts';
import { saveTranscript } from '../transcript/download.ts';
import { FeedbackForm } from './feedback.tsx';

/** How long the conversation took, and with whom: the last person, else the agent. */
function summaryOf(scope: Scope): string | undefined {
  const entries = scope.chat.transcript.value;
  const answers = entries
    .filter((entry) => entry.kind === 'message')
    .filter(({ author }) => author !== 'user');
  const last = answers.findLast(({ author }) => author === 'live-agent') ?? answers.at(-1);
  const [first, end] = [entries[0], entries.at(-1)];
  if (!first || !end || !last) return undefined;
  const time = durationText((end.at - first.at) / 1_000, scope.locale.value);
  return interpolate(scope.strings.value.talked, { time, name: stripBidiControls(authorName(last, scope)) });
}

/** Takes the place of the composer once the chat has ended. The notice in the transcript says that it has. */
export function EndCard() {
  const scope = useScope();
  const { chat, config, strings, ui } = scope;
  const texts = strings.value;
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = chat.order.value.length === 0;
  const summary = summaryOf(scope);

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
      {summary && <p class="summary">{summary}</p>}
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
