import { stripBidiControls } from '../../text/bidi.ts';
import type { LazyViews } from '../context/lazy-views.ts';
import { useLazy, useWidget, type WidgetContext } from '../context/widget-context.ts';
import { FeedbackForm } from './feedback.tsx';

/** Minimum length of a conversation with the agent for a summary. */
const LONG_TALK_MS = 120_000;

/** Summary: duration of the conversation until its last message, and the partner: the last person, else the agent. */
function summaryOf(context: WidgetContext, lazy: LazyViews): string | undefined {
  const messages = context.chat.transcript.value.filter((entry) => entry.kind === 'message');
  const person = messages.findLast(({ author }) => author === 'live-agent');
  const last = person ?? messages.findLast(({ author }) => author === 'agent');
  const [first, end] = [messages[0], messages.at(-1)];
  if (!first || !end || !last) return undefined;
  const lengthMs = end.at - first.at;
  if (!person && lengthMs < LONG_TALK_MS) return undefined;
  const time = lazy.durationText(lengthMs / 1_000, context.locale.value);
  const name = stripBidiControls(lazy.authorName(last, context));
  return lazy.interpolate(context.strings.value.talked, { time, name });
}

/** A sentence about the conversation that has ended, and the question how it was. */
export function EndSummary() {
  const context = useWidget();
  const { chat, config } = context;
  const summary = summaryOf(context, useLazy());
  return (
    <>
      {summary && <p class="summary">{summary}</p>}
      {config.value?.feedback && chat.endedSessionId.value !== null && <FeedbackForm />}
    </>
  );
}
