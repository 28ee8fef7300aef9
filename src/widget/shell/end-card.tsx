import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import type { ClosedProps } from '../closed/closed-notice.tsx';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import { announce } from '../elements/announce.ts';
import { authorName } from '../elements/author-name.ts';
import { durationText } from '../locales/duration.ts';
import { saveTranscript } from '../transcript/download.ts';
import { FeedbackForm } from './feedback.tsx';

/** Minimum length of a conversation with the agent for a summary. */
const LONG_TALK_MS = 120_000;

/** Summary: duration of the conversation until its last message, and the partner: the last person, else the agent. */
function summaryOf(context: WidgetContext): string | undefined {
  const messages = context.chat.transcript.value.filter((entry) => entry.kind === 'message');
  const person = messages.findLast(({ author }) => author === 'live-agent');
  const last = person ?? messages.findLast(({ author }) => author === 'agent');
  const [first, end] = [messages[0], messages.at(-1)];
  if (!first || !end || !last) return undefined;
  const lengthMs = end.at - first.at;
  if (!person && lengthMs < LONG_TALK_MS) return undefined;
  const time = durationText(lengthMs / 1_000, context.locale.value);
  return interpolate(context.strings.value.talked, {
    time,
    name: stripBidiControls(authorName(last, context)),
  });
}

/** Few sites close, so their notice is a chunk of its own. */
function Closed() {
  const { strings, ui } = useWidget();
  const announceHere = useCallback((text: string) => announce(ui, text), [ui]);
  const Notice = useSignal<FunctionComponent<ClosedProps> | null | undefined>(undefined);
  useEffect(() => {
    import('../closed/closed-notice.tsx').then(
      ({ ClosedNotice }) => {
        Notice.value = ClosedNotice;
      },
      () => {
        Notice.value = null;
      },
    );
  }, [Notice]);
  return (
    <div class="end-card">
      {Notice.value ? (
        <Notice.value announce={announceHere} />
      ) : (
        Notice.value === null && <p>{strings.value.closed}</p>
      )}
    </div>
  );
}

/** Replaces the composer once the chat has ended, and while the site is closed. */
export const EndCard = () => (useWidget().chat.trouble.value?.code === 'closed' ? <Closed /> : <EndOfChat />);

/** The notice in the transcript tells the end. */
function EndOfChat() {
  const context = useWidget();
  const { chat, config, strings, ui } = context;
  const texts = strings.value;
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = chat.order.value.length === 0;
  const summary = summaryOf(context);

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
      {summary && <p class="summary">{summary}</p>}
      {config.value?.feedback && chat.endedSessionId.value !== null && <FeedbackForm />}
      <button type="button" class="secondary-button" ref={button} onClick={restart}>
        {texts.restart}
      </button>
      {!isEmpty && (
        <button type="button" class="secondary-button" onClick={() => saveTranscript(context)}>
          {texts.download}
        </button>
      )}
    </div>
  );
}
