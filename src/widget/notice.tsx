import type { Notice as NoticeEntry } from '../chat/model.ts';
import type { WidgetConfig } from '../protocol/widget-config.ts';
import { byLocale } from './by-locale.ts';
import { withExtras } from './extra-strings.ts';
import { LINK_REL, linkAddress } from './links.ts';
import { noticeText } from './notice-text.ts';
import { useScope } from './scope.ts';

/** Where the site sends a visitor whom the embedding page must route: by queue, by reason, else `*` (contract §9). */
function routeOf(notice: NoticeEntry, routes: WidgetConfig['handoff_routes'] = {}) {
  if (notice.notice !== 'client_handoff_required') return undefined;
  const key = [notice.queueName, notice.reason, '*'].find(
    (it) => it !== undefined && Object.hasOwn(routes, it),
  );
  return key === undefined ? undefined : routes[key];
}

/** One line about what happened, between the messages. The platform's words are plain text here. */
export function Notice({ notice }: { readonly notice: NoticeEntry }) {
  const { chat, config, strings, locale } = useScope();
  const words = withExtras(strings.value);
  const route = routeOf(notice, config.value?.handoff_routes);
  const address = route && linkAddress(route.url);
  const label = route && byLocale(route.label, locale.value, config.value?.default_locale ?? '');
  return (
    <div
      class="notice"
      data-message-id={notice.id}
      data-author="notice"
      data-kind={notice.notice}
      data-level={notice.notice === 'system' ? notice.level : undefined}
    >
      <p dir="auto">{noticeText(notice, words, locale.value)}</p>
      {address && (
        <a class="small" href={address.href} target="_blank" rel={LINK_REL}>
          {label ?? address.host}
        </a>
      )}
      {notice.notice === 'agent_unavailable' && (
        <button type="button" class="small" onClick={chat.reconnect}>
          {words.tryAgain}
        </button>
      )}
    </div>
  );
}
