import { useEffect } from 'preact/hooks';
import type { Entry } from '../../chat/model.ts';
import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { interpolate } from '../locales/strings.ts';
import { type Scope, useScope } from '../scope.ts';
import { authorName } from '../transcript/author-name.ts';
import { noticeText } from '../transcript/notice-text.ts';

/** Maximum age of an announced notice. Older ones come from the history. */
const MAX_NOTICE_AGE_MS = 10_000;

/** Removes Markdown marks and link targets. Runs in linear time (S-36). */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<[^<>]{1,200}>|[*_`~#>|]/g, '')
    .trim();
}

function announcementOf(entry: Entry, scope: Scope): string | undefined {
  const texts = withDeferredStrings(scope.strings.peek());
  if (entry.kind === 'notice') {
    return scope.clock.now() - entry.at < MAX_NOTICE_AGE_MS
      ? noticeText(entry, texts, scope.locale.peek())
      : undefined;
  }
  if (entry.author === 'user') return undefined;
  return `${interpolate(texts.said, { name: authorName(entry, scope) })} ${plainText(entry.text)}`;
}

/** Polite live region that announces each complete answer and each new notice once. Invisible. */
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
    <div role="status" class="visually-hidden" aria-live="polite">
      {ui.announcement.value}
    </div>
  );
}
