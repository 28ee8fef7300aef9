import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Entry, Message } from '../../chat/model/model.ts';
import { useWidget, type WidgetContext } from '../context/widget-context.ts';
import { AT_ONCE, announce } from '../elements/announce.ts';
import { saidBy } from '../elements/author-name.ts';
import { noticeText } from '../elements/notice-text.ts';
import { consumeRequest } from '../elements/person-request.ts';
import { useConnectionWait } from './connection-wait.ts';
import { focusAtEnd } from './focus-at-end.ts';
import { spokenText } from './spoken-text.ts';

/** Maximum age of an announced notice. Older ones come from the history. */
const MAX_NOTICE_AGE_MS = 10_000;

/** Announces a complete answer with the titles of its attachments, or a new notice. */
function announceEntry(entry: Entry, context: WidgetContext): void {
  const { chat, clock, locale, strings, ui } = context;
  if (entry.kind === 'message') {
    const said = saidBy(entry, context);
    const titles = [...entry.attachments, ...entry.callActions].map(({ title }) => title);
    announce(ui, [said, spokenText(entry.text), ...titles].filter(Boolean).join('\n'));
    return;
  }
  if (entry.notice === 'handoff_started' && consumeRequest(chat)) return;
  if (clock.now() - entry.at < MAX_NOTICE_AGE_MS) {
    // After the messages of the same frame.
    const say = () => announce(ui, noticeText(entry, strings.peek(), locale.peek()));
    queueMicrotask(() => queueMicrotask(say));
  }
}

/** Polite live region that announces each complete answer and each new notice once. Invisible. */
export function Announcer() {
  const context = useWidget();
  const { chat, ui } = context;
  const region = useRef<HTMLDivElement>(null);
  useConnectionWait();

  useLayoutEffect(() => {
    const known = new Set(chat.order.peek());
    const arrived: Message[] = [];
    const stopMessages = chat.on('message', (message) => {
      if (message.author === 'user') return;
      // The words of hundreds of messages after a long absence would take long, and the last ones are announced.
      if (arrived.push(message) > AT_ONCE) arrived.shift();
      else if (arrived.length === 1)
        queueMicrotask(() => {
          for (const each of arrived.splice(0)) announceEntry(each, context);
        });
    });
    const stopNotices = chat.order.subscribe((order) => {
      // Not only the last one: several may come at once, and messages that are being sent stay below them (I7).
      for (const id of order) {
        const entry = known.has(id) ? undefined : chat.entry(id).peek();
        known.add(id);
        if (entry?.kind === 'notice') announceEntry(entry, context);
      }
    });
    const stopFocus = focusAtEnd(context, () => region.current);
    return () => {
      stopFocus();
      stopMessages();
      stopNotices();
      ui.announcement.value = '';
    };
  }, [chat, ui, context]);

  return (
    <div role="status" class="visually-hidden" ref={region}>
      {ui.announcement.value}
    </div>
  );
}
