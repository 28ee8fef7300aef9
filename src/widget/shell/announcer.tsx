import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../chat/model.ts';
import { withDeferredStrings } from '../locales/deferred-strings.ts';
import { interpolate } from '../locales/strings.ts';
import { type Scope, useScope } from '../scope.ts';
import { authorName } from '../transcript/author-name.ts';
import { rememberEnd } from './remember-end.ts';

/** Maximum age of an announced notice. Older ones come from the history. */
const MAX_NOTICE_AGE_MS = 10_000;

/** Removes Markdown marks and link targets. Runs in linear time (S-36). */
function spokenText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<[^<>]{1,200}>|[*_`~#>|]/g, '')
    .trim();
}

/** Announces a complete answer, or a notice that is new. */
function announce(entry: Entry, scope: Scope): void {
  const { announcement } = scope.ui;
  const texts = withDeferredStrings(scope.strings.peek());
  if (entry.kind === 'message') {
    const name = authorName(entry, scope);
    if (entry.author !== 'user')
      announcement.value = `${interpolate(texts.said, { name })} ${spokenText(entry.text)}`;
  } else if (scope.clock.now() - entry.at < MAX_NOTICE_AGE_MS) {
    scope.loadOnDemand(({ noticeText }) => {
      announcement.value = noticeText(entry, texts, scope.locale.peek());
    });
  }
}

/** Polite live region that announces each complete answer and each new notice once. Invisible. */
export function Announcer() {
  const scope = useScope();
  const { chat, ui } = scope;
  const region = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    let last = chat.order.peek().at(-1);
    const stopMessages = chat.on('message', (entry) => announce(entry, scope));
    const stopNotices = chat.order.subscribe((order) => {
      const id = order.at(-1);
      if (id === last) return;
      last = id;
      const entry = id === undefined ? undefined : chat.entry(id).peek();
      if (entry?.kind === 'notice') announce(entry, scope);
    });
    const forgetEnd = rememberEnd(scope, () => region.current);
    return () => {
      forgetEnd();
      stopMessages();
      stopNotices();
      ui.announcement.value = '';
    };
  }, [chat, ui, scope]);

  return (
    <div role="status" class="visually-hidden" aria-live="polite" ref={region}>
      {ui.announcement.value}
    </div>
  );
}
