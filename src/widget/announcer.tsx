import { useEffect } from 'preact/hooks';
import type { Entry } from '../chat/model.ts';
import { withExtras } from './extra-strings.ts';
import { noticeText } from './notice-text.ts';
import { nameOf } from './people.ts';
import { type Scope, useScope } from './scope.ts';
import { fill } from './strings.ts';

/** A notice older than this was there before: found in the history, not happening now. */
const FRESH_MS = 10_000;

/** Markdown as it sounds: without its signs and addresses. No sign is looked at from more than a few beginnings (S-36). */
function spoken(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<[^<>]{1,200}>|[*_`~#>|]/g, '')
    .trim();
}

function announcementOf(entry: Entry, scope: Scope): string | undefined {
  const words = withExtras(scope.strings.peek());
  if (entry.kind === 'notice') {
    return scope.clock.now() - entry.at < FRESH_MS
      ? noticeText(entry, words, scope.locale.peek())
      : undefined;
  }
  if (entry.author === 'user') return undefined;
  return `${fill(words.said, { name: nameOf(entry, scope) })} ${spoken(entry.text)}`;
}

/** Says each answer once, when it is complete, and each notice; politely, and to assistive technology only. */
export function Announcer() {
  const scope = useScope();
  const { chat, ui } = scope;

  useEffect(() => {
    const announce = (entry: Entry | undefined) => {
      const text = entry && announcementOf(entry, scope);
      if (text) ui.announcement.value = text;
    };
    let last = chat.order.peek().at(-1);
    const stopMessages = chat.on('message', announce);
    const stopNotices = chat.order.subscribe((order) => {
      const id = order.at(-1);
      if (id === last) return;
      last = id;
      const entry = id === undefined ? undefined : chat.entry(id).peek();
      if (entry?.kind === 'notice') announce(entry);
    });
    return () => {
      stopMessages();
      stopNotices();
      ui.announcement.value = '';
    };
  }, [chat, ui, scope]);

  return (
    <div role="status" class="sr" aria-live="polite">
      {ui.announcement.value}
    </div>
  );
}
