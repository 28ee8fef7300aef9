import type { Notice as NoticeEntry } from '../../chat/model/model.ts';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import { LINK_REL, linkUrl } from '../../text/links.ts';
import { useWidget } from '../context/widget-context.ts';
import { noticeText } from '../elements/notice-text.ts';
import { textForLocale } from '../locales/text-for-locale.ts';
import { unansweredBefore } from './unanswered.ts';

/** Route of a visitor whom the embedding page must hand over: by queue, by reason, else `*` (contract §9). */
function routeOf(notice: NoticeEntry, routes: WidgetConfig['handoff_routes'] = {}) {
  if (notice.notice !== 'client_handoff_required') return undefined;
  const key = [notice.queueName, notice.reason, '*'].find(
    (name) => name !== undefined && Object.hasOwn(routes, name),
  );
  return key === undefined ? undefined : routes[key];
}

/** M-13.8: offers to repeat the messages that were written while waiting for a person who did not come. */
function AskAgain({ id }: { readonly id: string }) {
  const { chat, send } = useWidget();
  if (chat.connection.value === 'ended') return null;
  const texts = unansweredBefore(id, chat.order.value, (entryId) => chat.entry(entryId).peek());
  return (
    <>
      {texts.map((text) => (
        <button type="button" class="small-button" dir="auto" key={text} onClick={() => send(text)}>
          {text}
        </button>
      ))}
    </>
  );
}

/** Notices whose texts the handoff card shows (M-13.9). They stay in the log for assistive technology. */
const IN_CARD = ['handoff_started', 'queue_status'];

/** Notice between the messages. Text from the platform is shown as plain text. */
export function Notice({ notice }: { readonly notice: NoticeEntry }) {
  const { chat, config, strings, locale, ui } = useWidget();
  const texts = strings.value;
  const route = routeOf(notice, config.value?.handoff_routes);
  const link = route && linkUrl(route.url);
  const label = route && textForLocale(route.label, locale.value, config.value?.default_locale ?? '');
  const isInCard = IN_CARD.includes(notice.notice) && ui.handoffCard.value !== 'missing';
  const isFailed = notice.notice === 'handoff_failed' || notice.notice === 'handoff_timeout';
  return (
    <div
      class={isInCard ? 'notice visually-hidden' : 'notice'}
      data-message-id={notice.id}
      data-author="notice"
      data-kind={notice.notice}
      data-level={notice.notice === 'system' ? notice.level : undefined}
    >
      {/* A sentence of ours may begin with a name of another script. */}
      <p dir={notice.notice === 'system' ? 'auto' : undefined}>{noticeText(notice, texts, locale.value)}</p>
      {link && (
        <a class="small-button" href={link.href} target={link.host ? '_blank' : undefined} rel={LINK_REL}>
          {label ?? (link.host || new URL(link.href).pathname)}
        </a>
      )}
      {isFailed && <AskAgain id={notice.id} />}
      {notice.notice === 'agent_unavailable' && (
        <button type="button" class="small-button" onClick={chat.reconnect}>
          {texts.retry}
        </button>
      )}
    </div>
  );
}
