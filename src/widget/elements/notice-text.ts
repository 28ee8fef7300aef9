import { unreachable } from '../../base/unreachable.ts';
import type { Notice, NoticeBody, QueueStatus } from '../../chat/model/model.ts';
import { stripBidiControls } from '../../text/bidi.ts';
import { interpolate } from '../../text/interpolate.ts';
import { durationText } from '../locales/duration.ts';
import { plural } from '../locales/plural.ts';
import type { Strings } from '../locales/translations/strings.ts';

/** Text of a notice, with the number of repetitions. */
export function noticeText(
  notice: NoticeBody & Pick<Notice, 'count'>,
  strings: Strings,
  locale: string,
): string {
  const texts = strings;
  const text = textOf(notice, texts, locale);
  return notice.count ? `${text} (${plural(texts.times, notice.count, locale)})` : text;
}

/** Text from the platform takes precedence. */
function textOf(notice: NoticeBody, texts: Strings, locale: string): string {
  switch (notice.notice) {
    case 'handoff_started':
      return texts.handoffStarted;
    case 'queue_status':
      return notice.displayMessage ?? queueText(notice, texts, locale);
    case 'live_agent_joined':
      return interpolate(texts.joined, { name: stripBidiControls(notice.name ?? texts.liveAgent) });
    case 'live_agent_left':
      return interpolate(texts.left, { name: stripBidiControls(notice.name ?? texts.liveAgent) });
    case 'agent_left':
      return texts.agentLeft;
    case 'handoff_failed':
      return texts.handoffFailed;
    case 'handoff_timeout':
      return texts.handoffTimeout;
    case 'client_handoff_required':
      return texts.handoffElsewhere;
    case 'agent_unavailable':
      return texts.agentUnavailable;
    case 'slow_reply':
      return texts.slowReply;
    case 'idle_warning':
      return texts.idleWarning;
    case 'conversation_ended':
      return endText(notice.reason, texts);
    case 'session_expired':
      return texts.sessionExpired;
    case 'too_many_windows':
      return texts.windows;
    case 'system':
      return notice.text;
    default:
      return unreachable(notice);
  }
}

/**
 * The place in the queue and the wait. M-6.9: every field of a queue status is optional.
 * @param usualSeconds the usual wait in this queue, if it is known (M-13.11)
 */
export function queueText(
  { position, estimatedWaitSeconds }: QueueStatus,
  texts: Strings,
  locale: string,
  usualSeconds?: number | null,
): string {
  const place = position === undefined ? texts.queued : plural(texts.queuedAt, position, locale, 'ordinal');
  if (estimatedWaitSeconds === undefined) {
    if (!usualSeconds) return place;
    const time = durationText(Math.ceil(usualSeconds / 60) * 60, locale, 'short');
    return interpolate(texts.queueUsual, { place, time });
  }
  const time = durationText(estimatedWaitSeconds, locale, 'short');
  return interpolate(estimatedWaitSeconds < 60 ? texts.queueSoon : texts.queueWait, { place, time });
}

function endText(
  reason: Extract<NoticeBody, { notice: 'conversation_ended' }>['reason'],
  texts: Strings,
): string {
  if (reason === 'user_end') return texts.endedByYou;
  return reason === 'user_abandoned' ? texts.endedIdle : texts.ended;
}
