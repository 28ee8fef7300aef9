import { unreachable } from '../base/unreachable.ts';
import type { NoticeBody } from '../chat/model.ts';
import { bareName } from './bare-name.ts';
import type { ExtraStrings } from './extra-strings.ts';
import { fill } from './strings.ts';

/** A notice in words; the platform's own text where it sent one. */
export function noticeText(notice: NoticeBody, words: ExtraStrings, locale: string): string {
  switch (notice.notice) {
    case 'handoff_started':
      return words.handoffStarted;
    case 'queue_status':
      return notice.displayMessage ?? queueText(notice, words, locale);
    case 'live_agent_joined':
      return fill(words.joined, { name: bareName(notice.name ?? words.liveAgent) });
    case 'live_agent_left':
      return fill(words.left, { name: bareName(notice.name ?? words.liveAgent) });
    case 'agent_left':
      return words.agentLeft;
    case 'handoff_failed':
      return words.handoffFailed;
    case 'handoff_timeout':
      return words.handoffTimeout;
    case 'client_handoff_required':
      return words.handoffElsewhere;
    case 'agent_unavailable':
      return words.agentUnavailable;
    case 'slow_reply':
      return words.slowReply;
    case 'idle_warning':
      return words.idleWarning;
    case 'conversation_ended':
      return endText(notice.reason, words);
    case 'session_expired':
      return words.sessionExpired;
    case 'too_many_windows':
      return words.windows;
    case 'system':
      return notice.text;
    default:
      return unreachable(notice);
  }
}

// spec messaging §13: everything the platform says about a queue is optional.
function queueText(
  { position, estimatedWaitSeconds }: Extract<NoticeBody, { notice: 'queue_status' }>,
  words: ExtraStrings,
  locale: string,
): string {
  const place = position === undefined ? words.queued : fill(words.queuedAt, { position });
  if (estimatedWaitSeconds === undefined) return place;
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const time = minutes.format(Math.max(1, Math.round(estimatedWaitSeconds / 60)));
  return `${place} ${fill(words.queueWait, { time })}`;
}

function endText(
  reason: Extract<NoticeBody, { notice: 'conversation_ended' }>['reason'],
  words: ExtraStrings,
): string {
  if (reason === 'user_end') return words.endedByYou;
  return reason === 'user_abandoned' ? words.endedIdle : words.ended;
}
